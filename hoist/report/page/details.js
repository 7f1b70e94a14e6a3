"use strict";

// What opens below a repository's row. All that comes from repositories is put in as text nodes, never as markup.

const LONG_DIFF = 600; // lines of one file; a longer one is drawn when it is asked for
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) made.setAttribute(name, value);
  made.append(...children.filter((child) => child != null));
  return made;
}

function icon(name) {
  return element("span", { class: `icon icon-${name}` });
}

// Words with code in them, which hoist's own messages put between backticks.
function prose(text) {
  return text.split(/(`[^`\n]+`)/).map((part, at) => (at % 2 ? element("code", {}, part.slice(1, -1)) : part));
}

function detailsOf(found, name, single) {
  const refused = (found.findings || []).filter((finding) => finding.refused);
  const remedied = (found.findings || []).filter((finding) => !finding.refused);
  return element("div", { class: "details" },
    single && found.reason ? element("p", { class: "lead" }, ...prose(found.reason)) : null,
    found.advice ? element("p", { class: "advice" }, element("b", {}, "What you can do: "), ...prose(found.advice)) : null,
    section("Take it", found.take, takeOf),
    section("Rewrites", found.rewrites, (rewrites) => rewrites.map(rewriteOf)),
    section("Left as it is", refused, findingsOf),
    section("Found, with a remedy", remedied, findingsOf),
    section("Not read", found.problems, (lines) => [element("ul", { class: "problems" }, ...lines.map((line) => element("li", {}, line)))]),
    section("The work", found.facts, factsOf),
    !Object.keys(found).some((key) => key !== "facts") ? element("p", { class: "aside" }, "Nothing was found that grows the graph.") : null,
    single ? null : element("p", { class: "aside" }, element("a", { href: linkTo(name), class: "permalink" }, "Link to this repository")));
}

function section(title, values, draw) {
  if (!values || !values.length) return null;
  const count = values.length > 1 && draw !== takeOf && draw !== factsOf ? ` (${values.length})` : "";
  return element("section", {}, element("h2", {}, title + count), ...draw(values));
}

function factsOf(facts) {
  return [element("dl", { class: "facts" }, ...facts.flatMap(([label, text]) => [
    element("dt", {}, label), element("dd", {}, /^https?:\/\/[^\s]+$/.test(text)
      ? element("a", { href: text, rel: "noopener noreferrer" }, text) : text)]))];
}

function takeOf(ways) {
  return [
    element("p", {}, "In the repository, with CAMPAIGN for the folder that holds this page:"),
    ...ways.map(([label, command]) => element("div", { class: "command" },
      element("span", { class: "label" }, label), element("code", {}, command), copyButton(command))),
  ];
}

function copyButton(text) {
  if (!navigator.clipboard) return null;
  const button = element("button", { type: "button", class: "quiet" }, "Copy");
  button.addEventListener("click", () => navigator.clipboard.writeText(text).then(
    () => { button.textContent = "Copied"; },
    () => { button.textContent = "Not allowed"; }));
  return button;
}

function rewriteOf(rewrite) {
  return element("article", { class: "rewrite" },
    element("h3", {}, rewrite.files.join(", ")),
    element("p", { class: `badge tone-${rewrite.outcome}` }, icon(rewrite.outcome), rewrite.words),
    rewrite.reason ? element("p", {}, ...prose(rewrite.reason)) : null,
    ...rewrite.proofs.map(proofOf),
    ...filesOf(rewrite.diff).map(diffOf));
}

function proofOf(proof) {
  const tone = proof.equal ? "good" : proof.different ? "bad" : "unsure";
  const command = [proof.script, ...proof.arguments].join(" ");
  return element("div", { class: "proof" },
    element("h4", {}, "Run of ", element("code", {}, command)),
    element("p", { class: `verdict tone-${tone}` }, icon(proof.equal ? "yes" : proof.different ? "no" : "failed"),
      element("span", {}, element("b", {}, proof.headline), proof.cause ? `: ${proof.cause}` : "")),
    proof.questions.length ? questionsOf(proof.questions) : null,
    proof.difference.length ? element("pre", { class: "difference", tabindex: "0" }, proof.difference.join("\n")) : null,
    proof.curves ? plotsOf(proof.curves) : null,
    proof.circumstances.length ? element("ul", { class: "aside circumstances" },
      ...proof.circumstances.map((line) => element("li", {}, line))) : null);
}

function questionsOf(questions) {
  return element("table", { class: "questions" },
    element("caption", { class: "unseen" }, "The four questions of the proof"),
    element("tbody", {}, ...questions.map(({ question, answer, good, evidence }) => element("tr", {},
      element("th", { scope: "row" }, question),
      element("td", { class: `answer tone-${good == null ? "unsure" : good ? "good" : "bad"}` },
        icon(good == null ? "refused" : good ? "yes" : "no"), answer),
      element("td", {}, ...evidence.map((line) => element("div", {}, line)))))));
}

function findingsOf(findings) {
  return [element("ol", { class: "findings" }, ...findings.map((finding) => element("li", {},
    element("p", { class: "message" }, element("code", { class: "rule" }, finding.rule), " ", ...prose(finding.message)),
    element("p", { class: "where" }, finding.where, element("span", { class: "loop" }, ` in the loop at ${finding.loop}`)),
    element("dl", { class: "notes" }, ...finding.notes.flatMap(([label, text]) => [
      element("dt", {}, label), element("dd", { class: label === "what you can do" ? "can-do" : null }, ...prose(text))])))))];
}

// The files of a unified diff: a header, then hunks whose lengths say which lines are theirs, for a removed line may
// read like a header.
function filesOf(diff) {
  const files = [];
  let file = null;
  let old = 0;
  let now = 0;
  const lines = diff.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  for (const line of lines) {
    const hunk = old > 0 || now > 0 ? null : HUNK.exec(line);
    let kind = "same";
    if (old > 0 || now > 0) {
      kind = { "+": "added", "-": "removed" }[line[0]] || "same";
      if (line[0] !== "+" && line[0] !== "\\") old -= 1;
      if (line[0] !== "-" && line[0] !== "\\") now -= 1;
    } else if (hunk) {
      kind = "hunk";
      old = Number(hunk[1] ?? 1);
      now = Number(hunk[2] ?? 1);
    } else if (line.startsWith("--- ") || !file) {
      file = { name: "", lines: [], added: 0, removed: 0 };
      files.push(file);
      kind = "header";
    } else if (!line.startsWith("\\")) {
      kind = "header";
    }
    if (kind === "header" && line.startsWith("+++ ")) file.name = line.slice(4).trimEnd().replace(/^"?b\//, "");
    if (kind === "added" || kind === "removed") file[kind] += 1;
    if (kind !== "header") file.lines.push([kind, line]);
  }
  return files;
}

function diffOf(file) {
  const box = element("details", { class: "diff" }, element("summary", {},
    element("code", {}, file.name || "diff"), " ",
    element("span", { class: "sums" }, `${file.added} added, ${file.removed} removed`)));
  const draw = () => {
    if (box.querySelector("pre")) return;
    box.append(element("pre", { tabindex: "0", role: "region", "aria-label": `Diff of ${file.name}` },
      element("code", {}, ...file.lines.map(([kind, line]) => element("span", { class: `line ${kind}` }, `${line}\n`)))));
  };
  if (file.lines.length <= LONG_DIFF) {
    draw();
    box.open = true;
  } else {
    box.addEventListener("toggle", draw);
  }
  return box;
}
