// The colours of a scale from low to high, readable in both themes and by most who are colour-blind.

const stops: [number, number, number][] = [
  [0.16, 0.25, 0.56],
  [0.13, 0.53, 0.6],
  [0.35, 0.75, 0.42],
  [0.93, 0.8, 0.25],
  [0.9, 0.36, 0.2],
];

export function scaleColour(value: number): [number, number, number] {
  const x = Math.min(1, Math.max(0, value)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(x));
  const f = x - i;
  return [0, 1, 2].map((k) => (1 - f) * stops[i][k] + f * stops[i + 1][k]) as [number, number, number];
}

export const gradient = `linear-gradient(90deg, ${stops.map((c) => `rgb(${c.map((x) => Math.round(255 * x)).join(" ")})`).join(", ")})`;

export const ink = {
  light: {
    rod: 0x5b6b7f, load: 0xc2410c, moment: 0x9333ea, reaction: 0x15803d, contact: 0xdc2626, field: 0x2563eb, gravity: 0x64748b,
    magnet: 0xb91c1c, magnet2: 0x1d4ed8, coil: 0xb45309, disk: 0x94a3b8, tendon: 0x0f766e, wall: 0x60a5fa, exact: 0x0891b2,
    rest: 0x94a3b8, ground: 0xcbd5e1, handle: 0xf59e0b, held: 0x15803d, fog: 0xf8fafc,
  },
  dark: {
    rod: 0x9fb2c8, load: 0xfb923c, moment: 0xc084fc, reaction: 0x4ade80, contact: 0xf87171, field: 0x60a5fa, gravity: 0x94a3b8,
    magnet: 0xf87171, magnet2: 0x60a5fa, coil: 0xfbbf24, disk: 0x64748b, tendon: 0x2dd4bf, wall: 0x3b82f6, exact: 0x22d3ee,
    rest: 0x64748b, ground: 0x334155, handle: 0xfbbf24, held: 0x4ade80, fog: 0x0f172a,
  },
};
export type Ink = typeof ink.light;
