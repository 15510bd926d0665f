// What the solver answers: the records of docs/results.md, in SI, and what a file says of itself.

export type Numbers = ArrayLike<number>;
export type Rows = ArrayLike<Numbers>;

export interface Pose {
  position: Numbers;
  quaternion: Numbers; // w, x, y, z
}

export interface Shape {
  arclength: Numbers;
  position: Rows;
  quaternion: Rows;
  force?: Rows;
  moment?: Rows;
  curvature?: Rows;
}

export interface Contact {
  name: string;
  state: string;
  gap: number;
  normal_force: number;
  at: number;
  position: Numbers;
  force: Numbers;
}

export interface Equilibrium {
  model: string;
  status: string;
  message: string;
  tip: Pose | null;
  shape: Shape;
  reactions: { name: string; at: number; force: Numbers; moment: Numbers }[];
  contacts?: Contact[];
  base_reaction: { force: Numbers; moment: Numbers };
  drives?: { name: string; tensions: Numbers; retractions: Numbers }[];
  fields?: { name: string; at: number; field: Numbers }[];
  balance: number | null;
  snapped: boolean;
  push?: number;
  stability: { stable: boolean | null; kind: string };
  solver: { iterations: number; residual: number | null; seconds: number };
  warnings: string[];
  refused?: string;
}

export interface Trajectory {
  model: string;
  status: string;
  message: string;
  time: Numbers;
  tip: { position: Rows; quaternion: Rows };
  shape: { arclength: Numbers; position: Rows[]; quaternion: Rows[] };
  energy?: { kinetic: Numbers; elastic: Numbers; total: Numbers };
  interrupted: boolean;
  integration: { integrator: string; step: number; steps: number; rejected: number; seconds: number };
  warnings: string[];
  refused?: string;
}

export interface Mode {
  frequency: number;
  damping_ratio: number;
  twist: boolean;
  displacement: { real: Rows; imag: Rows };
}

export interface Modes {
  model: string;
  status: string;
  message: string;
  arclength: Numbers;
  modes: Mode[];
  equilibrium: Equilibrium;
  warnings: string[];
  refused?: string;
}

export interface Problem {
  line: number;
  column: number;
  path: string;
  message: string;
}

export interface Input {
  path: string;
  unit: string;
  written: boolean; // it stands in the file
  value?: number;
  text?: string; // in its unit
  scale: number; // SI of one of its units
  lower: number | null;
  upper: number | null;
  above: boolean;
  whole: boolean;
  help: string;
}

export interface Attachment {
  kind: string;
  name: string;
  at?: number;
  dipole?: number[];
  cylinder?: [number, number];
  sphere?: number;
  block?: number[];
  areas?: number[];
  currents?: number[];
  axes?: number[][];
  positions?: number[];
  radius?: number;
  thickness?: number;
  radii?: number[];
  angles?: number[];
  ends?: number[];
  diameters?: number[];
  cable?: boolean;
}

export interface Held {
  kind: string;
  name: string;
  at?: number | null; // null: the whole rod
  hold?: (number | null)[];
  tangent?: number[];
  point?: number[];
  position?: number[];
  quaternion?: number[];
  normal?: number[];
  centre?: number[];
  axis?: number[];
  radius?: number;
  inside?: boolean;
  points?: number[][];
  radii?: number[];
}

export interface Scene {
  length: number;
  radius: number | null;
  box?: [number, number];
  rest: number[][];
  base: { position: number[]; quaternion: number[]; free: boolean; pinned: boolean };
  gravity: number[];
  field: {
    uniform: number[];
    graded: boolean;
    map: boolean;
    coils: { name: string; position: number[]; axis: number[]; radius: number; current: number }[];
    dipoles: { name: string; position: number[]; moment: number[] }[];
  };
  loads: { name: string; at: number; force: number[]; moment: number[]; follows: boolean; acts: boolean }[];
  attachments: Attachment[];
  constraints: Held[];
  stations: { name: string; at: number }[];
  simulation: { duration: number; every: number } | null;
}

export interface Read {
  problems: Problem[];
  name?: string;
  model?: string;
  exact?: boolean;
  models?: string[];
  inputs?: Input[];
  scene?: Scene;
}

export interface Actuation {
  path: string;
  lower: number | null; // null: without a limit
  upper: number | null;
}

export interface Put {
  value?: number;
  scalar?: number;
  text?: string;
  mistake?: string;
  refused?: string;
}

export interface Steered {
  edits?: { path: string; scalar: number; text: string }[];
  record?: Equilibrium & { residual?: number | null };
  refused?: string;
}
