// The page: one file, its text, its picture. The text is read at every change; what it says is solved and shown.

import * as badge from "./badge";
import { Core } from "./core";
import { add, sub, size, v3, type Line, type V3 } from "./curve";
import { tablesOf, type Embedded, type Run } from "./data";
import { Editor } from "./editor";
import { Motion } from "./motion";
import { Plots, type Course } from "./plots";
import type { Equilibrium, Input, Modes, Problem, Read, Scene, Trajectory } from "./record";
import { coursesOf, showReport } from "./report";
import { Sliders } from "./sliders";
import { withModel } from "./surgery";
import { treeOf, type Files, type Tree } from "./tree";
import { View, type Handle } from "./view";
import { Beside } from "./beside";

const main = 0; // slots of the solver
const other = 2;

export interface Parts {
  view: HTMLElement;
  editor: HTMLElement;
  problems: HTMLElement;
  sliders: HTMLElement;
  plots: HTMLElement;
  report: HTMLElement;
  badge: HTMLElement;
  legend: HTMLElement;
  motion: HTMLElement;
  models: HTMLSelectElement;
}

export class App {
  readonly view: View;
  readonly editor: Editor;
  readonly motion: Motion;
  readonly sliders: Sliders;
  readonly plots: Plots;
  core: Core;
  files: Files = {};
  name = "model.yaml";
  read: Read = { problems: [] };
  result: Equilibrium | null = null;
  trajectory: Trajectory | null = null;
  exact: Line | null = null;
  edited = false;
  /** How long the last changes took, solve and scene, without drawing [ms]. */
  readonly costs: number[] = [];
  onChange: () => void = () => {};

  private tree: Tree = { request: "", problems: [], scalars: [], document: null };
  private scene: Scene | null = null;
  private exactNote = "";
  private motionVerdict: badge.Verdict | null = null; // of what is played in place of the shape at rest
  private steerNote = "";
  private solving = 0;
  private judging = 0;
  private run: Run | null = null;
  private shownShape: Line | null = null;
  private warmTip = false;
  private readonly beside: Beside;

  constructor(private readonly parts: Parts, wasm: Uint8Array<ArrayBuffer>, data: Embedded) {
    this.core = new Core(new WebAssembly.Module(wasm));
    this.beside = new Beside(wasm);
    this.view = new View(parts.view);
    this.editor = new Editor(parts.editor, data.schema);
    this.sliders = new Sliders(parts.sliders);
    this.plots = new Plots(parts.plots);
    this.motion = new Motion(parts.motion);
    this.editor.onText = (text) => {
      this.edited = true;
      this.run = null;
      this.take(text, false);
    };
    this.sliders.onSet = (index, text) => this.put(index, text);
    this.sliders.onDone = () => this.settle();
    this.view.onDrag = (handle, to, phase) => this.drag(handle, to, phase);
    this.view.onDraw = () => this.showLegend();
    this.plots.onPoint = (x) => this.pointAt(x);
    this.motion.onShape = (line) => {
      this.shownShape = line;
      this.view.setMoving(line);
    };
    this.motion.onSimulate = () => this.simulate();
    this.motion.onModes = () => this.modes();
    this.motion.onStop = () => {
      this.beside.stop();
      this.stopMotion("stopped; what was computed until then can be played");
    };
    this.motion.onLeave = () => {
      this.trajectory = null;
      this.motionVerdict = null;
      this.showResult();
      this.judge();
    };
    parts.models.addEventListener("change", () => this.chooseModel(parts.models.value));
  }

  /** Another file. */
  open(name: string, text: string, files: Files, run: Run | null = null): void {
    this.name = name;
    this.files = files;
    this.run = run;
    this.edited = false;
    this.editor.open(text);
    this.take(text, true);
    if (run) this.showRun(run);
    else showReport(this.parts.report, "", "", null);
    this.onChange();
  }

  /** Reads a text and, where it can be read, solves it. */
  private take(text: string, anew: boolean): void {
    this.motion.clear();
    this.motion.say("", false);
    this.beside.stop();
    this.trajectory = null;
    this.motionVerdict = null;
    this.tree = treeOf(text, tablesOf(text, this.files));
    this.read = this.tree.problems.length > 0 ? { problems: this.tree.problems } : this.guarded(() => this.core.read(main, this.tree.request));
    this.editor.mark(this.read.problems);
    this.listProblems(this.read.problems);
    clearTimeout(this.solving);
    if (this.read.problems.length > 0) {
      this.result = null;
      this.exact = null;
      this.view.setStale(true);
      this.showBadge();
      return this.onChange();
    }
    this.scene = this.read.scene!;
    this.sliders.set(this.read.inputs!);
    this.listModels();
    this.motion.offer(this.scene.simulation !== null);
    this.view.setScene(this.scene, anew);
    if (anew) this.solve(true);
    else this.solving = window.setTimeout(() => this.solve(false), 60);
    this.onChange();
  }

  private guarded(ask: () => Read): Read {
    try {
      return ask();
    } catch (error) {
      return { problems: [{ line: 0, column: 0, path: "", message: this.restart(error) }] };
    }
  }

  /** A solver that trapped is replaced by a new one. */
  private restart(error: unknown): string {
    console.warn(error);
    this.core = new Core(this.core.module);
    return `the solver stopped unexpectedly (${String(error)}); please report this file`;
  }

  private solve(look: boolean): void {
    try {
      this.core.prepare(main);
      const steerable = this.core.steerable(main);
      this.steerNote = steerable.refused ?? "";
      this.view.tipSteers = !steerable.refused;
      this.warmTip = false;
      this.result = this.core.solve(main, true);
    } catch (error) {
      this.result = failed(this.restart(error));
    }
    this.exact = null;
    this.exactNote = "";
    this.showResult();
    if (look) this.view.look(0);
    this.judge();
  }

  /** The exact rod beside the model: its shape as a ghost, and how far its tip is away. */
  judge(): void {
    clearTimeout(this.judging);
    if (!this.view.showExact || this.read.exact || !this.result?.tip || this.read.problems.length > 0) {
      this.exact = null;
      this.exactNote = "";
      return this.view.setExact(null);
    }
    this.judging = window.setTimeout(() => {
      const request = treeOf(this.editor.text, tablesOf(this.editor.text, this.files)).request;
      const asked = this.result;
      this.beside.ask({ kind: "exact", request }, (told) => {
        if (told.kind === "frame" || this.result !== asked || this.motion.active) return;
        const record = told.kind === "exact" ? (told.record as Equilibrium) : null;
        const found = record?.tip && record.status !== "invalid" && record.status !== "not_converged" ? record : null;
        this.exact = found ? found.shape : null;
        this.exactNote = found
          ? badge.apart(size(sub(found.tip!.position, asked!.tip!.position)), this.scene!.length)
          : `no exact rod to compare: ${told.kind === "stopped" ? told.why : (record?.message ?? "")}`;
        this.view.setExact(this.exact);
        this.showBadge();
      });
    }, 120);
  }

  private showResult(): void {
    const { result } = this;
    this.shownShape = result?.shape ?? null;
    this.view.setResult(result);
    this.view.setExact(this.exact);
    this.showBadge();
    this.showPlots();
  }

  private showBadge(): void {
    const node = this.parts.badge;
    const count = this.read.problems.length;
    if (count > 0) {
      const title = count === 1 ? "the file has a problem" : `the file has ${count} problems`;
      return badge.show(node, { tone: "bad", title, lines: [this.read.problems[0].message, "what is seen is from before"] }, []);
    }
    if (this.motionVerdict) return badge.show(node, this.motionVerdict, []);
    if (!this.result) return badge.show(node, { tone: "", title: "solving", lines: [] }, []);
    const more: string[] = [];
    if (this.result.tip) more.push(badge.tipWords(this.result.tip.position));
    if (this.exactNote && !this.motion.active) more.push(this.exactNote);
    const verdict = badge.verdictOf(this.result);
    if (this.run && !this.edited && this.run.result) more.push(`as supple ${this.run.command} found it`);
    badge.show(node, verdict, more);
  }

  private showLegend(): void {
    const { legend } = this.view;
    this.parts.legend.hidden = !legend;
    if (!legend) return;
    const [title, , ends] = Array.from(this.parts.legend.children) as HTMLElement[];
    title.textContent = legend.title;
    ends.children[0].textContent = legend.least;
    ends.children[1].textContent = legend.most;
  }

  private listProblems(problems: Problem[]): void {
    this.parts.problems.replaceChildren(
      ...problems.map((problem) => {
        const row = document.createElement("li");
        const button = row.appendChild(document.createElement("button"));
        const place = problem.line > 0 ? `${this.name}:${problem.line}:${problem.column}: ` : `${this.name}: `;
        button.textContent = place + (problem.path ? `${problem.path}: ` : "") + problem.message;
        button.addEventListener("click", () => this.editor.show(problem.line, problem.column));
        return row;
      }),
    );
  }

  private listModels(): void {
    const { models } = this.parts;
    models.replaceChildren(...(this.read.models ?? []).map((type) => new Option(type, type, false, type === this.read.model)));
  }

  /** A number of the file, from a slider: the text changes in place, and the shape with it. */
  put(index: number, text: string): string {
    const started = performance.now();
    this.edited = true;
    this.run = null;
    if (this.motion.active) this.motion.leave();
    try {
      const told = this.core.put(main, index, text);
      if (told.refused) return told.refused;
      if (told.scalar !== undefined) this.editor.rewrite(this.tree.scalars, [{ scalar: told.scalar, text: told.text! }]);
      this.refreshScene([this.read.inputs![index].path]);
      this.result = this.core.solve(main);
    } catch (error) {
      this.result = failed(this.restart(error));
    }
    this.exact = null;
    this.exactNote = "";
    this.showResult();
    this.costs.push(performance.now() - started);
    this.judge();
    return "";
  }

  /** Loads, fields and actuation are arrows at most; what else changes has other measures to be drawn anew. */
  private refreshScene(paths: string[]): void {
    const scene = this.core.scene(main);
    const arrow = /^(loads|model)\.|^environment\.(?!.*(coils|dipoles|pairs)\.)|^attachments\..*\.(currents|tensions|retractions)\b/;
    const arrows = paths.every((path) => arrow.test(path));
    if (arrows) Object.assign(this.scene!, { loads: scene.loads, gravity: scene.gravity, field: scene.field });
    else {
      this.scene = scene;
      this.view.setScene(scene, false);
    }
  }

  /** What is wrong with a text, as the editor would say; `syntax` where it is no tree. */
  check(text: string, files: Files): { problems: Problem[]; syntax: boolean } {
    const tree = treeOf(text, files);
    if (tree.problems.length > 0) return { problems: tree.problems, syntax: true };
    return { problems: this.core.read(other, tree.request).problems, syntax: false };
  }

  /** After a drag the file is read as it stands. */
  private settle(): void {
    const text = this.editor.text;
    this.tree = treeOf(text, tablesOf(text, this.files));
    const read = this.tree.problems.length > 0 ? { problems: this.tree.problems } : this.guarded(() => this.core.read(main, this.tree.request));
    if (read.problems.length > 0) return this.take(text, false);
    this.read = read;
    this.scene = read.scene!;
    this.sliders.set(read.inputs!);
    this.view.setScene(this.scene, false);
    this.solve(false);
    this.onChange();
  }

  private inputAt(path: string): number {
    return this.read.inputs!.findIndex((input: Input) => input.path === path && input.written);
  }

  private drag(handle: Handle, to: V3, phase: "start" | "move" | "end"): void {
    if (phase === "start") {
      this.holding = handle.kind === "tip";
      if (this.holding) this.findReach();
      return;
    }
    if (this.read.problems.length > 0 || this.motion.active) return;
    if (phase === "move") {
      if (handle.kind === "tip") this.steer(to);
      else this.pull(handle.load, to);
    } else {
      this.holding = false;
      this.view.aim(null);
      this.view.showReach(null);
      this.settle();
    }
  }

  /** Where the tip can be brought within the file's limits, shown while it is held. */
  private findReach(): void {
    const text = this.editor.text;
    const { request } = treeOf(text, tablesOf(text, this.files));
    clearTimeout(this.judging);
    this.reach = [];
    this.beside.ask({ kind: "reach", request, samples: 900 }, (told) => {
      if (told.kind !== "reach") return;
      this.reach = told.points;
      if (this.holding) this.view.showReach(this.reach);
    });
  }
  reach: number[][] = [];
  private holding = false;

  /** Brings the tip to a place by the actuation that the file has; the file's numbers change with it. */
  steer(to: V3): void {
    const started = performance.now();
    this.edited = true;
    this.run = null;
    try {
      const told = this.core.steer(main, to, this.warmTip);
      if (told.refused) {
        this.steerNote = told.refused;
        return;
      }
      this.editor.rewrite(this.tree.scalars, told.edits ?? []);
      this.warmTip = told.record!.status === "converged";
      this.result = told.record!;
      this.refreshScene((told.edits ?? []).map((edit) => edit.path));
    } catch (error) {
      this.result = failed(this.restart(error));
    }
    this.view.aim(to);
    this.exact = null;
    this.exactNote = "";
    this.showResult();
    this.costs.push(performance.now() - started);
  }

  /** A load's arrow is drawn to a point. */
  private pull(load: number, to: V3): void {
    const started = performance.now();
    const { name } = this.scene!.loads[load];
    const force = this.view.forceTo(load, to);
    const paths = ["x", "y", "z"].map((axis) => `loads.${name || load}.force.${axis}`);
    const found = paths.map((path) => this.inputAt(path));
    if (found.some((index) => index < 0)) return;
    this.edited = true;
    this.run = null;
    const largest = Math.max(...force.map(Math.abs)) || 1;
    try {
      found.forEach((index, axis) => {
        const { scale } = this.read.inputs![index];
        const step = 10 ** Math.floor(Math.log10(largest / scale) - 2);
        const told = this.core.put(main, index, String(Number((Math.round(force[axis] / scale / step) * step).toPrecision(4))));
        if (told.scalar !== undefined && !told.refused) this.editor.rewrite(this.tree.scalars, [{ scalar: told.scalar, text: told.text! }]);
      });
      this.refreshScene(paths);
      this.result = this.core.solve(main);
    } catch (error) {
      this.result = failed(this.restart(error));
    }
    this.exact = null;
    this.exactNote = "";
    this.showResult();
    this.costs.push(performance.now() - started);
  }

  private chooseModel(type: string): void {
    if (!this.tree.document) return;
    const told = this.core.switchModel(main, other, type);
    const text = this.editor.text;
    const { document } = treeOf(text, {});
    if (told.refused || !document) return this.listModels();
    this.editor.replace(withModel(text, document, type, told.dropped ?? []));
  }

  simulate(): void {
    if (this.read.problems.length > 0 || !this.scene?.simulation) return;
    const text = this.editor.text;
    const { request } = treeOf(text, tablesOf(text, this.files));
    clearTimeout(this.judging);
    this.view.setExact(null);
    this.motion.begin(this.scene.simulation.duration);
    this.sayMotion({ tone: "", title: "motion: computing", lines: [] });
    this.beside.ask({ kind: "simulate", request }, (told) => {
      if (told.kind === "frame") {
        this.motion.take(told.time, told.frames);
        const last = told.frames.length - 7;
        this.view.keep([v3(told.frames), v3(told.frames.subarray(last, last + 3))]);
      }
      if (told.kind === "stopped") this.stopMotion(told.why);
      if (told.kind === "simulate") this.showTrajectory(told.record as Trajectory, false);
    });
  }

  private showTrajectory(record: Trajectory, play: boolean): void {
    if (record.refused) return this.stopMotion(record.refused);
    this.trajectory = record;
    this.motion.set(record, play);
    const every = Math.max(1, Math.floor(record.shape.position.length / 60));
    this.view.keep(record.shape.position.filter((_, i) => i % every === 0).flatMap((shape) => [v3(shape[0]), v3(shape[shape.length - 1])]));
    this.sayMotion(badge.verdictOfMotion("motion", record.status, record.message, record.warnings));
    this.showPlots();
    this.onChange();
  }

  modes(count = 8): void {
    if (this.read.problems.length > 0) return;
    const text = this.editor.text;
    const { request } = treeOf(text, tablesOf(text, this.files));
    this.motion.say("finding modes", false);
    this.beside.ask({ kind: "modes", request, count }, (told) => {
      if (told.kind === "stopped") this.stopMotion(told.why);
      else if (told.kind === "modes") this.showModes(told.record as Modes);
    });
  }

  private showModes(record: Modes): void {
    if (record.refused) return this.stopMotion(record.refused);
    this.view.setExact(null);
    this.motion.setModes(record);
    this.sayMotion(badge.verdictOfMotion("modes", record.status, record.message, record.warnings));
    this.onChange();
  }

  private sayMotion(verdict: badge.Verdict): void {
    this.motionVerdict = verdict;
    this.showBadge();
  }

  private stopMotion(why: string): void {
    this.motion.stopped(why);
    this.sayMotion({ tone: "bad", title: "motion: not finished", lines: [why] });
  }

  private showRun(run: Run): void {
    showReport(this.parts.report, run.text ?? "", run.command, run.result);
    const record = run.result as Record<string, unknown> | null;
    if (!record) return;
    if (run.command === "simulate" && record.time) this.showTrajectory(record as unknown as Trajectory, false);
    else if (run.command === "modes" && record.modes) this.showModes(record as unknown as Modes);
    else if ((run.command === "solve" || run.command === "steer") && record.shape) {
      this.result = record as unknown as Equilibrium;
      this.showResult();
    } else this.showPlots();
  }

  private showPlots(): void {
    const courses: Course[] = [];
    const mm = (rows: ArrayLike<ArrayLike<number>>, axis: number) => Array.from(rows, (row) => 1e3 * row[axis]);
    const length = (rows: ArrayLike<ArrayLike<number>> | undefined, scale: number) => (rows ? Array.from(rows, (row) => scale * size(row)) : null);
    if (this.run && !this.trajectory) courses.push(...coursesOf(this.run.command, this.run.result));
    if (this.trajectory) {
      const { time, tip, energy } = this.trajectory;
      courses.push({ title: "tip", unit: "mm", x: time, xName: "time [s]", lines: ["x", "y", "z"].map((name, axis) => ({ name, y: mm(tip.position, axis) })) });
      if (energy) courses.push({ title: "energy", unit: "mJ", x: time, xName: "time [s]", lines: (["kinetic", "elastic", "total"] as const).map((name) => ({ name, y: Array.from(energy[name], (e) => 1e3 * e) })) });
    } else if (this.result?.shape && this.result.shape.arclength.length > 1) {
      const { shape } = this.result;
      const x = Array.from(shape.arclength, (s) => 1e3 * s);
      const course = (title: string, unit: string, y: number[] | null) => {
        if (y && y.length === x.length) courses.push({ title, unit, x, xName: "arc length [mm]", lines: [{ name: title, y }] });
      };
      course("curvature", "1/m", length(shape.curvature, 1));
      course("moment", "mN mm", length(shape.moment, 1e6));
      course("internal force", "mN", length(shape.force, 1e3));
      const touching = (this.result.contacts ?? []).filter((c) => c.normal_force > 0);
      if (touching.length > 1) courses.push({ title: "contact force", unit: "mN", x: touching.map((c) => 1e3 * c.at), xName: "arc length [mm]", lines: [{ name: "normal force", y: touching.map((c) => 1e3 * c.normal_force) }] });
    }
    if (!this.parts.plots.hidden) this.plots.set(courses);
    this.courses = courses;
  }
  private courses: Course[] = [];

  /** Plots are made where they are seen. */
  drawPlots(): void {
    this.plots.set(this.courses);
  }

  private pointAt(x: number | null): void {
    if (this.trajectory) {
      if (x !== null) {
        this.motion.play(false);
        this.motion.go(Math.max(0, x));
      }
    } else this.view.point(x === null ? null : Math.min(Math.max(0, x / 1e3), this.scene?.length ?? 0));
  }

  repaint(): void {
    if (!this.motion.active) this.showResult();
    else if (this.shownShape) this.view.setMoving(this.shownShape);
  }

  get rest(): number[][] {
    return this.scene?.rest ?? [];
  }
  get steering(): string {
    return this.steerNote;
  }
  /** A step of the tip by keys, in the plane of the screen. */
  nudge(by: V3): void {
    const tip = this.result?.tip;
    if (!tip || !this.view.tipSteers) return;
    this.steer(add(v3(tip.position), by));
  }
}

function failed(why: string): Equilibrium {
  const none = { force: [0, 0, 0], moment: [0, 0, 0] };
  return {
    model: "", status: "invalid", message: why, tip: null, shape: { arclength: [], position: [], quaternion: [] }, reactions: [],
    base_reaction: none, balance: null, snapped: false, stability: { stable: null, kind: "not-assessed" },
    solver: { iterations: 0, residual: null, seconds: 0 }, warnings: [],
  };
}
