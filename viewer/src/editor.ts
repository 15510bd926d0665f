// The file as text: colours, problems where they are, completion and help from the schema, undo.

import { autocompletion, completionKeymap, startCompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
import { HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { contextAt, helpAt, keysAt, valuesAt, type Schema } from "./schema";
import type { Problem } from "./record";
import { Places, type Range } from "./tree";

/** Set on changes that a slider or a drag makes: the solver has them already. */
const fromPicture = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: [tags.atom, tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.number, tags.string, tags.keyword], color: "var(--value)" },
  { tag: [tags.meta, tags.punctuation], color: "var(--faint)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-content": { caretColor: "var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  "&.cm-focused": { outline: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--select) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "34em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--panel)" },
});

export class Editor {
  readonly view: EditorView;
  onText: (text: string) => void = () => {};

  private readonly extensions: Extension;

  constructor(parent: HTMLElement, private readonly schema: Schema) {
    this.extensions = [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), lintGutter(), EditorView.lineWrapping,
      StreamLanguage.define(yaml), syntaxHighlighting(colours), theme, indentUnit.of("  "),
      autocompletion({ override: [(context) => this.complete(context)] }),
      hoverTooltip((view, at) => this.help(view, at)),
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": "model file" }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((t) => t.annotation(fromPicture))) return;
        this.waiting.texts.clear();
        this.onText(this.text);
      }),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.extensions }) });
  }

  get text(): string {
    this.flush();
    return this.view.state.doc.toString();
  }

  /** Another file, with a history of its own. */
  open(text: string): void {
    this.waiting.texts.clear();
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
  }

  /** Another text, as one step of undo. */
  replace(text: string): void {
    this.waiting.texts.clear();
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, annotations: isolateHistory.of("full") });
  }

  /**
   * Scalars get other texts, without being read again; `scalars` are moved along. The text is changed once a frame, however
   * often a drag asks. Steps of one drag are undone together.
   */
  rewrite(scalars: Range[], edits: { scalar: number; text: string }[]): void {
    if (this.waiting.scalars !== scalars) this.flush();
    if (this.waiting.texts.size === 0) requestAnimationFrame(() => this.flush());
    this.waiting.scalars = scalars;
    for (const { scalar, text } of edits) this.waiting.texts.set(scalar, text);
  }
  private readonly waiting = { scalars: [] as Range[], texts: new Map<number, string>() };

  private flush(): void {
    const { scalars, texts } = this.waiting;
    if (texts.size === 0) return;
    const changes = [...texts]
      .map(([scalar, insert]) => ({ range: scalars[scalar], insert }))
      .filter(({ range, insert }) => range && this.view.state.sliceDoc(range.from, range.to) !== insert)
      .sort((a, b) => a.range.from - b.range.from);
    texts.clear();
    if (changes.length === 0) return;
    this.view.dispatch({
      changes: changes.map(({ range, insert }) => ({ from: range.from, to: range.to, insert })),
      annotations: fromPicture.of(true),
      userEvent: "input.type.picture",
    });
    const old = changes.map(({ range }) => range.to);
    const longer = changes.map(({ range, insert }) => insert.length - (range.to - range.from));
    for (const range of scalars) {
      let [from, to] = [range.from, range.to];
      changes.forEach((change, i) => {
        if (change.range === range) to += longer[i];
        else if (old[i] <= range.from) {
          from += longer[i];
          to += longer[i];
        }
      });
      [range.from, range.to] = [from, to];
    }
  }

  mark(problems: Problem[]): void {
    const text = this.text;
    const places = new Places(text);
    const diagnostics = problems.map((problem) => {
      const from = problem.line > 0 ? places.offset(problem.line, problem.column) : 0;
      const rest = text.slice(from);
      const word = /^("[^"\n]*"|'[^'\n]*'|[^\s,{}[\]#:]+)/.exec(rest)?.[0].length ?? 0;
      const to = Math.min(text.length, from + Math.max(word, rest[0] === "\n" || rest === "" ? 0 : 1));
      const path = problem.path ? `${problem.path}: ` : "";
      return { from, to, severity: "error" as const, message: path + problem.message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  show(line: number, column: number): void {
    const at = new Places(this.text).offset(line, column);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }

  undo(): void {
    this.flush();
    undo(this.view);
  }
  redo(): void {
    redo(this.view);
  }
  ask(): void {
    startCompletion(this.view);
  }

  private complete(context: CompletionContext): CompletionResult | null {
    const { path, key } = contextAt(this.text, context.pos);
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (key !== null) {
      const typed = /:\s+([^,{}[\]]*)$/.exec(before);
      if (!typed) return null;
      const options = valuesAt(this.schema, [...path, key]).map(({ text, kind }) => ({
        label: text,
        type: kind === "word" ? "enum" : "text",
        detail: kind === "word" ? "" : "for example",
      }));
      return options.length > 0 ? { from: context.pos - typed[1].length, options, filter: typed[1] !== "" } : null;
    }
    const typed = /[A-Za-z_][\w-]*$/.exec(before)?.[0] ?? "";
    if (typed === "" && !context.explicit) return null;
    const options = keysAt(this.schema, path).map((k) => ({
      label: k.name,
      type: "property",
      info: k.help + (k.example ? `\n${k.name}: ${k.example}` : ""),
      apply: `${k.name}: `,
    }));
    return options.length > 0 ? { from: context.pos - typed.length, options } : null;
  }

  private help(view: EditorView, at: number): { pos: number; end: number; above: boolean; create: () => { dom: HTMLElement } } | null {
    const line = view.state.doc.lineAt(at);
    const word = /[A-Za-z_][\w-]*/g;
    for (let found = word.exec(line.text); found; found = word.exec(line.text)) {
      const [from, to] = [line.from + found.index, line.from + found.index + found[0].length];
      if (at < from || at > to || !/^\s*:/.test(line.text.slice(to - line.from))) continue;
      const { path } = contextAt(this.text, from);
      const told = helpAt(this.schema, [...path, found[0]]);
      if (!told) return null;
      return {
        pos: from,
        end: to,
        above: true,
        create: () => {
          const dom = document.createElement("div");
          dom.className = "help";
          const name = dom.appendChild(document.createElement("b"));
          name.textContent = found![0];
          dom.append(" ", told.help);
          if (told.examples.length > 0) {
            const examples = dom.appendChild(document.createElement("div"));
            examples.textContent = told.examples.slice(0, 6).join(" · ");
          }
          return { dom };
        },
      };
    }
    return null;
  }
}
