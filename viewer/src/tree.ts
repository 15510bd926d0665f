// From YAML text to the tree that the reader of the library takes (viewer/wasm/request.hpp). What YAML allows and
// model files do not is refused here, in the words of the program.

import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";
import type { Document, Node, Pair, ParsedNode, Scalar } from "yaml";
import { parseCsv } from "./csv";
import type { Problem } from "./record";

export interface Range {
  from: number;
  to: number;
}

export interface Tree {
  request: string;
  problems: Problem[]; // the text is no tree
  scalars: Range[]; // of every value that is no list and no map, in order
  document: Document.Parsed | null;
}

export type Files = Record<string, string>;

const encoder = new TextEncoder();
const bytes = (text: string) => encoder.encode(text).length;

const deepest = 16;

class Refusal extends Error {
  constructor(readonly at: number, message: string) {
    super(message);
  }
}

/** Places as the program counts them: lines from 1, columns in bytes from 1. */
export class Places {
  private readonly starts: number[] = [0];
  constructor(private readonly text: string) {
    for (let i = 0; i < text.length; ++i) if (text[i] === "\n") this.starts.push(i + 1);
  }
  of(at: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: 1 + bytes(this.text.slice(this.starts[low], at)) };
  }
  /** The offset of a place; the line's end where the column is beyond it. */
  offset(line: number, column: number): number {
    const start = this.starts[Math.min(Math.max(line, 1), this.starts.length) - 1];
    const end = line < this.starts.length ? this.starts[line] - 1 : this.text.length;
    let at = start;
    for (let left = column - 1; left > 0 && at < end; ++at) left -= bytes(String.fromCodePoint(this.text.codePointAt(at)!));
    return Math.min(at, end);
  }
}

class Encoder {
  readonly parts: string[] = [];
  readonly scalars: Range[] = [];

  constructor(private readonly text: string, private readonly places: Places) {}

  part(kind: string, at: number, size: number): void {
    const { line, column } = this.places.of(at);
    this.parts.push(`${kind} ${line} ${column} ${size}\n`);
  }
  string(at: number, value: string): void {
    this.part("t", at, bytes(value));
    this.parts.push(value, "\n");
  }

  /** `next`: where what follows stands, which is the place of what is missing. */
  node(node: ParsedNode | null, next: number, depth: number): void {
    if (!node) {
      this.scalars.push({ from: next, to: next });
      return this.part("e", next, 0);
    }
    const at = node.range![0];
    if (isAlias(node)) throw new Refusal(at, "found an alias (*name); aliases are not allowed: write the value out");
    if ("anchor" in node && node.anchor) throw new Refusal(at, "found an anchor (&name); anchors are not allowed: write the value out");
    if (node.tag || this.text[at] === "!") throw new Refusal(at, "found a tag (!type); tags are not allowed: write the plain value");
    if (isScalar(node)) return this.scalar(node);
    if (depth > deepest) throw new Refusal(at, `found values nested more than ${deepest} deep; expected at most ${deepest}`);
    if (isSeq(node)) {
      this.part("l", at, node.items.length);
      for (const item of node.items) this.node(item as ParsedNode | null, at, depth + 1);
    } else if (isMap(node)) {
      this.map(node.items as Pair<ParsedNode, ParsedNode | null>[], at, depth);
    }
  }

  private scalar(node: Scalar.Parsed): void {
    const [from, to] = node.range;
    this.scalars.push({ from, to });
    const value = String(node.value ?? "");
    if (node.type === "PLAIN" && /^(|~|null|Null|NULL)$/.test(node.source)) this.part("e", from, 0);
    else this.string(from, value);
  }

  private map(items: Pair<ParsedNode, ParsedNode | null>[], at: number, depth: number): void {
    this.part("m", at, items.length);
    const seen = new Map<string, number>();
    for (const { key, value } of items) {
      const place = key?.range?.[0] ?? at;
      if (!isScalar(key)) throw new Refusal(place, `found ${isSeq(key) ? "a list" : "a map of keys"} as a key; expected a plain word`);
      const name = String(key.value ?? "");
      const first = seen.get(name);
      if (first !== undefined)
        throw new Refusal(
          place,
          `found the key "${name}" a second time; expected it once (first in line ${this.places.of(first).line}): remove one`,
        );
      seen.set(name, place);
      this.string(place, name);
      this.node(value, place, depth + 1);
    }
  }

  tables(files: Files): void {
    const names = Object.keys(files);
    this.part("f", 0, names.length);
    for (const name of names) {
      const { header, rows } = parseCsv(files[name]);
      this.string(0, name);
      this.part("c", 0, header.length);
      for (const { path, unit } of header) {
        this.string(0, path);
        this.string(0, unit);
      }
      this.part("r", 0, rows.length);
      for (const row of rows) {
        for (let i = 0; i < header.length; ++i) {
          const cell = row.cells[i] ?? "";
          this.parts.push(`t ${row.line} 0 ${bytes(cell)}\n`, cell, "\n");
        }
      }
    }
  }
}

const errorWords: Record<string, string> = {
  TAB_AS_INDENT: "found a tab in the indentation; expected blanks",
  MISSING_CHAR: "found text that is not closed",
  BAD_ALIAS: "found an alias (*name); aliases are not allowed: write the value out",
};

export function treeOf(text: string, files: Files): Tree {
  const failed = (problem: Problem): Tree => ({ request: "", problems: [problem], scalars: [], document: null });
  const at = (offset: number, message: string) => failed({ ...new Places(text).of(offset), path: "", message });
  const documents = parseAllDocuments(text, {
    schema: "failsafe",
    uniqueKeys: false,
    keepSourceTokens: true,
    strict: true,
    prettyErrors: false,
    lineCounter: new LineCounter(),
  }) as Document.Parsed[];
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (!document || (document.errors.length === 0 && !document.contents))
    return failed({ line: 0, column: 0, path: "", message: 'found nothing; expected a model file that starts with "supple: 1"' });
  const error = document.errors[0];
  if (error) {
    const words = errorWords[error.code] ?? `found text that is not YAML (${error.message})`;
    return at(error.pos[0], `${words}; expected keys and values such as "length: 50 mm"`);
  }
  if (documents.length > 1) return at(documents[1].range[0], "found a second document; expected one model in a file");
  const places = new Places(text);
  const encoder = new Encoder(text, places);
  try {
    encoder.node(document.contents, 0, 1);
  } catch (refusal) {
    if (refusal instanceof Refusal) return at(refusal.at, refusal.message);
    throw refusal;
  }
  encoder.tables(files);
  return { request: encoder.parts.join(""), problems: [], scalars: encoder.scalars, document };
}

/** Where the value at the path of keys stands, for hints; null where nothing does. */
export function nodeAt(document: Document.Parsed, path: (string | number)[]): Node | null {
  const found = document.getIn(path, true);
  return found && typeof found === "object" ? (found as Node) : null;
}
