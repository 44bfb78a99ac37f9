import type { Position, Range } from '@agent-factory/protocol/coach';
import type { DraftKeeper } from '../drafts/draft-keeper.js';
import type { RemainsOfWindow } from '../drafts/window-drafts.js';
import type { Conflict, DocumentView, FileProblem, Place } from '../state.js';
import type { BufferFeed, Typed } from './buffer-feed.js';

const START: Position = { line: 1, column: 1 };

/** A text that is being saved. `id` is that of the request. */
export interface Attempt {
  readonly id: string;
  readonly text: string;
}

export interface DocumentParts {
  readonly feed: BufferFeed;
  readonly keeper: DraftKeeper;
  /** What earlier pages have left of this file. */
  readonly remains: Promise<readonly RemainsOfWindow[]>;
}

/** What the state shows and this side changes. */
type Shown = Omit<DocumentView, 'path' | 'name' | 'saving'>;

/** One open file: its text, what the disk has, and what is under way between them. */
export class OpenDocument {
  readonly path: string;
  readonly parts: DocumentParts;
  text: () => string = () => '';
  /** Of the text, in UTF-16 units. */
  length = 0;
  /** The text that the disk has, as far as is known; null where there is no file. */
  base: string | null = null;
  /** Of the file whose content is replaced by a save; null where there is no file. */
  version: string | null = null;
  attempt: Attempt | undefined;
  /** A save that was under way when the connection went: its text may be on the disk. */
  lostAttempt: string | undefined;
  /** The student wants it saved, once that is possible. */
  saveWanted = false;
  closeWhenSaved = false;
  /** The disk has changed during a save: look again after it. `version` if that is known. */
  lookAgain: { readonly version: string | undefined } | undefined;
  /** Where to go once there is a text. */
  place: Place | undefined;
  #cursor: Position = START;
  #selections: readonly Range[] = [];
  #shown: Shown = {
    status: 'loading',
    problem: null,
    language: 'plaintext',
    dirty: false,
    conflict: null,
    others: [],
    deleted: false,
    readOnly: false,
    closing: false,
    savedAt: null,
    textRevision: 0,
  };
  #view: DocumentView | undefined;

  constructor(path: string, parts: DocumentParts) {
    this.path = path;
    this.parts = parts;
  }

  get shown(): Shown {
    return this.#shown;
  }

  get isReady(): boolean {
    return this.#shown.status === 'ready';
  }

  get conflict(): Conflict | null {
    return this.#shown.conflict;
  }

  get typed(): Typed {
    return { text: this.text, length: this.length, cursor: this.#cursor, selections: this.#selections };
  }

  show(parts: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...parts };
  }

  fail(problem: FileProblem): void {
    this.show({ status: 'failed', problem });
  }

  /** Replaces the text. */
  setText(text: string): void {
    this.text = () => text;
    this.length = text.length;
    this.show({ textRevision: this.#shown.textRevision + 1 });
  }

  edit(text: () => string, growth: number, cursor: Position, selections: readonly Range[]): void {
    this.text = text;
    this.length += growth;
    this.#cursor = cursor;
    this.#selections = selections;
  }

  /** Whether the text differs from that of the disk: only texts of one length have to be compared. */
  differs(): boolean {
    return this.base === null || this.base.length !== this.length || this.base !== this.text();
  }

  /** The same object until something in it changes. */
  view(): DocumentView {
    const saving = this.attempt !== undefined || (this.saveWanted && this.conflict === null);
    const next = { path: this.path, name: nameOf(this.path), saving, ...this.#shown };
    const keys = Object.keys(next) as (keyof DocumentView)[];
    const isSame = this.#view !== undefined && keys.every((key) => this.#view?.[key] === next[key]);
    if (!isSame || this.#view === undefined) this.#view = next;
    return this.#view;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
