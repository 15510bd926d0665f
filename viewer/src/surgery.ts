// Changes of a file's keys that leave the rest of the text as it is.

import { isMap, isScalar, type Document, type Pair, type ParsedNode, type YAMLMap } from "yaml";

interface Change {
  from: number;
  to: number;
  text: string;
}

type Entry = Pair<ParsedNode, ParsedNode | null>;

const keyOf = (pair: Entry): string => (isScalar(pair.key) ? String(pair.key.value) : "");

function mapAt(document: Document.Parsed, path: string[]): YAMLMap.Parsed | null {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isMap(node) ? (node as YAMLMap.Parsed) : null;
}

/** Takes a key with its value out. */
function removal(text: string, document: Document.Parsed, path: string[]): Change | null {
  const map = mapAt(document, path.slice(0, -1));
  const items = (map?.items ?? []) as Entry[];
  const at = items.findIndex((pair) => keyOf(pair) === path[path.length - 1]);
  if (!map || at < 0) return null;
  const start = items[at].key.range![0];
  const end = items[at].value?.range?.[1] ?? items[at].key.range![1];
  if (map.flow) {
    if (at + 1 < items.length) return { from: start, to: items[at + 1].key.range![0], text: "" };
    const before = at > 0 ? (items[at - 1].value?.range?.[1] ?? items[at - 1].key.range![1]) : start;
    return { from: before, to: end, text: "" };
  }
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", Math.max(end - 1, start));
  // The first key of an item in a list shares its line with the dash.
  const from = text.slice(lineStart, start).trim() === "" ? lineStart : start;
  return { from, to: lineEnd < 0 ? text.length : lineEnd + 1, text: "" };
}

/** Another type of model: `model.type` is set and the keys that it does not take are dropped. */
export function withModel(text: string, document: Document.Parsed, type: string, dropped: string[]): string {
  const changes: Change[] = [];
  for (const path of dropped) {
    const change = removal(text, document, path.split("."));
    if (change) changes.push(change);
  }
  const model = mapAt(document, ["model"]);
  const written = ((model?.items ?? []) as Entry[]).find((pair) => keyOf(pair) === "type")?.value;
  if (written?.range) changes.push({ from: written.range[0], to: written.range[1], text: type });
  else if (model && model.items.length > 0) {
    const first = (model.items[0] as Entry).key.range![0];
    const indent = first - (text.lastIndexOf("\n", first - 1) + 1);
    changes.push({ from: first, to: first, text: `type: ${type}${model.flow ? ", " : "\n" + " ".repeat(indent)}` });
  } else changes.push({ from: text.length, to: text.length, text: `${text.endsWith("\n") ? "" : "\n"}model: {type: ${type}}\n` });
  changes.sort((a, b) => b.from - a.from);
  for (const { from, to, text: insert } of changes) text = text.slice(0, from) + insert + text.slice(to);
  return text;
}
