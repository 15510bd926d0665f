// Drawing only: a smooth line through the frames of a shape, and small vector algebra.

import type { Numbers, Rows, Shape } from "./record";

export type V3 = [number, number, number];

export const v3 = (a: Numbers): V3 => [a[0], a[1], a[2]];
export const add = (a: Numbers, b: Numbers): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Numbers, b: Numbers): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Numbers, f: number): V3 => [f * a[0], f * a[1], f * a[2]];
export const dot = (a: Numbers, b: Numbers): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const size = (a: Numbers): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Numbers): V3 => times(a, 1 / (size(a) || 1));
export const cross = (a: Numbers, b: Numbers): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A vector turned by a quaternion w, x, y, z. */
export function turned(q: Numbers, v: Numbers): V3 {
  const u: V3 = [q[1], q[2], q[3]];
  const t = times(cross(u, v), 2);
  return add(add(v, times(t, q[0])), cross(u, t));
}
export const turnedBack = (q: Numbers, v: Numbers): V3 => turned([q[0], -q[1], -q[2], -q[3]], v);

export interface Frame {
  position: V3;
  quaternion: [number, number, number, number];
}

/** The interval of an ascending list in which a number lies, and where in it. */
function place(list: Numbers, s: number): [number, number] {
  let i = 0;
  while (i + 2 < list.length && list[i + 1] < s) ++i;
  const span = list[i + 1] - list[i];
  return [i, span > 0 ? Math.min(1, Math.max(0, (s - list[i]) / span)) : 0];
}

function mixed(p: Numbers, q: Numbers, f: number): [number, number, number, number] {
  const sign = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -1 : 1;
  const m = [0, 1, 2, 3].map((i) => (1 - f) * p[i] + sign * f * q[i]);
  const n = Math.hypot(...m) || 1;
  return [m[0] / n, m[1] / n, m[2] / n, m[3] / n];
}

/** Between two frames a cubic with their tangents. */
function between(p: Numbers, tp: V3, q: Numbers, tq: V3, f: number, h: number): V3 {
  const f2 = f * f;
  const f3 = f2 * f;
  const a = 2 * f3 - 3 * f2 + 1;
  const b = h * (f3 - 2 * f2 + f);
  const c = -2 * f3 + 3 * f2;
  const d = h * (f3 - f2);
  return [0, 1, 2].map((i) => a * p[i] + b * tp[i] + c * q[i] + d * tq[i]) as V3;
}

export interface Line {
  arclength: Numbers;
  position: Rows;
  quaternion: Rows;
}

export function frameAt(line: Line, s: number): Frame {
  const n = line.arclength.length;
  if (n < 2) return { position: v3(line.position[0]), quaternion: Array.from(line.quaternion[0]) as Frame["quaternion"] };
  const [i, f] = place(line.arclength, s);
  const h = line.arclength[i + 1] - line.arclength[i];
  const [p, q] = [line.quaternion[i], line.quaternion[i + 1]];
  const z: V3 = [0, 0, 1];
  return {
    position: between(line.position[i], turned(p, z), line.position[i + 1], turned(q, z), f, h),
    quaternion: mixed(p, q, f),
  };
}

/** Frames along a shape, so many between neighbours; at least `least` in all. */
export function smooth(line: Line, least = 48): { s: number; frame: Frame }[] {
  const n = line.arclength.length;
  const pieces = Math.max(1, Math.min(16, Math.ceil(least / Math.max(1, n - 1))));
  const points: { s: number; frame: Frame }[] = [];
  for (let i = 0; i + 1 < n; ++i) {
    for (let k = 0; k < pieces; ++k) {
      const s = line.arclength[i] + ((line.arclength[i + 1] - line.arclength[i]) * k) / pieces;
      points.push({ s, frame: frameAt(line, s) });
    }
  }
  if (n > 0) points.push({ s: line.arclength[n - 1], frame: frameAt(line, line.arclength[n - 1]) });
  return points;
}

/** The size of vectors along the rod at an arc length, linear between frames. */
export function sizeAt(arclength: Numbers, rows: Rows, s: number): number {
  const [i, f] = place(arclength, s);
  return (1 - f) * size(rows[i]) + f * size(rows[Math.min(i + 1, rows.length - 1)]);
}

export const hasShape = (shape: Shape | undefined | null): boolean => !!shape && shape.arclength.length > 1;
