// What takes longer than a frame is done beside the page: the exact rod, motions, modes.

import { Core } from "./core";

export type Job =
  | { kind: "start"; wasm: Uint8Array<ArrayBuffer> }
  | { kind: "exact" | "simulate"; request: string }
  | { kind: "modes"; request: string; count: number };

export type Told =
  | { kind: "exact" | "simulate" | "modes"; record: unknown }
  | { kind: "frame"; time: number; frames: Float64Array }
  | { kind: "stopped"; why: string };

let core: Core | null = null;
const tell = (told: Told) => self.postMessage(told);

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
