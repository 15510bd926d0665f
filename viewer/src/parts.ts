// Meshes that are made once and moved: a tube along frames, arrows, labels.

import * as THREE from "three";
import type { Frame } from "./curve";
import { cross, size, turned, unit, type V3 } from "./curve";

const around = 14;

/** A tube along frames, round or with the section of a box, coloured point by point. */
export class Tube {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
  private rings = 0;

  constructor(material: THREE.MeshStandardMaterial) {
    this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
    this.mesh.frustumCulled = false;
  }

  update(frames: Frame[], radius: (i: number) => number, colour: ((i: number) => [number, number, number]) | null, box: [number, number] | null = null): void {
    const n = frames.length;
    this.mesh.visible = n > 1;
    if (n < 2) return;
    if (n !== this.rings) this.allocate(n);
    const geometry = this.mesh.geometry;
    const position = geometry.getAttribute("position").array as Float32Array;
    const normal = geometry.getAttribute("normal").array as Float32Array;
    const paint = geometry.getAttribute("color").array as Float32Array;
    let at = 0;
    for (let i = 0; i < n; ++i) {
      const d1 = turned(frames[i].quaternion, [1, 0, 0]);
      const d2 = turned(frames[i].quaternion, [0, 1, 0]);
      const [x, y, z] = frames[i].position;
      const c = colour ? colour(i) : ([1, 1, 1] as const);
      const r = radius(i);
      for (let k = 0; k < around; ++k) {
        const angle = (2 * Math.PI * k) / around;
        let [a, b] = [Math.cos(angle), Math.sin(angle)];
        const [na, nb] = [a, b];
        if (box) {
          const reach = Math.max(Math.abs(a), Math.abs(b));
          [a, b] = [((a / reach) * box[0]) / 2, ((b / reach) * box[1]) / 2];
        } else {
          [a, b] = [r * a, r * b];
        }
        for (let j = 0; j < 3; ++j) {
          position[at + j] = (j === 0 ? x : j === 1 ? y : z) + a * d1[j] + b * d2[j];
          normal[at + j] = na * d1[j] + nb * d2[j];
          paint[at + j] = c[j];
        }
        at += 3;
      }
    }
    for (const name of ["position", "normal", "color"]) geometry.getAttribute(name).needsUpdate = true;
  }

  private allocate(rings: number): void {
    this.rings = rings;
    const geometry = new THREE.BufferGeometry();
    for (const name of ["position", "normal", "color"])
      geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * rings * around), 3));
    const index: number[] = [];
    for (let i = 0; i + 1 < rings; ++i) {
      for (let k = 0; k < around; ++k) {
        const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
        index.push(a, b, a + around, b, b + around, a + around);
      }
    }
    // Both ends are closed by a fan around their first point.
    for (let k = 1; k + 1 < around; ++k) {
      index.push(0, k + 1, k);
      const last = (rings - 1) * around;
      index.push(last, last + k, last + k + 1);
    }
    geometry.setIndex(index);
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
  }
}

const shaft = new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const head = new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0);
const up = new THREE.Vector3(0, 1, 0);

/** An arrow from a point, with one head for a force and two for a moment. */
export class Arrow {
  readonly group = new THREE.Group();
  private readonly parts: THREE.Mesh[];

  constructor(colour: number, private readonly heads: 1 | 2 = 1, opacity = 1) {
    const material = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.6, transparent: opacity < 1, opacity });
    this.parts = [new THREE.Mesh(shaft, material), new THREE.Mesh(head, material)];
    if (heads === 2) this.parts.push(new THREE.Mesh(head, material));
    this.group.add(...this.parts);
  }

  /** `thickness` is the radius of the shaft. */
  set(from: V3, along: V3, thickness: number): void {
    const length = size(along);
    this.group.visible = length > 1e-12;
    if (!this.group.visible) return;
    const tip = Math.min(5 * thickness, 0.6 * length);
    const body = Math.max(length - tip * (this.heads === 2 ? 1.5 : 1), 1e-9);
    this.group.position.set(...from);
    this.group.quaternion.setFromUnitVectors(up, new THREE.Vector3(...unit(along)));
    this.parts[0].scale.set(thickness, body, thickness);
    this.parts[1].position.y = length - tip;
    this.parts[1].scale.set(2.4 * thickness, tip, 2.4 * thickness);
    if (this.heads === 2) {
      this.parts[2].position.y = length - 1.5 * tip;
      this.parts[2].scale.set(2.4 * thickness, tip, 2.4 * thickness);
    }
  }
}

/** The turn that takes d3 to a direction. */
export function towards(direction: V3): THREE.Quaternion {
  return new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...unit(direction)));
}

/** Frames along a line of points, turned as little as possible from one to the next. */
export function framesAlong(points: V3[]): Frame[] {
  const frames: Frame[] = [];
  let normal: V3 | null = null;
  points.forEach((position, i) => {
    const before = points[Math.max(0, i - 1)];
    const after = points[Math.min(points.length - 1, i + 1)];
    const t = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    const guess: V3 = normal ?? (Math.abs(t[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
    const d2 = unit(cross(t, guess));
    const d1 = cross(d2, t);
    normal = d1;
    const m = new THREE.Matrix4().makeBasis(new THREE.Vector3(...d1), new THREE.Vector3(...d2), new THREE.Vector3(...t));
    const q = new THREE.Quaternion().setFromRotationMatrix(m);
    frames.push({ position, quaternion: [q.w, q.x, q.y, q.z] });
  });
  return frames;
}
