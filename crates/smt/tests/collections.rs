//! The sorts of cvc5's sets, bags, tuples, relations, tables and nullables.

mod common;

use common::{check_sorts, each};

#[test]
fn sets_bags_and_relations() {
    let bags = "bag.union_disjoint bag.inter_min bag.difference_subtract bag.difference_remove";
    check_sorts(
        "(declare-const s (Set Int)) (declare-const b (Bag Int)) (declare-const t (Tuple Int Bool))
         (declare-const r (Relation Int Bool)) (declare-const q (Set (Tuple Bool Real)))
         (declare-const e (Set (Tuple Int Int))) (declare-fun f (Int) Bool)
         (declare-fun add (Int Int) Int) (declare-const w (Table Int Bool))",
        &format!("(Set Int) : s (as set.empty (Set Int)) (set.singleton 1) (set.insert 1 2 s) (set.union s s s)
         (Set Int) : (set.inter s s) (set.minus s s) (set.complement s) (set.filter f s) (union s s)
         (Set Bool) : (set.map f s) (as set.universe (Set Bool))
         (Set Int) : (set.comprehension ((x Int)) (> x 0) (* x x))
         Int : (set.card s) (set.choose s) (bag.choose b) (set.fold add 0 s) (bag.fold add 0 b)
         Int : (bag.count 1 b) (bag.card b) ((_ tuple.select 0) t)
         Bool : (set.member 1 s) (set.subset s s) (set.is_empty s) (bag.member 1 b) (bag.subbag b b)
         Bool : (set.all f s) (set.some f s) (set.is_singleton s) (bag.all f b)
         Bool : ((_ tuple.select 1) t) (= t (tuple 1 true))
         (Bag Int) : b (bag 1 2) (as bag.empty (Bag Int)) (bag.union_max b b) (bag.setof b)
         (Bag Int) : (bag.filter f b) {}
         (Bag Bool) : (bag.map f b)
         (Tuple Int Bool) : t (tuple 1 true)
         (Tuple Bool Int Int) : ((_ tuple.project 1 0 0) t)
         (Set (Tuple Int Bool)) : r
         (Set (Tuple Bool Int)) : (rel.transpose r)
         (Set (Tuple Int Real)) : (rel.join r q)
         (Set (Tuple Int Bool Bool Real)) : (rel.product r q)
         (Set (Tuple Int Int)) : (rel.tclosure e) (rel.iden (rel.join_image e 2))
         (Set (Set (Tuple Int Bool))) : ((_ rel.group 0) r)
         (Set (Tuple Bool)) : ((_ rel.project 1) r)
         (Nullable Int) : (nullable.some 1) (as nullable.null (Nullable Int))
         (Nullable Int) : ((_ nullable.lift +) (nullable.some 1) (nullable.some 2))
         Int : (nullable.val (nullable.some 1))
         (Bag (Tuple Bool)) : ((_ table.project 1) w)
         Unknown : (set.insert true s) (set.insert s) (set.union s 1) (set.member true s) (set.map f q)
         Unknown : (set.minus s b) (bag.count true b) (bag 1 true)
         Unknown : (set.card b) (bag.choose s) (as set.empty Int)
         Unknown : ((_ tuple.select 2) t) ((_ tuple.select 0) 1) ((_ tuple.project 2) t) (= t (tuple true 1))
         Unknown : (rel.join q r) (rel.tclosure r) (rel.product r w) (rel.transpose s)
         Unknown : (set.fold f 0 s) (set.all add s) (bag.map add 1) (rel.iden e) (nullable.val 1)
         Unknown : {}",
            each(bags, "b b"),
            each(bags, "b s")
        ),
    );
}
