// What moves: a simulation while it is computed, a recorded one, a mode of vibration. Play, pause, speed, and the time.

import { times, type Line, type V3 } from "./curve";
import type { Modes, Numbers, Rows, Trajectory } from "./record";
import { digits, shown } from "./units";

type Mode = Modes["modes"][number];

const speeds = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export class Motion {
  onShape: (line: Line, time: number) => void = () => {};
  onSimulate: () => void = () => {};
  onModes: () => void = () => {};
  onStop: () => void = () => {};
  onLeave: () => void = () => {};

  private time: number[] = [];
  private position: Rows[] = [];
  private quaternion: Rows[] = [];
  private arclength: Numbers = [];
  private modes: Modes | null = null;
  private mode = 0;
  private now = 0;
  private speed = 1;
  private playing = false;
  private computing = false;
  private duration = 0;
  private last = 0;
  private readonly parts: Record<string, HTMLElement> = {};
  private slider!: HTMLInputElement;
  private picker!: HTMLSelectElement;
  private speedPicker!: HTMLSelectElement;

  constructor(holder: HTMLElement) {
    const button = (name: string, text: string, press: () => void) => {
      const node = holder.appendChild(document.createElement("button"));
      node.textContent = text;
      node.id = `motion-${name}`;
      node.addEventListener("click", press);
      this.parts[name] = node;
    };
    button("simulate", "simulate", () => (this.computing ? this.onStop() : this.onSimulate()));
    button("modes", "modes", () => this.onModes());
    button("play", "play", () => this.play(!this.playing));
        this.slider = holder.appendChild(document.createElement("input"));
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.step = "any";
    this.slider.setAttribute("aria-label", "time");
    this.slider.addEventListener("input", () => {
      this.play(false);
      this.go(Number(this.slider.value));
    });
    this.picker = holder.appendChild(document.createElement("select"));
    this.picker.setAttribute("aria-label", "mode");
    this.picker.addEventListener("change", () => {
      this.mode = Number(this.picker.value);
      this.now = 0;
      this.play(true);
    });
    this.parts.clock = holder.appendChild(document.createElement("span"));
    this.parts.clock.className = "clock";
    this.speedPicker = holder.appendChild(document.createElement("select"));
    this.speedPicker.setAttribute("aria-label", "speed");
    for (const speed of speeds) this.speedPicker.add(new Option(speed < 1 ? `1/${Math.round(1 / speed)} speed` : `${speed} × speed`, String(speed), speed === 1, speed === 1));
    this.speedPicker.addEventListener("change", () => (this.speed = Number(this.speedPicker.value)));
    button("leave", "back to rest", () => this.leave());
    this.parts.note = holder.appendChild(document.createElement("div"));
    this.parts.note.className = "note";
    this.refresh();
  }

  get active(): boolean {
    return this.time.length > 0 || this.modes !== null || this.computing;
  }

  /** Whether the file says how to simulate; else the button says what is missing. */
  offer(simulation: boolean): void {
    const node = this.parts.simulate as HTMLButtonElement;
    node.disabled = !simulation && !this.computing;
    node.title = simulation ? "compute the motion here" : 'the file has no "simulation"; add simulation: {duration: 2 s, output_every: 1 ms}';
  }

  begin(duration: number): void {
    this.clear();
    this.computing = true;
    this.duration = duration;
    this.say("", false);
    this.play(true);
  }

  /** A shape that was computed just now: position and quaternion of each frame. */
  take(time: number, frames: Float64Array): void {
    const count = frames.length / 7;
    if (this.arclength.length !== count) {
      // Until the record comes, along the way from point to point.
      const along = [0];
      for (let i = 1; i < count; ++i) along.push(along[i - 1] + Math.hypot(...[0, 1, 2].map((k) => frames[7 * i + k] - frames[7 * (i - 1) + k])));
      this.arclength = along;
    }
    this.time.push(time);
    this.position.push(Array.from({ length: count }, (_, i) => frames.subarray(7 * i, 7 * i + 3)));
    this.quaternion.push(Array.from({ length: count }, (_, i) => frames.subarray(7 * i + 3, 7 * i + 7)));
    this.refresh();
  }

  /** The whole record, computed here or read from a report. */
  set(record: Trajectory, play: boolean): void {
    const keep = this.now;
    this.modes = null;
    this.computing = false;
    this.time = Array.from(record.time);
    this.position = record.shape.position;
    this.quaternion = record.shape.quaternion;
    this.arclength = record.shape.arclength;
    this.duration = this.time[this.time.length - 1] ?? 0;
    const good = record.status === "converged";
    const { integrator, steps, seconds } = record.integration;
    this.say(good ? `${steps} steps, ${integrator}${seconds > 0 ? `, ${digits(seconds, 3)} s` : ""}` : `${record.status.replace("_", " ")}: ${record.message}`, !good);
    this.now = Math.min(keep, this.duration);
    this.refresh();
    this.go(this.now);
    if (play) this.play(true);
  }

  setModes(modes: Modes): void {
    this.clear();
    if (modes.modes.length === 0) return this.say(modes.message || "there are no modes", true);
    this.modes = modes;
    this.picker.replaceChildren(
      ...modes.modes.slice(0, 24).map((m, i) => new Option(`mode ${i + 1}: ${m.frequency > 0 ? shown(m.frequency, "Hz") : "creeps"}${m.twist ? ", twist" : ""}, ζ ${digits(m.damping_ratio, 2)}`, String(i))),
    );
    this.mode = 0;
    const good = modes.status === "converged";
    this.say(good ? "shape exaggerated; one period in two seconds" : `${modes.status.replace("_", " ")}: ${modes.message}`, !good);
    this.play(true);
  }

  stopped(why: string): void {
    this.computing = false;
    this.say(why, true);
    this.refresh();
  }

  say(text: string, bad: boolean): void {
    this.parts.note.textContent = text;
    this.parts.note.className = bad ? "note bad" : "note";
    this.parts.note.hidden = text === "";
  }

  /** The shape at a time, for plots that point there. */
  go(time: number): void {
    if (this.time.length === 0) return;
    this.now = time;
    let low = 0;
    let high = this.time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= time + 1e-12) low = middle;
      else high = middle - 1;
    }
    this.onShape({ arclength: this.arclength, position: this.position[low], quaternion: this.quaternion[low] }, this.time[low]);
    this.refresh();
  }

  play(on: boolean): void {
    this.playing = on && this.active;
    this.last = performance.now();
    this.refresh();
    if (this.playing) requestAnimationFrame((t) => this.frame(t));
  }

  leave(): void {
    const was = this.active;
    if (this.computing) this.onStop();
    this.clear();
    this.say("", false);
    if (was) this.onLeave();
  }

  clear(): void {
    this.time = [];
    this.position = [];
    this.quaternion = [];
    this.arclength = [];
    this.modes = null;
    this.computing = false;
    this.playing = false;
    this.now = 0;
    this.refresh();
  }

  private frame(stamp: number): void {
    if (!this.playing) return;
    const passed = Math.min(0.1, Math.max(0, (stamp - this.last) / 1000));
    this.last = stamp;
    if (this.modes) {
      this.now += passed;
      this.showMode(this.modes.modes[this.mode]);
    } else if (this.time.length > 0) {
      const end = this.time[this.time.length - 1];
      let next = this.now + passed * this.speed;
      if (next > end) next = this.computing ? end : end - this.time[0] > 0 ? 0 : end;
      this.go(next);
    }
    requestAnimationFrame((t) => this.frame(t));
  }

  private showMode(mode: Mode): void {
    const { shape } = this.modes!.equilibrium;
    const count = shape.position.length;
    const all = Array.from(shape.arclength);
    const length = all[all.length - 1];
    const phase = Math.PI * this.now;
    const [c, s] = [Math.cos(phase), Math.sin(phase)];
    const along = Array.from(this.modes!.arclength);
    const at = (i: number): V3 => {
      let k = along.findIndex((x) => Math.abs(x - all[i]) < 1e-9 * length);
      if (k < 0) k = Math.min(i, mode.displacement.real.length - 1);
      const [re, im] = [mode.displacement.real[k], mode.displacement.imag[k]];
      return [0, 1, 2].map((j) => 0.12 * length * (c * re[j] - s * im[j])) as V3;
    };
    const position = Array.from({ length: count }, (_, i) => {
      const d = at(i);
      const p = shape.position[i];
      return times([p[0] + d[0], p[1] + d[1], p[2] + d[2]], 1);
    });
    this.onShape({ arclength: shape.arclength, position, quaternion: shape.quaternion }, this.now);
    this.refresh();
  }

  private refresh(): void {
    const moving = this.active;
    const course = this.time.length > 0;
    this.parts.simulate.textContent = this.computing ? "stop" : "simulate";
    for (const name of ["play", "leave", "clock"]) this.parts[name].hidden = !moving;
    this.parts.play.textContent = this.playing ? "pause" : "play";
    this.slider.hidden = !course;
    this.speedPicker.hidden = !course;
    this.picker.hidden = !this.modes;
    this.slider.max = String(this.computing ? this.duration : (this.time[this.time.length - 1] ?? 0));
    this.slider.value = String(this.now);
    const end = this.time[this.time.length - 1] ?? 0;
    this.parts.clock.textContent = course ? `t ${this.now.toFixed(3)} s${this.computing ? `, computed ${end.toFixed(2)} s` : ""}` : "";
  }
}
