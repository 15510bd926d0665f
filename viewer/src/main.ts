// What starts the page, and its buttons.

import "uplot/dist/uPlot.min.css";
import "./page.css";
import { App } from "./app";
import { gradient } from "./colours";
import { embedded, run as runOfPage, solverBytes, tablesOf, type Run } from "./data";
import { csvOf, download, noteOf, svgOf } from "./save";
import { linkOf, sharedIn } from "./share";
import type { Files } from "./tree";
import type { Paint } from "./view";

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

function make<K extends keyof HTMLElementTagNameMap>(tag: K, parent: HTMLElement, text = ""): HTMLElementTagNameMap[K] {
  const node = parent.appendChild(document.createElement(tag));
  if (text) node.textContent = text;
  return node;
}

async function start(): Promise<void> {
  const data = embedded();
  const legend = at("legend");
  make("div", legend);
  const scale = make("div", legend);
  scale.className = "scale";
  scale.style.background = gradient;
  const ends = make("div", legend);
  ends.className = "ends";
  make("span", ends);
  make("span", ends);

  const tools = at("tools");
  const models = make("select", make("label", tools, "model "));
  models.setAttribute("aria-label", "model");
  const paints = make("select", make("label", tools, "colour "));
  paints.setAttribute("aria-label", "colour along the rod");
  for (const paint of ["none", "curvature", "moment", "force", "contact"]) paints.add(new Option(paint === "none" ? "plain" : paint, paint));

  const app = new App(
    {
      view: at("view"), editor: at("editor"), problems: at("problems"), sliders: at("pane-sliders"), plots: at("pane-plots"),
      report: at("pane-report"), badge: at("badge"), legend, motion: at("motion"), models,
    },
    solverBytes(),
    data,
  );

  paints.addEventListener("change", () => {
    app.view.paint = paints.value as Paint;
    app.repaint();
  });
  const toggle = (text: string, hint: string, on: boolean, set: (on: boolean) => void) => {
    const label = make("label", tools);
    label.title = hint;
    const box = make("input", label);
    box.type = "checkbox";
    box.checked = on;
    label.append(text);
    box.addEventListener("change", () => {
      set(box.checked);
      app.repaint();
    });
  };
  toggle("exact rod", "the geometrically exact rod as a ghost", true, (on) => {
    app.view.showExact = on;
    app.judge();
  });
  toggle("unloaded", "the shape without anything that acts", true, (on) => (app.view.showRest = on));
  toggle("arrows", "loads, reactions, contacts, field and weight", true, (on) => (app.view.showForces = on));
  toggle("frames", "the model's frames", false, (on) => (app.view.showFrames = on));
  ["3D", "x", "y", "z"].forEach((text, from) => {
    const button = make("button", tools, text);
    button.title = from === 0 ? "see all of it" : `look along ${text}`;
    button.className = from === 0 ? "" : "wide";
    button.addEventListener("click", () => app.view.look(from));
  });

  // Tabs.
  const panes = ["file", "sliders", "plots", "report"];
  const tabs = at("tabs");
  const wide = matchMedia("(min-width: 761px)");
  let chosen = "file";
  const choose = (name: string) => {
    chosen = name;
    for (const pane of panes) {
      // Where there is room the file stands above its sliders.
      at(`pane-${pane}`).hidden = pane !== name && !(pane === "file" && name === "sliders" && wide.matches);
      at(`tab-${pane}`).setAttribute("aria-selected", String(pane === name));
      at(`tab-${pane}`).tabIndex = pane === name ? 0 : -1;
    }
    if (name === "plots") app.drawPlots();
  };
  panes.forEach((name, i) => {
    const tab = make("button", tabs, name);
    tab.id = `tab-${name}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `pane-${name}`);
    at(`pane-${name}`).setAttribute("role", "tabpanel");
    tab.addEventListener("click", () => choose(name));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const next = panes[(i + step + panes.length) % panes.length];
      choose(next);
      at(`tab-${next}`).focus();
    });
  });

  wide.addEventListener("change", () => choose(chosen));

  // Dark and light.
  const theme = (dark: boolean) => {
    document.documentElement.classList.toggle("dark", dark);
    app.view.setTheme(dark);
    app.plots.clear();
    if (!at("pane-plots").hidden) app.drawPlots();
  };
  at("theme").addEventListener("click", () => theme(!document.documentElement.classList.contains("dark")));
  theme(matchMedia("(prefers-color-scheme: dark)").matches);

  // Undo, share, save.
  at("undo").addEventListener("click", () => app.editor.undo());
  at("redo").addEventListener("click", () => app.editor.redo());
  const say = (button: HTMLElement, text: string) => {
    const before = button.textContent;
    button.textContent = text;
    setTimeout(() => (button.textContent = before), 1500);
  };
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
  at("share").addEventListener("click", async () => {
    const link = await linkOf({ yaml: app.editor.text, files: tablesOf(app.editor.text, app.files) });
    history.replaceState(null, "", link);
    say(at("share"), (await copy(link)) ? "copied" : "link is in the address");
  });
  const savers: Record<string, () => void | Promise<void>> = {
    yaml: () => download(app.name, app.editor.text, "text/yaml"),
    copy: async () => void (await copy(app.editor.text)),
    png: async () => {
      const picture = await app.view.picture();
      if (picture) download(app.name.replace(/\.\w+$/, ".png"), picture);
    },
    svg: () => download(app.name.replace(/\.\w+$/, ".svg"), svgOf(app.view, app.rest, app.exact, noteOf(app.result)), "image/svg+xml"),
    csv: () => download(app.name.replace(/\.\w+$/, ".csv"), csvOf(app.result, app.trajectory), "text/csv"),
  };
  for (const button of document.querySelectorAll<HTMLElement>("[data-save]"))
    button.addEventListener("click", () => {
      void savers[button.dataset.save!]();
      at<HTMLDetailsElement>("save").open = false;
    });

  // Examples.
  const list = at<HTMLSelectElement>("examples");
  list.add(new Option("examples", "", true, true));
  for (const [name, text] of Object.entries(data.examples)) {
    const title = /^name:\s*(.+)$/m.exec(text)?.[1] ?? "";
    const option = new Option(name, name);
    option.title = title;
    list.add(option);
  }
  const example = (name: string) => app.open(name, data.examples[name], tablesOf(data.examples[name], data.files));
  list.addEventListener("change", () => {
    if (list.value) example(list.value);
  });
  app.onChange = () => {
    at("file-name").textContent = `${app.name}${app.edited ? " (edited)" : ""}`;
    if (list.value !== app.name) list.value = data.examples[app.name] !== undefined && !app.edited ? app.name : list.value;
  };

  // Files from the desk: a model, or tables that it names.
  const drop = make("div", document.body);
  drop.id = "drop";
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files: Files = { ...app.files };
    let model: [string, string] | null = null;
    for (const file of Array.from(event.dataTransfer?.files ?? []).slice(0, 16)) {
      if (file.size > 16e6) continue;
      const text = await file.text();
      if (/\.ya?ml$/i.test(file.name)) model = [file.name, text];
      else files[file.name] = text;
    }
    app.open(model?.[0] ?? app.name, model?.[1] ?? app.editor.text, files);
  });

  // Keys: shift and arrows move the tip, where something can.
  app.view.canvas.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number, number]> = { ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], ArrowUp: [0, 0, 1], ArrowDown: [0, 0, -1] };
    const step = steps[event.key];
    if (!step || !event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const by = 0.01 * (app.read.scene?.length ?? 0);
    app.nudge([by * step[0], by * step[1], by * step[2]]);
  }, { capture: true });

  // What is shown first: the link's file, the program's, or an example.
  const run = runOfPage();
  const shared = await sharedIn(location.hash);
  window.addEventListener("hashchange", async () => {
    const next = await sharedIn(location.hash);
    if (next) app.open("shared.yaml", next.yaml, next.files);
  });
  choose(run && !["solve", "view"].includes(run.command) && run.text ? "report" : "sliders");
  if (shared) app.open("shared.yaml", shared.yaml, shared.files);
  else if (run) app.open(run.file, run.yaml, run.files ?? {}, run);
  else example(data.examples["catheter.yaml"] !== undefined ? "catheter.yaml" : Object.keys(data.examples)[0]);
  if (run) list.hidden = true;
  if (run?.live) follow(run, app);
  (window as unknown as { supple: App }).supple = app;
  document.documentElement.dataset.ready = "yes";
}

/** A program watches the file: what changes on disk is shown, unless it was changed here. */
function follow(run: Run, app: App): void {
  const bar = at("bar");
  const events = new EventSource(run.live!.events);
  const take = (news: { yaml: string; files?: Files }) => {
    bar.hidden = true;
    if (news.yaml !== app.editor.text) app.open(run.file, news.yaml, news.files ?? {});
  };
  events.addEventListener("file", (event) => {
    const news = JSON.parse((event as MessageEvent<string>).data) as { yaml: string; files?: Files };
    if (!app.edited || news.yaml === app.editor.text) return take(news);
    bar.replaceChildren("The file has changed on disk, and here.");
    make("button", bar, "take the file's").addEventListener("click", () => take(news));
    make("button", bar, "keep mine").addEventListener("click", () => (bar.hidden = true));
    bar.hidden = false;
  });
}

start().catch((error: unknown) => {
  const node = at("badge");
  node.className = "bad";
  node.textContent = `The page cannot start: ${String(error)}. It needs a browser with WebAssembly and WebGL.`;
  console.error(error);
});
