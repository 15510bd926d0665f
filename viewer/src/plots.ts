// Plots whose pointers are tied to the picture.

import uPlot from "uplot";
import { digits } from "./units";

export interface Course {
  title: string;
  unit: string;
  x: ArrayLike<number>;
  xName: string;
  lines: { name: string; y: ArrayLike<number> }[];
}

const strokes = ["--accent", "--second", "--third", "--fourth"];

export class Plots {
  private plots: uPlot[] = [];
  /** Told where the pointer is along x; null: nowhere. */
  onPoint: (x: number | null) => void = () => {};

  constructor(private readonly holder: HTMLElement) {
    new ResizeObserver(() => this.resize()).observe(holder);
  }

  set(courses: Course[]): void {
    const kept = this.plots.length === courses.length && this.plots.every((p, i) => p.series.length === courses[i].lines.length + 1 && this.titles[i] === courses[i].title);
    if (kept) {
      courses.forEach((course, i) => this.plots[i].setData(dataOf(course)));
      return;
    }
    this.clear();
    this.titles = courses.map((c) => c.title);
    const style = getComputedStyle(this.holder);
    for (const course of courses) {
      const axis = { stroke: style.getPropertyValue("--faint"), grid: { stroke: style.getPropertyValue("--edge"), width: 1 }, ticks: { show: false }, font: "11px sans-serif" };
      const plot = new uPlot(
        {
          width: this.width(),
          height: 150,
          title: `${course.title}${course.unit ? ` [${course.unit}]` : ""}`,
          scales: { x: { time: false } },
          legend: { show: course.lines.length > 1, live: false },
          cursor: { sync: { key: "all" }, y: false },
          axes: [
            { ...axis, size: 28, values: (_: uPlot, ticks: number[]) => ticks.map((t) => digits(t, 3)) },
            { ...axis, size: 52, values: (_: uPlot, ticks: number[]) => ticks.map((t) => digits(t, 3)) },
          ],
          series: [
            { label: course.xName },
            ...course.lines.map((line, i) => ({ label: line.name, stroke: style.getPropertyValue(strokes[i % strokes.length]), width: 1.6, points: { show: false } })),
          ],
          hooks: {
            setCursor: [(u: uPlot) => this.onPoint(u.cursor.left !== undefined && u.cursor.left >= 0 ? u.posToVal(u.cursor.left, "x") : null)],
          },
        },
        dataOf(course),
        this.holder,
      );
      this.plots.push(plot);
    }
  }

  /** The pointer of all plots goes to x. */
  point(x: number): void {
    for (const plot of this.plots) plot.setCursor({ left: plot.valToPos(x, "x"), top: 10 }, false);
  }

  clear(): void {
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    this.titles = [];
  }

  private titles: string[] = [];
  private width(): number {
    return Math.max(240, this.holder.clientWidth - 12);
  }
  private resize(): void {
    for (const plot of this.plots) plot.setSize({ width: this.width(), height: 150 });
  }
}

function dataOf(course: Course): uPlot.AlignedData {
  const list = (a: ArrayLike<number>) => Array.from(a);
  return [list(course.x), ...course.lines.map((line) => list(line.y))] as uPlot.AlignedData;
}
