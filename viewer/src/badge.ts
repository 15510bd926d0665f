// What the result is worth, in plain words: green only for a converged shape that is known to be stable.

import type { Equilibrium } from "./record";
import { digits, millimetres } from "./units";

export type Tone = "good" | "doubt" | "bad" | "";

export interface Verdict {
  tone: Tone;
  title: string;
  lines: string[];
}

const statusWords: Record<string, string> = {
  converged: "converged",
  unstable: "unstable",
  not_converged: "not converged",
  infeasible: "infeasible",
  invalid: "not solved",
};

export function verdictOf(result: Equilibrium): Verdict {
  if (result.refused) return { tone: "bad", title: "not solved", lines: [result.refused] };
  const { stable, kind } = result.stability;
  const balanced = result.status === "converged" || result.status === "unstable";
  const bad = result.status !== "converged" || stable === false;
  const stability = !balanced
    ? ""
    : stable === true
      ? "stable"
      : stable === false
        ? "not stable"
        : kind === "divergence-only"
          ? "no divergence, flutter not excluded"
          : "stability not assessed";
  const lines: string[] = [];
  if (result.message) lines.push(result.message);
  const { residual, iterations } = result.solver;
  if (residual !== null && Number.isFinite(residual)) lines.push(`residual ${digits(residual, 2)}, ${iterations} iterations`);
  if (result.snapped) lines.push("the load path jumped to another branch");
  if (result.warnings.length > 0) lines.push(`warning: ${result.warnings[0]}`);
  if (result.warnings.length > 1) lines.push(`and ${result.warnings.length - 1} more warnings`);
  return {
    tone: bad ? "bad" : stable === true ? "good" : "doubt",
    title: [statusWords[result.status] ?? result.status, stability].filter((w) => w).join(", "),
    lines,
  };
}

/** Of a motion or of modes: there is no shape whose stability could be told. */
export function verdictOfMotion(what: string, status: string, message: string, warnings: readonly string[]): Verdict {
  const good = status === "converged";
  const lines = message ? [message] : [];
  if (warnings.length > 0) lines.push(`warning: ${warnings[0]}`);
  if (warnings.length > 1) lines.push(`and ${warnings.length - 1} more warnings`);
  return { tone: good ? "good" : "bad", title: `${what}: ${statusWords[status] ?? status}`, lines };
}

export function show(node: HTMLElement, verdict: Verdict, more: string[]): void {
  node.className = verdict.tone;
  node.replaceChildren();
  const title = node.appendChild(document.createElement("b"));
  title.textContent = verdict.title;
  const lines = node.appendChild(document.createElement("div"));
  lines.className = "lines";
  for (const text of [...verdict.lines, ...more]) {
    const line = lines.appendChild(document.createElement("div"));
    line.className = "more";
    line.textContent = text;
  }
}

export function tipWords(tip: ArrayLike<number>): string {
  return `tip ${Array.from(tip).map((x) => digits(1e3 * x, 5)).join("  ")} mm`;
}

export const apart = (distance: number, length: number): string =>
  `exact rod's tip ${millimetres(distance, 3)} away (${digits((100 * distance) / length, 2)} % of the length)`;
