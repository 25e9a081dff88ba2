; Arrays.

(grow B 5 (select (Array A B) A))
(grow (Array A B) 6 (store (Array A B) A B))
