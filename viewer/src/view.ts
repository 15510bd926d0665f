// The picture: the rod and all that acts on it, made of a file's scene and a result.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { ink, scaleColour, type Ink } from "./colours";
import { add, cross, frameAt, hasShape, size, sizeAt, smooth, sub, times, turned, turnedBack, unit, v3, type Line, type V3 } from "./curve";
import { Arrow, framesAlong, Tube } from "./parts";
import type { Equilibrium, Scene, Shape } from "./record";
import { emptyScenery, Scenery, thickness } from "./scenery";
import { millimetres, moment, shown } from "./units";

export type Paint = "none" | "curvature" | "moment" | "force" | "contact";

export interface Handle {
  kind: "tip" | "load";
  load: number;
  position: V3;
  from: V3;
}

interface Label {
  at: V3;
  text: string;
  kind: string;
}

const rodPoints = 64;

export class View {
  readonly canvas: HTMLCanvasElement;
  paint: Paint = "none";
  showExact = true;
  showRest = true;
  showForces = true;
  showFrames = false;
  tipSteers = false;
  onDrag: (handle: Handle, to: V3, phase: "start" | "move" | "end") => void = () => {};
  onDraw: () => void = () => {};
  /** Largest of what is painted, with its words; null where nothing is. */
  legend: { title: string; least: string; most: string } | null = null;

  private readonly renderer: THREE.WebGLRenderer;
  private readonly world = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(36, 1, 1e-4, 100);
  private readonly controls: OrbitControls;
  private readonly labels: HTMLElement;
  private ink: Ink = ink.light;
  private rod!: Tube;
  private exact!: Tube;
  private rest!: Tube;
  private scenery = emptyScenery();
  private arrows = new THREE.Group();
  private marker!: THREE.Mesh;
  private target!: THREE.Mesh;
  private arrowPool = new Map<string, Arrow>();
  private readonly cloud = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ size: 3, sizeAttenuation: false }));
  private handles: Handle[] = [];
  private extra: V3[] = []; // where a motion has been
  private drawn: { from: V3; to: V3; colour: string }[] = [];
  private labelList: Label[] = [];
  private grabbed: Handle | null = null;
  private waiting = false;
  private scene: Scene | null = null;
  private result: Equilibrium | null = null;
  private line: Line | null = null;
  private forceScale = 1;
  private reach = 1; // size of what is seen [m]
  private stale = false;

  constructor(private readonly holder: HTMLElement) {
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "picture of the manipulator; arrow keys turn it, plus and minus zoom");
    this.labels = document.createElement("div");
    this.labels.className = "labels";
    holder.append(this.canvas, this.labels);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.draw());
    this.controls.keyPanSpeed = 20;
    this.world.add(this.arrows, this.cloud);
    this.cloud.visible = this.cloud.frustumCulled = false;
    const sun = new THREE.DirectionalLight(0xffffff, 2.6);
    sun.position.set(1, -2, 3);
    const fill = new THREE.DirectionalLight(0xffffff, 1.2);
    fill.position.set(-2, 1, -1);
    this.world.add(new THREE.HemisphereLight(0xffffff, 0xa8b4c4, 2.2), sun, fill);
    new ResizeObserver(() => this.resize()).observe(holder);
    this.listen();
    this.setTheme(false);
  }

  setTheme(dark: boolean): void {
    this.ink = dark ? ink.dark : ink.light;
    for (const tube of [this.rod, this.exact, this.rest]) if (tube) this.world.remove(tube.mesh);
    this.rod = new Tube(new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.45, metalness: 0.05, side: THREE.DoubleSide }));
    const ghost = (color: number, opacity: number) =>
      new THREE.MeshStandardMaterial({ color, transparent: true, opacity, roughness: 0.8, depthWrite: false });
    this.exact = new Tube(ghost(this.ink.exact, 0.7));
    this.rest = new Tube(ghost(this.ink.rest, 0.28));
    this.world.add(this.rod.mesh, this.exact.mesh, this.rest.mesh);
    this.exact.mesh.visible = false;
    if (this.marker) this.world.remove(this.marker, this.target);
    const ball = (color: number) => new THREE.Mesh(new THREE.SphereGeometry(1, 20, 14), new THREE.MeshStandardMaterial({ color, roughness: 0.4 }));
    this.marker = ball(this.ink.handle);
    this.target = ball(this.ink.contact);
    this.marker.visible = this.target.visible = false;
    this.world.add(this.marker, this.target);
    for (const arrow of this.arrowPool.values()) this.arrows.remove(arrow.group);
    this.arrowPool.clear();
    if (this.scene) this.setScene(this.scene, false);
    if (this.result) this.setResult(this.result);
  }

  /** The parts of another file; the camera looks at them from anew where `look`. */
  setScene(scene: Scene, look: boolean): void {
    this.scene = scene;
    this.world.remove(this.scenery.fixed, this.scenery.moving);
    this.scenery.dispose();
    this.scenery = new Scenery(scene, this.ink, thickness(scene));
    this.world.add(this.scenery.fixed, this.scenery.moving);
    if (look) this.extra = [];
    this.reach = scene.length;
    const r = this.radius();
    this.rest.update(framesAlong(scene.rest as V3[]), () => 0.85 * r, null);
    if (look) this.look(0);
  }

  private radius(): number {
    return thickness(this.scene!);
  }

  /** A solved shape, or what was left of it. Null: there is none. */
  setResult(result: Equilibrium | null): void {
    this.result = result;
    this.stale = false;
    const shape = result?.shape;
    this.setLine(hasShape(shape) ? shape! : null, shape);
  }

  /** A shape of a motion: no forces are known. */
  setMoving(line: Line): void {
    this.result = null;
    this.setLine(line, undefined);
  }

  setStale(stale: boolean): void {
    this.stale = stale;
    this.draw();
  }

  setExact(line: Line | null): void {
    const r = this.scene ? this.radius() : 1;
    this.exact.mesh.visible = this.showExact && !!line;
    if (line && this.showExact) {
      const frames = smooth(line, rodPoints).map((p) => p.frame);
      // Thinner than the rod: it is seen where it is elsewhere.
      this.exact.update(frames, () => 0.8 * r, null, this.boxOf(0.8));
    }
    this.draw();
  }

  private boxOf(factor = 1): [number, number] | null {
    const box = this.scene?.box;
    return box ? [factor * Math.max(box[0], 0.004 * this.reach), factor * Math.max(box[1], 0.004 * this.reach)] : null;
  }

  private setLine(line: Line | null, shape: Shape | undefined): void {
    this.line = line;
    this.rest.mesh.visible = this.showRest;
    this.rod.mesh.visible = this.scenery.moving.visible = this.arrows.visible = !!line;
    this.labelList = [];
    this.handles = [];
    this.legend = null;
    if (line) {
      const points = smooth(line, rodPoints);
      const r = this.radius();
      const colour = this.colouring(points.map((p) => p.s), shape);
      this.rod.update(points.map((p) => p.frame), () => r, colour, this.boxOf());
      this.scenery.go(line, points);
      this.addArrows(line);
    }
    this.draw();
  }

  private colouring(s: number[], shape: Shape | undefined): (i: number) => [number, number, number] {
    const plain = new THREE.Color(this.ink.rod);
    const flat = (): [number, number, number] => [plain.r, plain.g, plain.b];
    let values: number[] | null = null;
    let title = "";
    let words = (x: number) => String(x);
    const rows = this.paint === "contact" ? undefined : this.paint === "none" ? undefined : shape?.[this.paint];
    if (rows && shape && rows.length > 1) {
      values = s.map((at) => sizeAt(shape.arclength, rows, at));
      title = { curvature: "curvature", moment: "moment", force: "internal force" }[this.paint as "curvature"] ?? "";
      words = this.paint === "curvature" ? (x) => shown(x, "1/m") : this.paint === "moment" ? moment : (x) => shown(x, "N");
    } else if (this.paint === "contact" && this.result?.contacts) {
      // Contacts are points: what is painted is their force, spread over a hundredth of the rod.
      const width = 0.015 * this.reach;
      const touching = this.result.contacts.filter((c) => c.normal_force > 0);
      values = s.map((at) => touching.reduce((sum, c) => sum + c.normal_force * Math.exp(-(((at - c.at) / width) ** 2)), 0));
      title = "contact force";
      words = (x) => shown(x, "N");
    }
    const most = values ? Math.max(...values) : 0;
    if (!values || !(most > 0)) return flat;
    this.legend = { title, least: words(0), most: words(most) };
    return (i) => {
      const c = new THREE.Color().setRGB(...scaleColour(values![i] / most), THREE.SRGBColorSpace);
      return [c.r, c.g, c.b];
    };
  }

  private arrow(key: string, colour: number, heads: 1 | 2, from: V3, along: V3): void {
    let arrow = this.arrowPool.get(key);
    if (!arrow) {
      arrow = new Arrow(colour, heads);
      this.arrowPool.set(key, arrow);
      this.arrows.add(arrow.group);
    }
    arrow.set(from, along, 0.006 * this.reach);
    arrow.group.userData.used = true;
    this.drawn.push({ from, to: add(from, along), colour: `#${colour.toString(16).padStart(6, "0")}` });
  }

  private addArrows(line: Line): void {
    this.drawn = [];
    for (const arrow of this.arrowPool.values()) arrow.group.userData.used = false;
    if (this.showForces) this.fillArrows(line);
    for (const arrow of this.arrowPool.values()) if (!arrow.group.userData.used) arrow.group.visible = false;
    const tip = frameAt(line, this.scene!.length).position;
    if (this.tipSteers) this.handles.unshift({ kind: "tip", load: -1, position: tip, from: tip });
  }

  private fillArrows(line: Line): void {
    const scene = this.scene!;
    const r = this.radius();
    const loads = scene.loads.map((load) => {
      const frame = frameAt(line, Math.min(load.at, scene.length));
      const world = (v: number[]) => (load.follows ? turned(frame.quaternion, v) : v3(v));
      return { load, frame, force: world(load.force), moment: world(load.moment) };
    });
    const reactions = (this.result?.reactions ?? []).filter((x) => size(x.force) > 0);
    const contacts = (this.result?.contacts ?? []).filter((c) => c.normal_force > 0);
    const forces = [...loads.map((l) => size(l.force)), ...reactions.map((x) => size(x.force)), ...contacts.map((c) => size(c.force))];
    const moments = [...loads.map((l) => size(l.moment)), ...reactions.map((x) => size(x.moment))];
    // While a load is held its own scale stays, so that the arrow follows the pointer.
    if (!this.grabbed) this.forceScale = (0.3 * this.reach) / (Math.max(...forces, 0) || 1);
    const momentScale = (0.22 * this.reach) / (Math.max(...moments, 0) || 1);

    loads.forEach(({ load, frame, force, moment: m }, i) => {
      if (!load.acts) return;
      const along = times(force, this.forceScale);
      this.arrow(`load ${i}`, this.ink.load, 1, frame.position, along);
      const end = add(frame.position, along);
      if (size(force) > 0) this.labelList.push({ at: end, text: `${load.name || "load"} ${shown(size(force), "N")}`, kind: "load" });
      if (size(m) > 0) {
        const turn = times(m, momentScale);
        this.arrow(`moment ${i}`, this.ink.moment, 2, frame.position, turn);
        this.labelList.push({ at: add(frame.position, turn), text: moment(size(m)), kind: "moment" });
      }
      this.handles.push({ kind: "load", load: i, position: end, from: frame.position });
    });
    reactions.forEach((reaction, i) => {
      if (contacts.some((c) => c.name === reaction.name)) return;
      const at = frameAt(line, Math.min(reaction.at, scene.length)).position;
      const along = times(reaction.force, this.forceScale);
      this.arrow(`reaction ${i}`, this.ink.reaction, 1, at, along);
      this.labelList.push({ at: add(at, along), text: `${reaction.name} ${shown(size(reaction.force), "N")}`, kind: "reaction" });
    });
    contacts.forEach((contact, i) => {
      const along = times(contact.force, this.forceScale);
      const at = v3(contact.position);
      this.arrow(`contact ${i}`, this.ink.contact, 1, at, along);
      if (contacts.length <= 6) this.labelList.push({ at: add(at, along), text: shown(contact.normal_force, "N"), kind: "contact" });
    });
    const corner = add(scene.base.position, times(this.side(), 0.28 * this.reach));
    if (size(scene.gravity) > 0) {
      const along = times(unit(scene.gravity), 0.13 * this.reach);
      this.arrow("gravity", this.ink.gravity, 1, corner, along);
      this.labelList.push({ at: add(corner, along), text: `g ${shown(size(scene.gravity), "m/s²")}`, kind: "gravity" });
    }
    if (size(scene.field.uniform) > 0) {
      const along = times(unit(scene.field.uniform), 0.16 * this.reach);
      this.arrow("field", this.ink.field, 1, corner, along);
      this.labelList.push({ at: add(corner, along), text: `B ${shown(size(scene.field.uniform), "T")}`, kind: "field" });
    }
    (this.result?.fields ?? []).forEach((reading, i) => {
      if (!(size(reading.field) > 0)) return;
      const at = frameAt(line, Math.min(reading.at, scene.length)).position;
      this.arrow(`reading ${i}`, this.ink.field, 1, at, times(unit(reading.field), 0.12 * this.reach + 3 * r));
    });
    if (this.showFrames) {
      line.arclength && Array.from(line.arclength as ArrayLike<number>).forEach((_, i) => {
        [0xdc2626, 0x16a34a, 0x2563eb].forEach((colour, axis) => {
          const e: V3 = [0, 0, 0];
          e[axis] = 0.05 * this.reach;
          this.arrow(`frame ${i} ${axis}`, colour, 1, v3(line.position[i]), turned(line.quaternion[i], e));
        });
      });
    }
  }

  /** A direction beside the base, away from the rod. */
  private side(): V3 {
    const tangent = turned(this.scene!.base.quaternion, [0, 0, 1]);
    const across = Math.abs(tangent[2]) < 0.9 ? cross(tangent, [0, 0, 1]) : ([0, -1, 0] as V3);
    return add(times(unit(across), 0.8), times(tangent, -0.25));
  }

  /** A bead at an arc length, for plots that point there; null: none. */
  point(s: number | null): void {
    this.marker.visible = s !== null && !!this.line;
    if (s !== null && this.line) {
      this.marker.position.set(...frameAt(this.line, s).position);
      this.marker.scale.setScalar(1.9 * this.radius());
    }
    this.draw();
  }

  /** Where the tip was asked to be; null: nowhere. */
  aim(at: V3 | null): void {
    this.target.visible = at !== null;
    if (at) {
      this.target.position.set(...at);
      this.target.scale.setScalar(1.5 * this.radius());
    }
  }

  /** Where the tip can be brought; null: not shown. */
  showReach(points: number[][] | null): void {
    this.cloud.visible = points !== null && points.length > 0;
    if (!this.cloud.visible) return;
    this.cloud.geometry.dispose();
    this.cloud.geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points!.flat(), 3));
    this.cloud.material.color.setHex(this.ink.handle);
    this.draw();
  }

  /** The camera: 0 from aside, 1 along x, 2 along y, 3 from above. */
  look(from: number): void {
    const scene = this.scene;
    if (!scene) return;
    this.resize();
    const points = [...(scene.rest as V3[]), ...this.extra, ...this.drawn.map((arrow) => arrow.to)].map((p) => new THREE.Vector3(...p));
    if (this.line) for (let i = 0; i < this.line.position.length; ++i) points.push(new THREE.Vector3(...v3(this.line.position[i])));
    const directions: V3[] = [[0.75, -1.15, 0.6], [1, 0, 0], [0, -1, 0], [0, -1e-3, 1]];
    const away = new THREE.Vector3(...unit(directions[from]));
    const right = new THREE.Vector3().crossVectors(this.camera.up, away).normalize();
    const above = new THREE.Vector3().crossVectors(away, right);
    // The box of all points as the camera sees them, and from where it fits into the picture.
    const spans = [right, above, away].map((axis) => {
      const along = points.map((p) => p.dot(axis));
      return [Math.min(...along), Math.max(...along)];
    });
    const half = spans.map(([low, high]) => (high - low) / 2);
    const middle = new THREE.Vector3();
    [right, above, away].forEach((axis, i) => middle.addScaledVector(axis, (spans[i][0] + spans[i][1]) / 2));
    const tangent = Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    const across = Math.max(half[0] / this.camera.aspect, half[1], 0.12 * scene.length) + 0.05 * scene.length;
    const distance = (1.1 * across) / tangent + half[2];
    this.camera.near = 0.01 * distance;
    this.camera.far = 40 * (distance + scene.length);
    this.camera.position.copy(middle).addScaledVector(away, distance);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(middle);
    this.controls.update();
    this.draw();
  }

  /** Looks anew where a moving rod has left the picture. */
  keep(points: V3[]): void {
    const { clientWidth, clientHeight } = this.holder;
    const out = points.filter((p) => {
      const { x, y, shown: visible } = this.screen(p);
      return !visible || x < 0 || y < 0 || x > clientWidth || y > clientHeight;
    });
    if (out.length === 0) return;
    this.extra.push(...out);
    this.look(0);
  }

  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.canvas.style.opacity = this.stale ? "0.35" : "1";
      this.renderer.render(this.world, this.camera);
      this.layLabels();
      this.onDraw();
    });
  }

  picture(): Promise<Blob | null> {
    this.renderer.render(this.world, this.camera);
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }

  private resize(): void {
    const { clientWidth: w, clientHeight: h } = this.holder;
    if (w === 0 || h === 0) return;
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  screen(at: V3): { x: number; y: number; shown: boolean } {
    const p = new THREE.Vector3(...at).project(this.camera);
    return { x: ((p.x + 1) / 2) * this.holder.clientWidth, y: ((1 - p.y) / 2) * this.holder.clientHeight, shown: p.z < 1 };
  }

  private layLabels(): void {
    const kept: HTMLElement[] = [];
    const taken: { x: number; y: number }[] = [];
    for (const label of this.labelList) {
      const { x, y, shown: visible } = this.screen(label.at);
      if (!visible || taken.some((t) => Math.abs(t.x - x) < 70 && Math.abs(t.y - y) < 15)) continue;
      taken.push({ x, y });
      const node = (this.labels.children[kept.length] as HTMLElement | undefined) ?? this.labels.appendChild(document.createElement("span"));
      node.textContent = label.text;
      node.className = label.kind;
      node.style.transform = `translate(${x + 6}px, ${y - 8}px)`;
      kept.push(node);
    }
    for (const handle of this.handles) {
      const { x, y, shown: visible } = this.screen(handle.position);
      if (!visible) continue;
      const node = (this.labels.children[kept.length] as HTMLElement | undefined) ?? this.labels.appendChild(document.createElement("span"));
      node.textContent = "";
      node.className = `handle ${handle.kind}`;
      node.style.transform = `translate(${x}px, ${y}px)`;
      kept.push(node);
    }
    while (this.labels.children.length > kept.length) this.labels.lastElementChild!.remove();
  }

  handleAt(x: number, y: number, within: number): Handle | null {
    let best: Handle | null = null;
    let least = within;
    for (const handle of this.handles) {
      const p = this.screen(handle.position);
      const distance = Math.hypot(p.x - x, p.y - y);
      if (p.shown && distance < least) [best, least] = [handle, distance];
    }
    return best;
  }

  private listen(): void {
    const offset = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    // The point under the pointer in the plane across the view through where the handle was.
    const inPlane = (event: PointerEvent): V3 => {
      const { x, y } = offset(event);
      const ray = new THREE.Raycaster();
      ray.setFromCamera(new THREE.Vector2((2 * x) / this.holder.clientWidth - 1, 1 - (2 * y) / this.holder.clientHeight), this.camera);
      const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(this.camera.getWorldDirection(new THREE.Vector3()), new THREE.Vector3(...this.grabbed!.position));
      const hit = ray.ray.intersectPlane(plane, new THREE.Vector3());
      return hit ? [hit.x, hit.y, hit.z] : this.grabbed!.position;
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      const { x, y } = offset(event);
      this.grabbed = this.handleAt(x, y, event.pointerType === "touch" ? 30 : 14);
      if (!this.grabbed) return;
      this.controls.enabled = false;
      this.canvas.setPointerCapture(event.pointerId);
      this.onDrag(this.grabbed, inPlane(event), "start");
    }, { capture: true });
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.grabbed) this.onDrag(this.grabbed, inPlane(event), "move");
      else {
        const { x, y } = offset(event);
        this.canvas.style.cursor = this.handleAt(x, y, 14) ? "grab" : "";
      }
    });
    const drop = (event: PointerEvent) => {
      if (!this.grabbed) return;
      const handle = this.grabbed;
      const to = inPlane(event);
      this.grabbed = null;
      this.controls.enabled = true;
      this.onDrag(handle, to, "end");
    };
    this.canvas.addEventListener("pointerup", drop);
    this.canvas.addEventListener("pointercancel", drop);
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const turn = 0.12;
    const spherical = new THREE.Spherical().setFromVector3(
      this.camera.position.clone().sub(this.controls.target).applyQuaternion(new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0))),
    );
    if (event.key === "ArrowLeft") spherical.theta -= turn;
    else if (event.key === "ArrowRight") spherical.theta += turn;
    else if (event.key === "ArrowUp") spherical.phi -= turn;
    else if (event.key === "ArrowDown") spherical.phi += turn;
    else if (event.key === "+" || event.key === "=") spherical.radius *= 0.9;
    else if (event.key === "-") spherical.radius /= 0.9;
    else return;
    event.preventDefault();
    spherical.makeSafe();
    const back = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.camera.up);
    this.camera.position.setFromSpherical(spherical).applyQuaternion(back).add(this.controls.target);
    this.controls.update();
    this.draw();
  }

  /** The force that an arrow from a load to a point stands for, in the load's own frame. */
  forceTo(load: number, to: V3): V3 {
    const scene = this.scene!;
    const frame = frameAt(this.line!, Math.min(scene.loads[load].at, scene.length));
    const force = times(sub(to, frame.position), 1 / this.forceScale);
    return scene.loads[load].follows ? turnedBack(frame.quaternion, force) : force;
  }

  /** The arrows as they are drawn, for a drawing. */
  arrowLines(): { from: V3; to: V3; colour: string; text: string }[] {
    const textAt = (at: V3) => this.labelList.find((label) => size(sub(label.at, at)) < 1e-12)?.text ?? "";
    return this.drawn.filter(({ from, to }) => size(sub(to, from)) > 0).map((arrow) => ({ ...arrow, text: textAt(arrow.to) }));
  }

  get shape(): Line | null {
    return this.line;
  }
  get tip(): V3 | null {
    return this.line ? frameAt(this.line, this.scene!.length).position : null;
  }
  reachLabel(): string {
    return millimetres(this.reach);
  }
}
