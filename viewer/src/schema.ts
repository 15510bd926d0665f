// What may stand in a file, from the schema that the program prints: for completion and help.

export interface Schema {
  description?: string;
  enum?: (string | number)[];
  examples?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  required?: string[];
}

/** A step into a list. */
export const item = "*";

/** The schema and all of its alternatives. */
function each(schema: Schema): Schema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(each)];
}

export function schemasAt(root: Schema, path: string[]): Schema[] {
  let here = [root];
  for (const step of path) {
    here = here.flatMap(each).flatMap((schema) => {
      if (step === item) return schema.items ? [schema.items] : [];
      const property = schema.properties?.[step];
      if (property) return [property];
      return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
    });
  }
  return here;
}

export interface Key {
  name: string;
  help: string;
  nested: boolean;
  example: string;
}

export function keysAt(root: Schema, path: string[]): Key[] {
  const keys = new Map<string, Key>();
  for (const schema of schemasAt(root, path).flatMap(each)) {
    for (const [name, below] of Object.entries(schema.properties ?? {})) {
      if (keys.has(name)) continue;
      const all = each(below);
      keys.set(name, {
        name,
        help: below.description ?? "",
        nested: all.every((s) => !s.enum && !s.examples) && all.some((s) => s.properties || s.items),
        example: String(all.find((s) => s.examples)?.examples?.[0] ?? ""),
      });
    }
  }
  return [...keys.values()];
}

export function valuesAt(root: Schema, path: string[]): { text: string; kind: "word" | "example" }[] {
  const found = new Map<string, "word" | "example">();
  for (const schema of schemasAt(root, path).flatMap(each)) {
    for (const word of schema.enum ?? []) found.set(String(word), "word");
    for (const example of schema.examples ?? []) if (!found.has(example)) found.set(example, "example");
  }
  return [...found].map(([text, kind]) => ({ text, kind }));
}

export function helpAt(root: Schema, path: string[]): { help: string; examples: string[] } | null {
  const found = schemasAt(root, path);
  const help = found.map((s) => s.description).find((d) => d) ?? "";
  const values = valuesAt(root, path).map((v) => v.text);
  return help || values.length > 0 ? { help, examples: values } : null;
}

/** Where a place of the text is: the keys above it, the key on its own line, and whether a key may stand there. */
export interface Context {
  path: string[]; // of the map or list around it
  key: string | null; // whose value is being written; null: a key is
}

const keyPattern = /^([A-Za-z_][\w-]*)\s*:(?:\s|$)/;

/** By braces and indentation alone, so that half-written text has a place too. */
export function contextAt(text: string, at: number): Context {
  const path: string[] = [];
  // Inside braces or brackets: outwards until none is open.
  let end = at;
  let key: string | null = null;
  let first = true;
  for (;;) {
    const open = unmatched(text, end);
    if (open < 0) break;
    const inside = text.slice(open + 1, end);
    const piece = inside.slice(lastComma(inside) + 1).trimStart();
    const found = keyPattern.exec(piece + " ");
    if (first) key = found && /:\s/.test(piece + (piece.endsWith(":") ? " " : "")) ? found[1] : null;
    else if (found) path.unshift(found[1]);
    path.unshift(text[open] === "[" ? item : "");
    first = false;
    end = open;
  }
  const tidy = path.filter((step) => step !== "");
  // Then by indentation.
  const lines = text.slice(0, end).split("\n");
  let line = lines.pop() ?? "";
  const above: string[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (let own = true; ; own = false) {
    let rest = line;
    let column = rest.length - rest.trimStart().length;
    rest = rest.trimStart();
    const comment = rest.startsWith("#") || (rest === "" && !own);
    if (own && rest === "") indent = column;
    if (!comment && (own || column < indent)) {
      const dashes: number[] = [];
      while (/^-(\s|$)/.test(rest)) {
        const skip = /^-\s*/.exec(rest)![0].length;
        dashes.push(column);
        column += skip;
        rest = rest.slice(skip);
      }
      const found = keyPattern.exec(rest + " ");
      if (own) {
        if (found && first) key = found[1];
        else if (found) above.unshift(found[1]);
        indent = dashes.length > 0 ? dashes[0] : Math.min(indent, column);
        for (let i = 0; i < dashes.length; ++i) above.unshift(item);
      } else if (dashes.length > 0 && column <= indent && dashes[0] < indent) {
        // A key of the same item stands at the item's column; a deeper one below its key.
        if (found && column < indent) above.unshift(found[1]);
        for (let i = 0; i < dashes.length; ++i) above.unshift(item);
        indent = dashes[0];
      } else if (found && (column < indent || (column === indent && above[0] === item))) {
        above.unshift(found[1]);
        indent = column;
      }
    } else if (!comment && column === indent && above[0] === item && !/^-/.test(rest)) {
      const found = keyPattern.exec(rest + " ");
      if (found) above.unshift(found[1]);
    }
    if (lines.length === 0 || (indent === 0 && above[0] !== item && !own)) break;
    line = lines.pop()!;
  }
  return { path: [...above, ...tidy], key };
}

/** The last brace or bracket before a place that is still open there; −1: none. Quotes and comments count. */
function unmatched(text: string, end: number): number {
  const open: number[] = [];
  let quote = "";
  for (let i = 0; i < end; ++i) {
    const c = text[i];
    if (quote) {
      if (c === quote) quote = "";
    } else if ((c === '"' || c === "'") && /[\s:,[{]/.test(text[i - 1] ?? " ")) quote = c;
    else if (c === "#" && /\s/.test(text[i - 1] ?? " ")) {
      while (i < end && text[i] !== "\n") ++i;
    } else if (c === "{" || c === "[") open.push(i);
    else if (c === "}" || c === "]") open.pop();
  }
  return open.length > 0 ? open[open.length - 1] : -1;
}

function lastComma(text: string): number {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; --i) {
    if (text[i] === "}" || text[i] === "]") ++depth;
    else if (text[i] === "{" || text[i] === "[") --depth;
    else if (text[i] === "," && depth === 0) return i;
  }
  return -1;
}
