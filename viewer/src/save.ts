// Files to take along: the model, a picture, a drawing, the numbers.

import { digits } from "./units";
import { smooth, type Line, type V3 } from "./curve";
import type { Equilibrium, Numbers, Trajectory } from "./record";
import type { View } from "./view";

export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The shape in SI, a row a point; or the tip, a row a time. */
export function csvOf(result: Equilibrium | null, trajectory: Trajectory | null): string {
  const lines: string[] = [];
  if (trajectory) {
    lines.push("time [s],tip.position.x [m],tip.position.y [m],tip.position.z [m]");
    for (let i = 0; i < trajectory.time.length; ++i) lines.push([trajectory.time[i], ...Array.from(trajectory.tip.position[i] as Numbers)].join(","));
    return lines.join("\n") + "\n";
  }
  const shape = result?.shape;
  if (!shape) return "";
  const columns: [string, string, ArrayLike<Numbers> | undefined, string[]][] = [
    ["position", "m", shape.position, ["x", "y", "z"]],
    ["quaternion", "1", shape.quaternion, ["w", "x", "y", "z"]],
    ["force", "N", shape.force, ["x", "y", "z"]],
    ["moment", "N m", shape.moment, ["x", "y", "z"]],
    ["curvature", "1/m", shape.curvature, ["1", "2", "3"]],
  ];
  const there = columns.filter(([, , rows]) => rows && rows.length === shape.arclength.length);
  lines.push(["arclength [m]", ...there.flatMap(([name, unit, , axes]) => axes.map((axis) => `${name}.${axis} [${unit}]`))].join(","));
  for (let i = 0; i < shape.arclength.length; ++i) lines.push([shape.arclength[i], ...there.flatMap(([, , rows]) => Array.from(rows![i]))].join(","));
  return lines.join("\n") + "\n";
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The view as lines, for papers: the rod, its ghost, the labels with their arrows. */
export function svgOf(view: View, rest: number[][], exact: Line | null, note: string): string {
  const { clientWidth: width, clientHeight: height } = view.canvas;
  const path = (points: V3[]) => points.map((p, i) => { const s = view.screen(p); return `${i === 0 ? "M" : "L"}${s.x.toFixed(1)} ${s.y.toFixed(1)}`; }).join(" ");
  const line = view.shape;
  const parts: string[] = [`<path d="${path(rest as V3[])}" stroke="#b0bac6" stroke-width="2" stroke-dasharray="5 4" fill="none"/>`];
  if (exact) parts.push(`<path d="${path(smooth(exact).map((p) => p.frame.position))}" stroke="#0891b2" stroke-width="2" stroke-dasharray="2 3" fill="none"/>`);
  if (line) parts.push(`<path d="${path(smooth(line).map((p) => p.frame.position))}" stroke="#1f2937" stroke-width="4" stroke-linecap="round" fill="none"/>`);
  for (const arrow of view.arrowLines()) {
    const [a, b] = [view.screen(arrow.from), view.screen(arrow.to)];
    parts.push(`<line x1="${a.x.toFixed(1)}" y1="${a.y.toFixed(1)}" x2="${b.x.toFixed(1)}" y2="${b.y.toFixed(1)}" stroke="${arrow.colour}" stroke-width="1.6" marker-end="url(#head)"/>`);
    if (arrow.text) parts.push(`<text x="${(b.x + 6).toFixed(1)}" y="${(b.y + 4).toFixed(1)}" fill="${arrow.colour}">${escaped(arrow.text)}</text>`);
  }
  parts.push(`<text x="10" y="${height - 10}" fill="#475569">${escaped(note)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs>
<rect width="100%" height="100%" fill="white"/>
${parts.join("\n")}
</svg>
`;
}

export const noteOf = (result: Equilibrium | null): string =>
  result?.tip ? `${result.model}, ${result.status}, tip ${Array.from(result.tip.position).map((x) => digits(1e3 * x, 5)).join(" ")} mm` : "not solved";
