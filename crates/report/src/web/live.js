"use strict";
// Filters and sorts the table of bugs, copies, and, where pages are served, keeps them up to date.

function filter() {
  const form = document.getElementById("filter");
  if (!form) return;
  const wanted = new FormData(form);
  const words = wanted.get("words").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of document.querySelectorAll("#bugs tbody tr")) {
    const has = (name) => {
      const value = wanted.get(name);
      return !value || row.dataset[name].split(" ").includes(value);
    };
    const text = row.textContent.toLowerCase();
    const fits = ["solver", "oracle", "theory", "status"].every(has) && words.every((word) => text.includes(word));
    row.hidden = !fits;
    shown += fits ? 1 : 0;
  }
  document.getElementById("count").textContent = shown === 1 ? "1 bug" : shown + " bugs";
}

let order = null;

function sort() {
  if (!order) return;
  const heading = document.querySelectorAll("#bugs thead th")[order.column];
  const rows = document.querySelector("#bugs tbody");
  const numbers = heading.dataset.kind === "number";
  const key = (row) => {
    const text = row.children[order.column].textContent;
    return numbers ? (parseFloat(text) || 0) : text;
  };
  const compare = (a, b) => (numbers ? key(a) - key(b) : key(a).localeCompare(key(b), undefined, { numeric: true }));
  const sorted = [...rows.children].sort((a, b) => (order.down ? compare(b, a) : compare(a, b)));
  rows.append(...sorted);
}

document.querySelectorAll("#bugs thead th").forEach((heading, column) => {
  heading.querySelector("button").addEventListener("click", () => {
    order = { column, down: order && order.column === column ? !order.down : false };
    for (const other of document.querySelectorAll("#bugs thead th")) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order.down ? "descending" : "ascending");
    sort();
  });
});

const form = document.getElementById("filter");
if (form) {
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const from = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(from.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(from);
      button.textContent = "Selected: copy it now";
    }
  });
}

// New options of a filter are kept: what is chosen stays chosen.
async function refresh() {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = page.getElementById(part.id);
    if (now && !part.contains(document.activeElement)) part.replaceWith(now);
  }
  const known = document.getElementById("filter");
  const selects = known ? known.querySelectorAll("select") : [];
  for (const select of selects) {
    const there = new Set([...select.options].map((option) => option.value));
    for (const option of page.querySelector("#filter select[name=" + select.name + "]").options) {
      if (!there.has(option.value)) select.append(option.cloneNode(true));
    }
  }
  sort();
  filter();
}

if (document.body.dataset.served === "yes") {
  const state = document.getElementById("state");
  const events = new EventSource("events");
  let busy = false, again = false;
  events.addEventListener("open", () => { state.textContent = "live"; });
  events.addEventListener("error", () => { state.textContent = "not connected"; });
  events.addEventListener("message", async (event) => {
    document.body.dataset.version = event.data;
    if (busy) { again = true; return; }
    busy = true;
    do { again = false; try { await refresh(); } catch { /* the next one will tell */ } } while (again);
    busy = false;
  });
}
