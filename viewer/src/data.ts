// What is embedded in the page: the solver, the examples, the schema, and the run that a program put in.

import { unpackLzma } from "./lzma";
import type { Schema } from "./schema";
import type { Files } from "./tree";

export interface Run {
  version: 1;
  command: string;
  file: string;
  yaml: string;
  files?: Files;
  result?: unknown;
  text?: string;
  live?: { events: string } | null;
}

export interface Embedded {
  version: string;
  examples: Record<string, string>; // model files by name
  files: Files; // the tables that they name
  schema: Schema;
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

export function embedded(): Embedded {
  return JSON.parse(textOf("supple-data")) as Embedded;
}

export function run(): Run | null {
  return JSON.parse(textOf("supple-run") || "null") as Run | null;
}

export async function unpacked(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function packed(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function solverBytes(): Uint8Array<ArrayBuffer> {
  return unpackLzma(fromBase64(textOf("supple-wasm").trim()));
}

/** Tables that a model file names, of those at hand. */
export function tablesOf(text: string, all: Files): Files {
  const named: Files = {};
  for (const name of Object.keys(all)) if (text.includes(name)) named[name] = all[name];
  return named;
}
