// What takes longer than a frame is done beside the page: the exact rod, motions, modes.

import { Core } from "./core";
import type { Input } from "./record";

export type Job =
  | { kind: "start"; wasm: Uint8Array<ArrayBuffer> }
  | { kind: "exact" | "simulate"; request: string }
  | { kind: "modes"; request: string; count: number }
  | { kind: "reach"; request: string; samples: number };

export type Told =
  | { kind: "exact" | "simulate" | "modes"; record: unknown }
  | { kind: "reach"; points: number[][] }
  | { kind: "frame"; time: number; frames: Float64Array }
  | { kind: "stopped"; why: string };

let core: Core | null = null;
const tell = (told: Told) => self.postMessage(told);

/** Numbers between 0 and 1 that fill a box evenly, by the fractions of a generalised golden ratio. */
function spread(dimensions: number, k: number): number[] {
  let ratio = 2;
  for (let i = 0; i < 30; ++i) ratio = (1 + ratio) ** (1 / (dimensions + 1));
  return Array.from({ length: dimensions }, (_, i) => (0.5 + k * ratio ** -(i + 1)) % 1);
}

/** Where the tip comes within the limits of what actuates it; nowhere where the file gives no limits. */
function reach(core: Core, inputs: Input[], samples: number): number[][] {
  const { actuations } = core.steerable(0);
  if (!actuations || actuations.some((a) => a.lower === null || a.upper === null)) return [];
  const at = actuations.map((a) => inputs.findIndex((input) => input.path === a.path));
  if (at.includes(-1)) return [];
  const points: number[][] = [];
  for (let k = 0; k < samples; ++k) {
    spread(actuations.length, k).forEach((f, i) => {
      const { lower, upper } = actuations[i];
      // The corners of the box are the ends of the reach: every third sample is on its faces.
      const share = k % 3 === 0 ? Math.min(1, Math.max(0, 1.8 * f - 0.4)) : f;
      core.put(0, at[i], String((lower! + share * (upper! - lower!)) / inputs[at[i]].scale));
    });
    const found = core.solve(0);
    if (found.status === "converged" && found.tip) points.push(Array.from(found.tip.position));
  }
  return points;
}

self.onmessage = (event: MessageEvent<Job>) => {
  const job = event.data;
  try {
    if (job.kind === "start") {
      core = new Core(new WebAssembly.Module(job.wasm));
      return;
    }
    if (!core) return;
    const read = core.read(0, job.request);
    if (read.problems.length > 0) return tell({ kind: "stopped", why: read.problems[0].message });
    if (job.kind === "exact") {
      const switched = core.switchModel(0, 1, "cosserat");
      const why = switched.refused ?? switched.read?.problems[0]?.message;
      if (why) return tell({ kind: "stopped", why });
      tell({ kind: "exact", record: core.solve(1, true) });
    } else if (job.kind === "reach") {
      tell({ kind: "reach", points: reach(core, read.inputs!, job.samples) });
    } else if (job.kind === "modes") {
      tell({ kind: "modes", record: core.modes(0, job.count) });
    } else {
      let seen = 0;
      const record = core.simulate(0, (time, count, frames) => {
        if (count > seen) tell({ kind: "frame", time, frames });
        seen = count;
        return true;
      });
      tell({ kind: "simulate", record });
    }
  } catch (error) {
    core = null;
    tell({ kind: "stopped", why: `the solver stopped: ${String(error)}` });
  }
};
