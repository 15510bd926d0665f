// A second solver in a worker: one job at a time, the newest. A job that is no longer wanted ends with its worker.

import type { Job, Told } from "./worker";
import JobWorker from "./worker?worker&inline";

export class Beside {
  private worker: Worker | null = null;
  private busy = false;
  private told: (told: Told) => void = () => {};

  constructor(private readonly wasm: Uint8Array<ArrayBuffer>) {}

  ask(job: Job, told: (told: Told) => void): void {
    if (this.busy) this.stop();
    this.told = told;
    this.busy = true;
    this.ready().postMessage(job);
  }

  stop(): void {
    if (this.busy) {
      this.worker?.terminate();
      this.worker = null;
    }
    this.busy = false;
    this.told = () => {};
  }

  private ready(): Worker {
    if (this.worker) return this.worker;
    const worker = new JobWorker();
    worker.onmessage = (event: MessageEvent<Told>) => {
      if (event.data.kind !== "frame") this.busy = false;
      this.told(event.data);
    };
    worker.onerror = (event) => {
      this.busy = false;
      this.worker = null;
      this.told({ kind: "stopped", why: event.message || "the worker could not start" });
    };
    worker.postMessage({ kind: "start", wasm: this.wasm } satisfies Job);
    this.worker = worker;
    return worker;
  }
}
