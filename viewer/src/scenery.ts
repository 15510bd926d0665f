// What stands around the rod and on it: base, disks, magnets, coils, driven rods, walls, sources of the field.

import * as THREE from "three";
import { ink as inks, type Ink } from "./colours";
import { add, frameAt, sub, times, turned, unit, v3, type Frame, type Line, type V3 } from "./curve";
import { Arrow, framesAlong, towards, Tube } from "./parts";
import type { Attachment, Held, Scene } from "./record";

/** The radius with which a rod is drawn: its own, or one that can be seen. */
export function thickness(scene: Scene): number {
  return Math.max(scene.radius ?? 0, (scene.radius ? 0.004 : 0.009) * scene.length);
}

export class Scenery {
  readonly fixed = new THREE.Group(); // stands in the world
  readonly moving = new THREE.Group(); // goes with the rod
  private readonly followers: { object: THREE.Object3D; at: number }[] = [];
  private readonly cords: { tube: Tube; radius: number; angle: number; end: number }[] = [];

  constructor(private readonly scene: Scene, private readonly ink: Ink, r: number) {
    this.addBase(scene);
    for (const part of scene.attachments) this.addAttachment(part, r);
    for (const held of scene.constraints) this.addHeld(held, r);
    for (const coil of scene.field.coils) {
      const ring = new THREE.Mesh(new THREE.TorusGeometry(coil.radius, 0.03 * coil.radius, 10, 60), this.solid(this.ink.coil));
      ring.position.set(...v3(coil.position));
      ring.quaternion.copy(towards(v3(coil.axis)));
      this.fixed.add(ring);
    }
    for (const dipole of scene.field.dipoles) {
      const arrow = new Arrow(this.ink.magnet);
      const along = times(unit(dipole.moment), 0.12 * scene.length);
      arrow.set(sub(dipole.position, times(along, 0.5)), along, 0.012 * scene.length);
      this.fixed.add(arrow.group);
    }
  }

  /** Places what goes with the rod. */
  go(line: Line, points: { s: number; frame: Frame }[]): void {
    for (const { object, at } of this.followers) this.place(object, frameAt(line, Math.min(at, this.scene.length)));
    for (const { tube, radius, angle, end } of this.cords) {
      const offset: V3 = [radius * Math.cos(angle), radius * Math.sin(angle), 0];
      const cord = points.filter((p) => p.s <= end * (1 + 1e-9)).map((p) => ({ position: add(p.frame.position, turned(p.frame.quaternion, offset)), quaternion: p.frame.quaternion }));
      tube.update(cord, () => tube.mesh.userData.radius as number, null);
    }
  }

  /** Gives back what the graphics card holds of it. */
  dispose(): void {
    for (const group of [this.fixed, this.moving])
      group.traverse((object) => {
        if (!(object instanceof THREE.Mesh)) return;
        (object.geometry as THREE.BufferGeometry).dispose();
        (object.material as THREE.Material).dispose();
      });
  }

  private place(object: THREE.Object3D, frame: Frame): void {
    object.position.set(...frame.position);
    const [w, x, y, z] = frame.quaternion;
    object.quaternion.set(x, y, z, w);
  }

  private solid(color: number, opacity = 1): THREE.MeshStandardMaterial {
    return new THREE.MeshStandardMaterial({ color, roughness: 0.55, transparent: opacity < 1, opacity, depthWrite: opacity === 1, side: THREE.DoubleSide });
  }

  private addBase(scene: Scene): void {
    if (scene.base.free) return;
    const size = 0.07 * scene.length;
    const shape = scene.base.pinned ? new THREE.ConeGeometry(0.6 * size, size, 24).rotateX(Math.PI / 2).translate(0, 0, -size / 2) : new THREE.BoxGeometry(size, size, 0.25 * size).translate(0, 0, -0.125 * size);
    const mesh = new THREE.Mesh(shape, this.solid(this.ink.ground));
    // A base that is moved goes with the first frame.
    this.follow(mesh, 0);
  }

  private follow(object: THREE.Object3D, at: number): void {
    this.moving.add(object);
    this.followers.push({ object, at });
  }

  private addAttachment(part: Attachment, r: number): void {
    if (part.kind === "disks") {
      const radius = part.radius || Math.max(2.2 * r, ...this.cordRadii().map((c) => 1.15 * c));
      const thickness = part.thickness || 0.008 * this.scene.length;
      for (const at of part.positions ?? []) {
        const shape = new THREE.CylinderGeometry(radius, radius, thickness, 40).rotateX(Math.PI / 2);
        this.follow(new THREE.Mesh(shape, this.solid(this.ink.disk, 0.75)), at);
      }
    } else if (part.kind === "magnet") {
      const length = part.cylinder?.[1] ?? part.sphere ?? part.block?.[2] ?? Math.max(5 * r, 0.04 * this.scene.length);
      const width = (part.cylinder?.[0] ?? part.sphere ?? 3.2 * r) / 2;
      const group = new THREE.Group();
      for (const [side, colour] of [[1, this.ink.magnet], [-1, this.ink.magnet2]] as const) {
        const half = new THREE.CylinderGeometry(width, width, length / 2, 24).rotateX(Math.PI / 2).translate(0, 0, (side * length) / 4);
        group.add(new THREE.Mesh(half, this.solid(colour)));
      }
      group.quaternion.copy(towards(v3(part.dipole ?? [0, 0, 1])));
      const holder = new THREE.Group();
      holder.add(group);
      this.follow(holder, part.at ?? 0);
    } else if (part.kind === "coil_set") {
      const holder = new THREE.Group();
      (part.axes ?? []).forEach((axis, i) => {
        const radius = Math.max(Math.sqrt((part.areas?.[i] ?? 0) / Math.PI), 1.5 * r);
        const ring = new THREE.Mesh(new THREE.TorusGeometry(radius, 0.1 * radius, 10, 48), this.solid(this.ink.coil));
        ring.quaternion.copy(towards(v3(axis)));
        holder.add(ring);
      });
      this.follow(holder, part.at ?? 0);
    } else if (part.kind === "mass") {
      this.follow(new THREE.Mesh(new THREE.SphereGeometry(2.2 * r, 24, 16), this.solid(this.ink.disk)), part.at ?? 0);
    } else if (part.angles) {
      part.angles.forEach((angle, i) => {
        const tube = new Tube(this.solid(this.ink.tendon));
        this.moving.add(tube.mesh);
        const radius = part.radii?.[i] ?? part.radii?.[0] ?? 0;
        this.cords.push({ tube, radius, angle, end: part.ends?.[i] ?? this.scene.length });
        tube.mesh.userData.radius = Math.max((part.diameters?.[i] ?? 0) / 2, 0.0022 * this.scene.length);
      });
    }
  }

  private cordRadii(): number[] {
    return this.scene.attachments.flatMap((part) => part.radii && part.angles ? part.radii : []);
  }

  private addHeld(held: Held, r: number): void {
    const wall = () => this.solid(this.ink.wall, 0.2);
    const put = (mesh: THREE.Mesh, at: V3, axis?: V3) => {
      mesh.position.set(...at);
      if (axis) mesh.quaternion.copy(towards(axis));
      this.fixed.add(mesh);
    };
    if (held.kind === "conduit") {
      const points = held.points as V3[];
      const tube = new Tube(wall());
      tube.mesh.renderOrder = 2;
      tube.update(framesAlong(points), (i) => held.radii![i], null);
      this.fixed.add(tube.mesh);
    } else if (held.kind === "sphere") {
      put(new THREE.Mesh(new THREE.SphereGeometry(held.radius!, 48, 32), wall()), v3(held.centre!));
    } else if (held.kind === "cylinder") {
      const shape = new THREE.CylinderGeometry(held.radius!, held.radius!, 2 * this.scene.length, 48, 1, true).rotateX(Math.PI / 2);
      put(new THREE.Mesh(shape, wall()), v3(held.point!), v3(held.axis!));
    } else if (held.kind === "plane") {
      put(new THREE.Mesh(new THREE.PlaneGeometry(0.8 * this.scene.length, 0.8 * this.scene.length), wall()), v3(held.point!), v3(held.normal!));
    } else if (held.kind === "guide") {
      put(new THREE.Mesh(new THREE.TorusGeometry(2.6 * r, 0.5 * r, 10, 40), this.solid(this.ink.held)), v3(held.point!));
    } else if (held.kind === "clamp") {
      const size = 0.06 * this.scene.length;
      put(new THREE.Mesh(new THREE.BoxGeometry(size, size, 0.3 * size), this.solid(this.ink.held, 0.6)), v3(held.position!));
    } else if (held.kind === "fixture") {
      this.follow(new THREE.Mesh(new THREE.OctahedronGeometry(2.4 * r), this.solid(this.ink.held)), held.at ?? 0);
    }
  }

}

/** Before there is a file. */
export function emptyScenery(): Scenery {
  const pose = { position: [0, 0, 0], quaternion: [1, 0, 0, 0], free: true, pinned: false };
  const field = { uniform: [0, 0, 0], graded: false, map: false, coils: [], dipoles: [] };
  const nothing = { length: 1, radius: null, rest: [], base: pose, gravity: [0, 0, 0], field, loads: [], attachments: [], constraints: [], stations: [], simulation: null };
  return new Scenery(nothing, inks.light, 1);
}
