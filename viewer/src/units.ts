// Numbers for people: three or four digits and a unit whose prefix fits.

const prefixes: [number, string][] = [
  [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"],
];

export function digits(value: number, count = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const text = Number(value.toPrecision(count));
  return Math.abs(text) >= 1e6 || Math.abs(text) < 1e-4 ? text.toExponential(Math.max(0, count - 1)) : String(text);
}

export function shown(value: number, unit: string, count = 3): string {
  if (!Number.isFinite(value)) return "–";
  const large = Math.abs(value);
  const [scale, prefix] = large === 0 ? [1, ""] : (prefixes.find(([s]) => large >= 0.9995 * s) ?? prefixes[prefixes.length - 1]);
  return `${digits(value / scale, count)} ${prefix}${unit}`;
}

/** Moments are small here: "12.3 mN mm" reads better than "12.3 µN m". */
export function moment(value: number): string {
  return value < 0.1 ? `${digits(1e6 * value, 3)} mN mm` : shown(value, "N m");
}

export const millimetres = (value: number, count = 4): string => `${digits(1e3 * value, count)} mm`;
