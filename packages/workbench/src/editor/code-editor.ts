import { openSearchPanel } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import type { Colours } from './documents/colours.js';
import { accessChange, isDirty, markSaved, type OpenFile, openFile } from './documents/open-file.js';
import type { Tabs } from './documents/tabs.js';
import type { Reporter } from './events/reporter.js';
import type { EditorLook } from './look/editor-look.js';
import type { Pointed } from './pointing/pointed.js';
import { textOf } from './text/line-breaks.js';
import { cursorOf, selectionsOf } from './text/positions.js';
import { replacement } from './text/replace.js';
import { revealed } from './text/reveal.js';
import type * as wb from './types.js';

interface Parts {
  readonly element: HTMLElement;
  readonly tabs: Tabs;
  readonly pointed: Pointed;
  readonly colours: Colours;
  readonly look: EditorLook;
  readonly reporter: Reporter;
  /** What all files share, as it is now. */
  readonly extensions: () => Extension;
}

/**
 * An editor with a tab's worth of state for each open file. Lines and columns count from 1, columns in UTF-16 units.
 * What is asked of a file that is not open does nothing; so does everything after `dispose`.
 */
export class CodeEditor {
  readonly #parts: Parts;
  #disposed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The path of the file that is shown. */
  get shown(): string | undefined {
    return this.#parts.tabs.active?.path;
  }

  isOpen(path: string): boolean {
    return this.#file(path) !== undefined;
  }

  /**
   * Opens a file and shows it. The text counts as saved. A file that is open already keeps its text and its history
   * (`replaceText` changes it) and is shown in the language and with the access given.
   */
  show(path: string, text: string, { language = 'plaintext', readOnly = false }: wb.ShowOptions = {}): void {
    if (this.#disposed) return;
    const known = this.#file(path);
    const file = known ?? this.#open({ path, text, language, readOnly });
    file.language = language;
    if (known !== undefined) this.#parts.tabs.apply(file, accessChange(path, readOnly));
    this.#activate(file);
    if (known === undefined) this.#parts.pointed.handleOpened(file);
    void this.#parts.colours.handleText(file);
  }

  /** Shows an open file, as it was left. */
  switchTo(path: string): void {
    const file = this.#file(path);
    if (file !== undefined) this.#activate(file);
  }

  /** Forgets a file and its history. If it was shown, nothing is until the next `show` or `switchTo`. */
  close(path: string): void {
    this.#parts.tabs.remove(path);
  }

  /** The whole text, with the line breaks of the file. */
  textOf(path: string): string | undefined {
    const file = this.#file(path);
    return file && textOf(file.state);
  }

  /** Puts another text in its place by small changes, so that cursors and marks stay with their lines. */
  replaceText(path: string, text: string, origin: wb.Origin = 'disk'): void {
    const file = this.#file(path);
    const spec = file && replacement(file.state, text, origin);
    if (file === undefined || spec === undefined) return;
    this.#parts.tabs.apply(file, spec);
    void this.#parts.colours.handleText(file);
  }

  /** Says which text is on the disk now: the one that was saved, even if the student has typed on since. */
  markSaved(path: string, text: string): void {
    const file = this.#file(path);
    if (file !== undefined) markSaved(file, text);
  }

  isDirty(path: string): boolean {
    const file = this.#file(path);
    return file !== undefined && isDirty(file);
  }

  /** Shows an open file with a line in the middle. Whether the file is open. */
  reveal(path: string, target: wb.RevealTarget, options: wb.RevealOptions = {}): boolean {
    const file = this.#file(path);
    if (file === undefined) return false;
    this.#activate(file);
    this.#parts.tabs.apply(file, revealed(file.state.doc, target, options));
    if (options.focus === true) this.focus();
    return true;
  }

  /**
   * All marks of a file from now on, also of one that will be opened later. A mark that stays in the list, with its id
   * and lines, stays where the edits have moved it.
   */
  setMarks(path: string, marks: readonly wb.Mark[]): void {
    if (!this.#disposed) this.#parts.pointed.set(path, { marks });
  }

  /** All failed checks of a file from now on. */
  setFailures(path: string, failures: readonly wb.Failure[]): void {
    if (!this.#disposed) this.#parts.pointed.set(path, { failures });
  }

  /** All balloons of a file from now on. One that is dismissed goes at once. */
  setBalloons(path: string, balloons: readonly wb.Balloon[]): void {
    if (!this.#disposed) this.#parts.pointed.set(path, { balloons });
  }

  cursorOf(path: string): wb.Position | undefined {
    const file = this.#file(path);
    return file && cursorOf(file.state);
  }

  selectionsOf(path: string): wb.TextRange[] {
    const file = this.#file(path);
    return file === undefined ? [] : selectionsOf(file.state);
  }

  focus(): void {
    if (this.shown !== undefined) this.#parts.tabs.view.focus();
  }

  openSearch(): void {
    if (this.shown !== undefined) openSearchPanel(this.#parts.tabs.view);
  }

  setOptions(look: wb.Look): void {
    if (!this.#disposed) this.#parts.look.change(look);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#parts.reporter.dispose();
    this.#parts.tabs.dispose();
    this.#parts.element.remove();
  }

  #file(path: string): OpenFile | undefined {
    return this.#parts.tabs.get(path);
  }

  #open(opening: { path: string; text: string; language: string; readOnly: boolean }): OpenFile {
    const file = openFile({ ...opening, extensions: this.#parts.extensions() });
    this.#parts.tabs.add(file);
    return file;
  }

  #activate(file: OpenFile): void {
    if (!this.#parts.tabs.activate(file)) return;
    this.#parts.reporter.handleCursor(file);
  }
}
