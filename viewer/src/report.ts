// What a program found, as it is in a report: its text, and tables and plots of what has no shape.

import type { Course } from "./plots";
import { digits } from "./units";

type Json = Record<string, unknown>;

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const map = (value: unknown): Json => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(map) : []);

function table(holder: HTMLElement, head: string[], rows: string[][]): void {
  const node = holder.appendChild(document.createElement("table"));
  const line = (cells: string[], kind: "th" | "td") => {
    const row = node.insertRow();
    for (const text of cells) row.appendChild(document.createElement(kind)).textContent = text;
  };
  line(head, "th");
  for (const row of rows) line(row, "td");
}

const cell = (value: unknown): string =>
  typeof value === "number" ? digits(value, 5) : value === null || value === undefined ? "–" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

export function showReport(holder: HTMLElement, text: string, command: string, result: unknown): void {
  holder.replaceChildren();
  if (text) holder.appendChild(document.createElement("pre")).textContent = text;
  const record = map(result);
  if (command === "fit") {
    const parameters = list(record.parameters);
    if (parameters.length > 0)
      table(holder, ["parameter", "start", "fitted", "deviation", "from", "to", "at a bound"],
        parameters.map((p) => [cell(p.path), cell(p.start), cell(p.value), cell(p.deviation), ...[0, 1].map((i) => cell((p.interval as unknown[] | undefined)?.[i])), cell(p.at_bound)]));
  }
  if (command === "compare") {
    const models = list(record.models);
    if (models.length > 0)
      table(holder, ["model", "setting", "joints", "tip off [mm]", "tip off [%]", "time [us]", "status"],
        models.map((m) => [
          cell(m.model), cell(m.setting), cell(m.joints), cell(1e3 * Number(m.tip_error)), cell(100 * Number(m.tip_error_relative)), cell(1e6 * Number(m.seconds)),
          cell(m.status),
        ]));
  }
  if (command === "estimate") {
    const runs = list(record.runs);
    if (runs.length > 0)
      table(holder, ["run", "viscous rate [1/s]", "largest error [mm]"],
        runs.map((r, i) => [String(i + 1), cell(map(r.damping).viscous_rate), cell(1e3 * Number(map(r.error).largest))]));
  }
}

/** Courses to plot of a record without a shape. */
export function coursesOf(command: string, result: unknown): Course[] {
  const record = map(result);
  if (command === "fit") {
    const histogram = map(record.histogram);
    const counts = numbers(histogram.counts);
    const width = Number(histogram.width ?? 0);
    if (counts.length === 0) return [];
    // Each class as a step from its begin to its end.
    const x = counts.flatMap((_, i) => [1e3 * i * width, 1e3 * (i + 1) * width]);
    return [{ title: "cases by their error", unit: "", x, xName: "error [mm]", lines: [{ name: "cases", y: counts.flatMap((c) => [c, c]) }] }];
  }
  if (command === "estimate") {
    const points = list(map(list(record.runs)[0]?.damping ?? record.damping).points);
    if (points.length < 2) return [];
    return [{ title: "damping by point", unit: "1/s", x: points.map((_, i) => i + 1), xName: "point", lines: [{ name: "viscous rate", y: points.map((p) => Number(p.viscous_rate)) }] }];
  }
  return [];
}
