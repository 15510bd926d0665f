// Puts the page together: one file with the script, the style sheet, the solver, the examples and the licences.
//
// usage: node assemble.mjs MODULE.wasm.lzma SCHEMA.json FOLDER

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [wasmFile, schemaFile, folder] = process.argv.slice(2);
const text = (...path) => readFileSync(join(here, ...path), "utf8");

/** What a validator needs and completion does not. */
function slim(schema) {
  if (Array.isArray(schema)) return schema.map(slim);
  if (typeof schema !== "object" || schema === null) return schema;
  const dropped = ["pattern", "type", "minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems"];
  const kept = Object.entries(schema).filter(([key, value]) => !(dropped.includes(key) && typeof value !== "object") && key !== "required" && !(key === "type" && Array.isArray(value)));
  return Object.fromEntries(kept.map(([key, value]) => [key, slim(value)]));
}

const examplesFolder = join(here, "..", "examples");
const named = (ext) => readdirSync(examplesFolder).filter((name) => name.endsWith(ext)).sort();
const read = (name) => readFileSync(join(examplesFolder, name), "utf8");
const examples = Object.fromEntries(named(".yaml").map((name) => [name, read(name)]));
const all = Object.values(examples).join("\n").replace(/^\s*#.*$/gm, "");
const files = Object.fromEntries(named(".csv").filter((name) => all.includes(name)).map((name) => [name, read(name)]));
const version = /project\(supple VERSION ([0-9.]+)/.exec(text("..", "CMakeLists.txt"))[1];
const data = { version, examples, files, schema: slim(JSON.parse(readFileSync(schemaFile, "utf8"))) };

/** The licences of all packages that are bundled, and of what is compiled into the solver. */
function licences() {
  const seen = new Map();
  const visit = (name) => {
    if (seen.has(name)) return;
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    if (!file) throw new Error(`${name} has no licence file`);
    seen.set(name, `${name} ${about.version} (${about.license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`);
    for (const below of Object.keys(about.dependencies ?? {})) if (existsSync(join(here, "node_modules", below))) visit(below);
  };
  for (const name of Object.keys(JSON.parse(text("package.json")).dependencies)) visit(name);
  return [
    `supple ${version} (Apache-2.0); the text of that licence is the file LICENSE of the project.\n`,
    "Compiled into the solver: Eigen (MPL-2.0, https://eigen.tuxfamily.org), libc++ and libc++abi (Apache-2.0 with LLVM\nexceptions, https://libcxx.llvm.org), wasi-libc with musl and dlmalloc (MIT, BSD-2-Clause, CC0,\nhttps://github.com/WebAssembly/wasi-libc).\n",
    ...[...seen.keys()].sort().map((name) => seen.get(name)),
  ].join("\n----------------------------------------\n\n");
}

const inJson = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
const script = text("..", "build", "page", "vite", "page.js").trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = text("..", "build", "page", "vite", "page.css").trim();
const wasm = readFileSync(wasmFile).toString("base64");
const notices = licences();
const hash = createHash("sha256").update(script, "utf8").digest("base64");
const policy = [
  "default-src 'none'", `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`, "style-src 'unsafe-inline'", "worker-src blob: data:",
  "connect-src 'self'", "img-src blob: data:", "base-uri 'none'", "form-action 'none'",
].join("; ");

const page = text("index.html")
  .replace("<head>\n<meta charset=\"utf-8\">", () => `<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace("</head>", () => `<style>${style}</style>\n</head>`)
  .replace('<script type="module" src="/src/main.ts"></script>', () =>
    [
      '<script id="supple-run" type="application/json">null</script>',
      `<script id="supple-data" type="application/json">${inJson(data)}</script>`,
      `<script id="supple-wasm" type="text/plain">${wasm}</script>`,
      `<script id="supple-licences" type="text/plain">\n${notices.replaceAll("<", "&lt;")}</script>`,
      `<script>${script}</script>`,
    ].join("\n"));
if (page.split('<script id="supple-run" type="application/json">null</script>').length !== 2) throw new Error("the place of the run is not there once");

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "page.html"), page);
writeFileSync(join(folder, "LICENSES.txt"), notices);
const size = gzipSync(page, { level: 9 }).length;
const share = (part) => gzipSync(part, { level: 9 }).length;
console.log(`${folder}/page.html: ${page.length} bytes, ${size} compressed (solver ${share(wasm)}, script ${share(script)}, data ${share(inJson(data))})`);
if (size > 1e6) throw new Error("the page is larger than 1 MB compressed");
