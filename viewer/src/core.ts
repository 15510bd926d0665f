// The solver: the library's core as a WebAssembly module that imports nothing. No mechanics is done elsewhere.

import type { Actuation, Equilibrium, Modes, Put, Read, Scene, Steered, Trajectory } from "./record";

interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  _initialize(): void;
  request(size: number): number;
  read(slot: number): number;
  switch_model(from: number, slot: number): number;
  prepare(slot: number): number;
  solve(slot: number, cold: number): number;
  solve_often(slot: number, times: number): void;
  put(slot: number, input: number): number;
  steer(slot: number, x: number, y: number, z: number, warm: number): number;
  scene(slot: number): number;
  steerable(slot: number): number;
  modes(slot: number, count: number): number;
  simulate(slot: number, watch: number): number;
}

/** Told the simulated time and the newest shape: position and quaternion of each frame. */
export type Watch = (time: number, count: number, frames: Float64Array) => boolean;

// A module that makes a function of the table out of one of the page: (f64, i32, i32, i32) -> i32, imported as
// "a" "b" and exported as "c".
const trampoline = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 1, 96, 4, 124, 127, 127, 127, 1, 127, 2, 7, 1, 1, 97, 1, 98, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1,
  99, 0, 1, 10, 14, 1, 12, 0, 32, 0, 32, 1, 32, 2, 32, 3, 16, 0, 11,
]);

export class Core {
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private watchPlace = 0;
  private watch: Watch | null = null;

  constructor(readonly module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
    this.exports._initialize();
  }

  read(slot: number, request: string): Read {
    this.send(request);
    return this.answer(this.exports.read(slot));
  }
  switchModel(from: number, slot: number, type: string): { dropped?: string[]; read?: Read; refused?: string } {
    this.send(type);
    return this.answer(this.exports.switch_model(from, slot));
  }
  prepare(slot: number): { unsupported?: string; joints?: number; twists?: boolean; refused?: string } {
    return this.answer(this.exports.prepare(slot));
  }
  solve(slot: number, cold = false): Equilibrium {
    return this.answer(this.exports.solve(slot, cold ? 1 : 0));
  }
  /** For measuring. */
  solveOften(slot: number, times: number): void {
    this.exports.solve_often(slot, times);
  }
  put(slot: number, input: number, number: string): Put {
    this.send(number);
    return this.answer(this.exports.put(slot, input));
  }
  steer(slot: number, [x, y, z]: number[], warm: boolean): Steered {
    return this.answer(this.exports.steer(slot, x, y, z, warm ? 1 : 0));
  }
  scene(slot: number): Scene {
    return this.answer(this.exports.scene(slot));
  }
  steerable(slot: number): { actuations?: Actuation[]; refused?: string } {
    return this.answer(this.exports.steerable(slot));
  }
  modes(slot: number, count: number): Modes {
    return this.answer(this.exports.modes(slot, count));
  }
  simulate(slot: number, watch: Watch | null): Trajectory {
    this.watch = watch;
    if (watch && this.watchPlace === 0) this.watchPlace = this.addWatch();
    return this.answer(this.exports.simulate(slot, watch ? this.watchPlace : 0));
  }

  private addWatch(): number {
    const told = (time: number, count: number, address: number, size: number): number => {
      const frames = new Float64Array(this.exports.memory.buffer, address, size).slice();
      return !this.watch || this.watch(time, count, frames) ? 1 : 0;
    };
    const made = new WebAssembly.Instance(new WebAssembly.Module(trampoline), { a: { b: told } });
    const table = this.exports.__indirect_function_table;
    const place = table.grow(1);
    table.set(place, made.exports.c as () => void);
    return place;
  }

  private send(text: string): void {
    const bytes = this.encoder.encode(text);
    const address = this.exports.request(bytes.length);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
  }

  private answer<T>(words: number): T {
    const memory = this.exports.memory.buffer;
    const [text, size, numbers, count] = new Uint32Array(memory, words, 4);
    const block = new Float64Array(memory, numbers, count).slice();
    return revive(JSON.parse(this.decoder.decode(new Uint8Array(memory, text, size))), block) as T;
  }
}

/** Arrays stand as {"$": [first, extent, ..]} in the block of doubles. */
function revive(value: unknown, block: Float64Array): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; ++i) value[i] = revive(value[i], block);
    return value;
  }
  const map = value as Record<string, unknown>;
  const place = map.$ as number[] | undefined;
  if (place) return rows(block, place[0], place.slice(1));
  for (const key in map) map[key] = revive(map[key], block);
  return map;
}

function rows(block: Float64Array, first: number, extents: number[]): unknown {
  const [count, ...below] = extents;
  if (below.length === 0) return block.subarray(first, first + count);
  const width = below.reduce((a, b) => a * b, 1);
  return Array.from({ length: count }, (_, i) => rows(block, first + i * width, below));
}
