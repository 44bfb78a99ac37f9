import type { EditorState, StateEffect } from '@codemirror/state';
import { balloons } from '../balloons/balloons.js';
import type { OpenFile } from '../documents/open-file.js';
import type { Tabs } from '../documents/tabs.js';
import { failures } from '../failures/failures.js';
import { knownStyle, MARK_SIGNS } from '../marks/mark-styles.js';
import { describeMark, marks } from '../marks/marks.js';
import type { Balloon, Failure, Mark } from '../types.js';

/** Everything that others point at in a file. */
interface Pointing {
  readonly marks: readonly Mark[];
  readonly failures: readonly Failure[];
  readonly balloons: readonly Balloon[];
}

const NOTHING: Pointing = { marks: [], failures: [], balloons: [] };

/** Keeps what is pointed at, also in files that are not open yet or not any more. */
export class Pointed {
  readonly #tabs: Tabs;
  readonly #announce: (text: string) => void;
  readonly #byPath = new Map<string, Pointing>();

  constructor(tabs: Tabs, announce: (text: string) => void) {
    this.#tabs = tabs;
    this.#announce = announce;
  }

  set(path: string, part: Partial<Pointing>): void {
    this.#byPath.set(path, { ...this.#at(path), ...part });
    const file = this.#tabs.get(path);
    if (file !== undefined) this.#place(file, part);
  }

  /** Puts into a file that has just been opened what was pointed at before. */
  handleOpened(file: OpenFile): void {
    const pointing = this.#byPath.get(file.path);
    if (pointing !== undefined) this.#place(file, pointing);
  }

  dismiss(path: string, id: string): void {
    this.set(path, { balloons: this.#at(path).balloons.filter((balloon) => balloon.id !== id) });
  }

  #at(path: string): Pointing {
    return this.#byPath.get(path) ?? NOTHING;
  }

  #place(file: OpenFile, part: Partial<Pointing>): void {
    const before = file.state;
    this.#tabs.apply(file, { effects: effectsOf(part) });
    const news = newsIn(before, file.state);
    if (news.length === 0) return;
    const isShown = this.#tabs.active === file;
    this.#announce((isShown ? news : [`${file.path}:`, ...news]).join('\n'));
  }
}

function effectsOf(part: Partial<Pointing>): StateEffect<unknown>[] {
  const effects: StateEffect<unknown>[] = [];
  if (part.marks !== undefined) effects.push(marks.set.of(part.marks));
  if (part.failures !== undefined) effects.push(failures.set.of(part.failures));
  if (part.balloons !== undefined) effects.push(balloons.set.of(part.balloons));
  return effects;
}

/** What a screen reader is told: marks and balloons that are new. Checks are told of where they were asked for. */
function newsIn(before: EditorState, after: EditorState): string[] {
  const knownMarks = new Set(marks.in(before).map(({ item }) => item.id));
  const knownBalloons = new Set(balloons.in(before).map(({ item }) => item.id));
  const newMarks = marks.in(after).filter(({ item }) => !knownMarks.has(item.id));
  const newBalloons = balloons.in(after).filter(({ item }) => !knownBalloons.has(item.id));
  return [
    ...newMarks.map(({ item }) => describeMark(after, item)),
    ...newBalloons.map(({ item, from }) => describeBalloon(item, after.doc.lineAt(from).number)),
  ];
}

function describeBalloon({ kind, message }: Balloon, line: number): string {
  return `${MARK_SIGNS[knownStyle(kind)].name}, line ${line}: ${message}`;
}
