import type { ExerciseId } from '@agent-factory/protocol';

/** What a terminal says by itself: focus, its kind, modes, the cursor's place, colours. Nobody has typed that. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const REPORTS = /\x1b\[(?:[IO]|\?[\d;]*\$?[a-z]|>[\d;|]*[A-Za-z]|\d+;\d+R)|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)/g;
/** Keys that are sequences, and the mouse: a student at work, and no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const SEQUENCES = /\x1b\[M[\s\S]{3}|\x1b\[[\d;:<?]*[A-Za-z~^$@]|\x1bO[A-Za-z]|\x1b./g;
/** Enter submits what was typed; Ctrl+C and Ctrl+U throw it away. */
const ENDS_DRAFT = new Set(['\r', '\x03', '\x15']);
const DELETES = new Set(['\x7f', '\b']);
/** A long paste counts as a long draft, not as a sum. */
const MAX_DRAFT = 10_000;

interface Typed {
  /** By the clock that never jumps. */
  at: number;
  /** About how many characters stand in the agent's prompt and were not submitted. */
  draft: number;
}

/** Tells, for each exercise, when the student has last typed into its terminal, and whether something unsent stands there. */
export class Typing {
  readonly #typed = new Map<ExerciseId, Typed>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes what a page has sent. False if only its terminal has reported something. */
  note(exerciseId: ExerciseId, bytes: Buffer): boolean {
    const said = bytes.toString('latin1').replace(REPORTS, '');
    if (said === '') return false;
    const known = this.#typed.get(exerciseId) ?? { at: 0, draft: 0 };
    known.at = this.#now();
    known.draft = draftAfter(known.draft, said.replace(SEQUENCES, ''));
    this.#typed.set(exerciseId, known);
    return true;
  }

  /** A sign of the student elsewhere, such as a check. */
  touch(exerciseId: ExerciseId): void {
    this.#typed.set(exerciseId, { draft: 0, ...this.#typed.get(exerciseId), at: this.#now() });
  }

  /** Milliseconds since the last sign; undefined before the first. */
  idleMs(exerciseId: ExerciseId): number | undefined {
    const typed = this.#typed.get(exerciseId);
    return typed && this.#now() - typed.at;
  }

  /** Whether something was typed that was neither sent nor deleted. */
  isDrafting(exerciseId: ExerciseId): boolean {
    return (this.#typed.get(exerciseId)?.draft ?? 0) > 0;
  }

  forget(exerciseId: ExerciseId): void {
    this.#typed.delete(exerciseId);
  }
}

function draftAfter(before: number, text: string): number {
  let draft = before;
  for (const character of text) {
    if (ENDS_DRAFT.has(character)) draft = 0;
    else if (DELETES.has(character)) draft = Math.max(0, draft - 1);
    else if (character >= ' ' || character === '\n') draft = Math.min(MAX_DRAFT, draft + 1);
  }
  return draft;
}
