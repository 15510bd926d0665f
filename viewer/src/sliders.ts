// Sliders for the numbers that stand in the file.

import type { Input } from "./record";

const usual: Record<string, number> = { mm: 10, mN: 10, "mN mm": 250, deg: 90, mT: 10, A: 0.1, N: 2, g: 2, s: 1 };

interface Bounds {
  low: number;
  high: number;
  step: number;
}

/** From where to where a slider goes, in the input's unit: about the value, within what is allowed. */
function boundsOf(input: Input, near: number): Bounds {
  const value = (input.value ?? 0) / input.scale;
  const lower = input.lower === null ? -Infinity : input.lower / input.scale;
  const upper = input.upper === null ? Infinity : input.upper / input.scale;
  const most = 2 * (Math.abs(value) || near || usual[input.unit] || 1);
  const step = input.whole ? 1 : 10 ** Math.floor(Math.log10(most / 400));
  const rounded = (x: number) => Math.ceil(x / step - 1e-9) * step;
  const least = lower >= 0 ? (input.above ? Math.max(rounded(value / 10), step) : 0) : -rounded(most);
  return {
    low: Math.max(lower, input.whole ? Math.max(1, Math.floor(least)) : least),
    high: Math.min(upper, Math.max(rounded(most), value)),
    step,
  };
}

export function tidy(value: number, step: number): string {
  const places = Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  return String(Number(value.toFixed(places)));
}

interface Row {
  index: number;
  input: Input;
  row: HTMLElement;
  range: HTMLInputElement;
  number: HTMLInputElement;
}

const order = ["loads", "attachments", "environment", "rod", "base", "constraints", "model"];
const openAtFirst = ["loads", "environment", "attachments", "rod"];

export class Sliders {
  private rows: Row[] = [];
  private paths = "";
  private readonly opened = new Map<string, boolean>();
  onSet: (index: number, text: string) => string = () => "";
  onDone: () => void = () => {};

  constructor(private readonly holder: HTMLElement) {}

  set(inputs: Input[]): void {
    const listed = inputs.map((input, index) => ({ input, index })).filter(({ input }) => input.written && !input.path.startsWith("fit"));
    const rank = ({ input }: { input: Input }) => {
      const at = order.indexOf(input.path.split(".")[0]);
      const actuates = /\.(currents|tensions|retractions)\b/.test(input.path) ? 0 : 0.5;
      return (at < 0 ? order.length : at) + actuates;
    };
    listed.sort((a, b) => rank(a) - rank(b));
    const paths = listed.map(({ input }) => `${input.path} ${input.unit}`).join("\n");
    if (paths === this.paths) {
      listed.forEach(({ input, index }, i) => this.refresh(this.rows[i], input, index));
      return;
    }
    this.paths = paths;
    this.rows = [];
    this.holder.replaceChildren();
    const groups = new Map<string, HTMLDetailsElement>();
    for (const { input, index } of listed) {
      const name = input.path.split(".")[0];
      let group = groups.get(name);
      if (!group) {
        group = this.holder.appendChild(document.createElement("details"));
        group.className = "group";
        group.open = this.opened.get(name) ?? openAtFirst.includes(name);
        group.addEventListener("toggle", () => this.opened.set(name, (groups.get(name) as HTMLDetailsElement).open));
        group.appendChild(document.createElement("summary")).textContent = name;
        groups.set(name, group);
      }
      group.append(this.rowOf(input, index, inputs));
    }
    if (groups.size > 0 && ![...groups.values()].some((g) => g.open)) [...groups.values()][0].open = true;
  }

  private rowOf(input: Input, index: number, all: Input[]): HTMLElement {
    const siblings = all.filter((other) => other.written && other.path !== input.path && other.path.replace(/\.[^.]+$/, "") === input.path.replace(/\.[^.]+$/, ""));
    const near = input.path.match(/\.[^.]+$/) ? Math.max(0, ...siblings.filter((s) => s.unit === input.unit).map((s) => Math.abs((s.value ?? 0) / s.scale))) : 0;
    const bounds = boundsOf(input, near);
    const row = document.createElement("div");
    row.className = "slider";
    const label = row.appendChild(document.createElement("label"));
    const id = `input-${index}`;
    label.htmlFor = id;
    label.textContent = input.path.split(".").slice(1).join(".") || input.path;
    label.title = `${input.path}: ${input.help}`;
    const range = row.appendChild(document.createElement("input"));
    range.type = "range";
    range.id = id;
    range.dataset.path = input.path;
    range.min = String(bounds.low);
    range.max = String(bounds.high);
    range.step = String(bounds.step);
    const side = row.appendChild(document.createElement("span"));
    side.className = "number";
    const number = side.appendChild(document.createElement("input"));
    number.type = "number";
    number.step = "any";
    number.setAttribute("aria-label", `${input.path} in ${input.unit || "plain numbers"}`);
    side.append(input.unit);
    const entry: Row = { index, input, row, range, number };
    const put = (text: string) => {
      const wrong = this.onSet(entry.index, text);
      row.classList.toggle("bad", wrong !== "");
      label.title = wrong || `${input.path}: ${input.help}`;
    };
    range.addEventListener("input", () => {
      number.value = tidy(Number(range.value), bounds.step);
      put(number.value);
    });
    number.addEventListener("input", () => {
      if (number.value === "" || !Number.isFinite(Number(number.value))) return;
      range.value = number.value;
      put(String(Number(number.value)));
    });
    for (const element of [range, number]) element.addEventListener("change", () => this.onDone());
    this.rows.push(entry);
    this.refresh(entry, input, index);
    return row;
  }

  private refresh(row: Row, input: Input, index: number): void {
    row.index = index;
    row.input = input;
    row.row.classList.remove("bad");
    const text = String(Number(Number(input.text ?? "").toPrecision(12)));
    if (document.activeElement !== row.number) row.number.value = text;
    const value = Number(text);
    if (value < Number(row.range.min)) row.range.min = String(value);
    if (value > Number(row.range.max)) row.range.max = String(value);
    if (document.activeElement !== row.range || Math.abs(Number(row.range.value) - value) > Number(row.range.step)) row.range.value = text;
  }
}
