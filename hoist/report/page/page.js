"use strict";

// The table: its filters, its order, its rows that open, and all of that in the address, so that a link says it.

const found = JSON.parse(document.getElementById("data").textContent);
const table = document.getElementById("repositories");
const body = table.tBodies[0];
const controls = document.getElementById("controls"); // only where there is something to choose from
const search = document.getElementById("search");
const code = document.getElementById("code");
const order = document.getElementById("order");
const clear = document.getElementById("clear");
const counts = document.getElementById("counts");

const ORDERS = ["name", "outcome", "findings", "nodes", "time"];
const NUMBERS = ["findings", "nodes", "time"]; // the largest first
const OUTCOMES = [...counts.children].map((count) => count.dataset.outcome);

const rows = [...body.rows].map((row, index) => ({
  row,
  index,
  name: row.querySelector(".name").textContent,
  outcome: row.dataset.outcome,
  codes: row.dataset.codes.split(" "),
  text: null, // what is searched, made at the first search
  opened: null, // the row below, while it is open
  button: null,
}));

function buttonsInRows() {
  for (const one of rows) {
    const label = one.row.querySelector(".name");
    one.button = element("button", { type: "button", class: "name", "aria-expanded": "false", "aria-controls": `details-${one.index}` },
      icon("open"), element("span", {}, one.name));
    label.replaceWith(one.button);
    one.button.addEventListener("click", () => { toggle(one); remember(); });
  }
}

function toggle(one, open = !one.opened) {
  if (open === Boolean(one.opened)) return;
  one.button.setAttribute("aria-expanded", String(open));
  one.row.classList.toggle("open", open);
  if (open) {
    const cell = element("td", { colspan: "5", role: "cell" }, detailsOf(found[one.index], one.name, rows.length === 1));
    one.opened = element("tr", { class: "below", role: "row", id: `details-${one.index}` }, cell);
    one.row.after(one.opened);
  } else {
    endPlots(one.opened);
    one.opened.remove();
    one.opened = null;
  }
}

// --- what is shown, and in which order

const state = { outcomes: new Set(), code: "", query: "", order: "" };

function textOf(one) {
  const { reason = "", problems = [], findings = [], rewrites = [], facts = [] } = found[one.index];
  const parts = [one.name, one.outcome.replaceAll("_", " "), ...one.codes, reason, ...problems, ...facts.map((fact) => fact[1]),
    ...findings.flatMap((finding) => [finding.where, finding.message]), ...rewrites.flatMap((rewrite) => rewrite.files)];
  return parts.join("\n").toLowerCase();
}

function matches(one, words) {
  if (state.outcomes.size && !state.outcomes.has(one.outcome)) return false;
  if (state.code && !one.codes.includes(state.code)) return false;
  if (!words.length) return true;
  one.text ??= textOf(one);
  return words.every((word) => one.text.includes(word));
}

function show() {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const one of rows) {
    const there = matches(one, words);
    one.row.hidden = !there;
    if (one.opened) one.opened.hidden = !there;
    shown += there;
  }
  document.getElementById("none").hidden = shown > 0 || !rows.length;
  if (!controls) return;
  const all = shown === rows.length;
  document.getElementById("shown").textContent = all
    ? `All ${rows.length.toLocaleString("en")} shown` : `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")} shown`;
  clear.hidden = !(state.outcomes.size || state.code || state.query);
  for (const button of counts.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(state.outcomes.has(button.parentElement.dataset.outcome)));
  }
}

function arrange() {
  const key = state.order.replace(/^-/, "");
  const sign = state.order.startsWith("-") ? -1 : 1;
  const value = {
    name: (one) => one.name.toLowerCase(),
    outcome: (one) => OUTCOMES.indexOf(one.outcome),
    findings: (one) => Number(one.row.dataset.findings),
    nodes: (one) => Number(one.row.dataset.nodes ?? -1),
    time: (one) => Number(one.row.dataset.time ?? -1),
    "": (one) => one.index,
  }[key];
  const sorted = rows.map((one) => [value(one), one]).sort(([left, a], [right, b]) => {
    if (left === right) return a.index - b.index;
    return sign * (left < right ? -1 : 1);
  });
  body.append(...sorted.flatMap(([, one]) => (one.opened ? [one.row, one.opened] : [one.row])));
  for (const head of table.querySelectorAll("th[data-key]")) {
    const own = head.dataset.key === key;
    if (own) head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
  if (!order) return;
  if (![...order.options].some((option) => option.value === state.order)) {
    order.append(element("option", { value: state.order }, `${key}, ${sign < 0 ? "descending" : "ascending"}`));
  }
  order.value = state.order;
}

// --- the address

function linkTo(name) {
  return `#${new URLSearchParams({ open: name })}`;
}

let waiting = 0;
function remember() {
  clearTimeout(waiting);
  waiting = setTimeout(() => { // browsers allow only so many changes of the address in a time
    const parts = new URLSearchParams();
    for (const outcome of OUTCOMES) if (state.outcomes.has(outcome)) parts.append("outcome", outcome);
    if (state.code) parts.append("code", state.code);
    if (state.query) parts.append("search", state.query);
    if (state.order) parts.append("order", state.order);
    if (rows.length > 1) for (const one of rows) if (one.opened) parts.append("open", one.name);
    const hash = parts.toString();
    try {
      history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    } catch { // a page inside another one may have no address of its own
    }
  }, 200);
}

function recall() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const asked = parts.get("order") || "";
  state.outcomes = new Set(parts.getAll("outcome").filter((outcome) => OUTCOMES.includes(outcome)));
  state.code = parts.get("code") || "";
  state.query = parts.get("search") || "";
  state.order = ORDERS.includes(asked.replace(/^-/, "")) ? asked : "";
  if (controls) {
    code.value = state.code;
    if (code.selectedIndex < 0) code.value = state.code = "";
    search.value = state.query;
  }
  const open = new Set(parts.getAll("open"));
  for (const one of rows) toggle(one, rows.length === 1 || open.has(one.name));
  arrange();
  show();
  const first = rows.find((one) => one.opened && rows.length > 1);
  if (first && open.size === 1) {
    first.button.focus({ preventScroll: true });
    first.row.scrollIntoView();
  }
}

// --- what a person does

function change(key, value) {
  state[key] = value;
  if (key === "order") arrange();
  show();
  remember();
}

function buttonsInCounts() {
  for (const count of counts.children) {
    const outcome = count.dataset.outcome;
    const button = element("button", { type: "button", "aria-pressed": "false", title: count.title });
    button.append(...count.childNodes);
    count.replaceChildren(button);
    count.removeAttribute("title");
    button.addEventListener("click", () => {
      if (!state.outcomes.delete(outcome)) state.outcomes.add(outcome);
      change("outcomes", state.outcomes);
    });
  }
}

function buttonsInHeads() {
  for (const head of table.querySelectorAll("th[data-key]")) {
    const button = element("button", { type: "button" }, head.textContent);
    head.replaceChildren(button);
    const key = head.dataset.key;
    const [first, second] = NUMBERS.includes(key) ? [`-${key}`, key] : [key, `-${key}`];
    button.addEventListener("click", () => change("order", state.order === first ? second : state.order === second ? "" : first));
  }
}

function visibleRows() {
  return [...body.querySelectorAll("tr.row:not([hidden]) button.name")];
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input, select, textarea");
  if (event.key === "/" && !typing && search) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.target === search) {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      visibleRows()[0]?.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      search.value = "";
      change("query", "");
    }
  } else if (!typing) {
    onRowKey(event);
  }
}

function onRowKey(event) {
  const inside = event.target.closest("tr.row, tr.below");
  const one = inside && rows.find(({ row, opened }) => row === inside || opened === inside);
  if (!one) return;
  if (event.key === "Escape" && one.opened && rows.length > 1) {
    toggle(one, false);
    one.button.focus();
    remember();
  }
  if (event.target !== one.button) return;
  const all = visibleRows();
  const at = all.indexOf(one.button);
  const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] || search, Home: all[0], End: all[all.length - 1] }[event.key];
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    event.preventDefault();
    toggle(one, event.key === "ArrowRight");
    remember();
  }
}

buttonsInRows();
if (controls) {
  buttonsInCounts();
  buttonsInHeads();
  controls.hidden = false;
  document.getElementById("keys").hidden = false;
  controls.addEventListener("submit", (event) => event.preventDefault());
  search.addEventListener("input", () => change("query", search.value.trim()));
  code.addEventListener("change", () => change("code", code.value));
  order.addEventListener("change", () => change("order", order.value));
  clear.addEventListener("click", () => {
    Object.assign(state, { outcomes: new Set(), code: "", query: "" });
    search.value = code.value = "";
    show();
    remember();
    search.focus();
  });
}
addEventListener("hashchange", recall);
addEventListener("keydown", onKey);
recall();
