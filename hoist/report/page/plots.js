"use strict";

// The curves of one proof: step times, and nodes in the graph. Colours come from the style sheet, so that they follow
// its light, dark and printed forms; the rewritten program's line is dashed, for who does not tell the colours apart.

const PLOT_HEIGHT = 210;
const LINES = [
  { name: "original", dash: [], colour: "--original" },
  { name: "rewritten", dash: [7, 4], colour: "--rewritten" },
];
const drawn = new Set(); // plots on the page, each with a function that draws it anew

function plotsOf(curves) {
  const steps = Math.min(...LINES.map((line) => curves[line.name].milliseconds.length));
  const longer = LINES.filter((line) => curves[line.name].milliseconds.length > steps);
  const rest = longer.map((line) => `The ${line.name} program was timed for ${curves[line.name].milliseconds.length} steps;`
    + ` ${steps} are drawn.`);
  return element("div", { class: "plots" },
    figure("Step time in ms, by step", curves, steps, "milliseconds", "time_words"),
    figure("Nodes in the graph, by step", curves, steps, "nodes", "node_words"),
    rest.length ? element("p", { class: "aside" }, rest.join(" ")) : null,
    numbersOf(curves, steps));
}

function figure(title, curves, steps, quantity, words) {
  const said = LINES.map((line) => `${line.name}: ${curves[line.name][words]}`);
  const canvas = element("div", { class: "canvas", role: "img", "aria-label": `${title}. ${said.join(". ")}.` });
  const readout = element("p", { class: "readout", "aria-hidden": "true" });
  const legend = element("ul", { class: "legend" }, ...LINES.map((line) => element("li", {},
    element("span", { class: `sample ${line.name}`, "aria-hidden": "true" }),
    element("b", {}, line.name), ` ${curves[line.name][words]}`)));
  const rows = LINES.map((line) => curves[line.name][quantity].slice(0, steps));
  const data = [Array.from({ length: steps }, (_, step) => step + 1), ...rows];
  watch(canvas, (width) => new uPlot(options(width, data, readout), data, canvas));
  return element("figure", {}, element("figcaption", {}, title), canvas, readout, legend);
}

function options(width, data, readout) {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const steps = data[0].length;
  const top = Math.max(...data.slice(1).flat()) || 1;
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = { stroke: colour("--ink-2"), font, ticks: { stroke: colour("--rule"), width: 1, size: 4 }, gap: 4 };
  const say = (plot) => {
    const at = plot.cursor.idx;
    const values = LINES.map((line, index) => `${line.name} ${at == null ? "" : format(data[index + 1][at])}`);
    readout.textContent = at == null ? "" : `step ${data[0][at]}: ${values.join(", ")}`;
  };
  return {
    width,
    height: PLOT_HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false, range: [1, Math.max(steps, 2)] }, y: { range: [0, top * 1.06] } },
    axes: [
      { ...axis, size: 30, space: 36, grid: { show: false }, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
      { ...axis, size: 52, space: 36, grid: { stroke: colour("--rule"), width: 1 },
        values: (_, ticks) => ticks.map(format) },
    ],
    series: [{}, ...LINES.map((line) => ({
      label: line.name, stroke: colour(line.colour), width: 2, dash: line.dash, points: { show: steps < 3, size: 6 },
    }))],
    hooks: { setCursor: [say] },
  };
}

function format(value) {
  if (value == null) return "not known";
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

// Draws when the element has a width, and anew when that changes or the colours do.
function watch(canvas, draw) {
  let plot = null;
  let width = 0;
  const entry = {
    canvas,
    draw() {
      if (plot) plot.destroy();
      plot = width ? draw(width) : null;
    },
    end() {
      observer.disconnect();
      if (plot) plot.destroy();
      drawn.delete(entry);
    },
  };
  const observer = new ResizeObserver((sizes) => {
    const now = Math.floor(sizes[0].contentRect.width);
    if (now === width) return;
    width = now;
    entry.draw();
  });
  observer.observe(canvas);
  drawn.add(entry);
}

function drawAnew() {
  for (const entry of drawn) entry.draw();
}

function endPlots(within) {
  for (const entry of [...drawn]) if (within.contains(entry.canvas)) entry.end();
}

function numbersOf(curves, steps) {
  const details = element("details", { class: "numbers" }, element("summary", {}, "The numbers"));
  details.addEventListener("toggle", () => {
    if (details.querySelector("table")) return;
    const heads = ["Step", ...LINES.map((line) => `${line.name}, ms`), ...LINES.map((line) => `${line.name}, nodes`)];
    const quantities = ["milliseconds", "nodes"];
    const body = Array.from({ length: steps }, (_, step) => element("tr", {},
      element("th", { scope: "row" }, String(step + 1)),
      ...quantities.flatMap((quantity) => LINES.map((line) => element("td", {}, format(curves[line.name][quantity][step]))))));
    details.append(element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The numbers" },
      element("table", {},
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, ...body))));
  });
  return details;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAnew);
for (const [event, printed] of [["beforeprint", true], ["afterprint", false]]) {
  addEventListener(event, () => {
    document.documentElement.classList.toggle("printed", printed); // on paper the light colours hold
    drawAnew();
  });
}
