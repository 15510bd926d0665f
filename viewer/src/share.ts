// The file in the fragment of a link: nothing is sent anywhere.

import { fromBase64, packed, toBase64, unpacked } from "./data";
import type { Files } from "./tree";

export interface Shared {
  yaml: string;
  files: Files;
}

const longest = 4_000_000;

export async function linkOf(shared: Shared): Promise<string> {
  const bytes = await packed(new TextEncoder().encode(JSON.stringify(shared)), "deflate-raw");
  const text = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${location.href.split("#")[0]}#f=${text}`;
}

export async function sharedIn(fragment: string): Promise<Shared | null> {
  const found = /^#f=([\w-]+)$/.exec(fragment);
  if (!found || found[1].length > longest) return null;
  try {
    const bytes = await unpacked(fromBase64(found[1].replaceAll("-", "+").replaceAll("_", "/")), "deflate-raw");
    const shared = JSON.parse(new TextDecoder().decode(bytes)) as Shared;
    return typeof shared.yaml === "string" ? { yaml: shared.yaml, files: shared.files ?? {} } : null;
  } catch {
    return null;
  }
}
