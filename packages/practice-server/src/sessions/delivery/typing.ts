import type { ExerciseId } from '@agent-factory/protocol';

/** What a terminal says by itself: focus, its kind, modes, the cursor's place, colours. Nobody has typed that. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const REPORTS = /\x1b\[(?:[IO]|\?[\d;]*\$?[a-z]|>[\d;|]*[A-Za-z]|\d+;\d+R)|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)/g;
/** A key or a piece of text: the mouse, sequences, keys with Alt, a line end that a backslash keeps, one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const KEYS = /\x1b\[M[\s\S]{3}|\x1b\[[\d;:<?]*[A-Za-z~^$@]|\x1bO[A-Za-z]|\x1b[\s\S]|\\\r|[\s\S]/gu;
/** The mouse, and the keys that move the cursor within a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const HARMLESS = /^\x1b(?:\[M[\s\S]*|\[<[\d;]*[Mm]|[[O](?:1;\d)?[CDHF]|\[[1478]~)$/;
/** Enter, also as the protocols for more keys write it, sends what was typed; Ctrl+C throws it away. */
const ENDS_DRAFT = new Set(['\r', '\x03', '\x1b[13u', '\x1b[99;5u', '\x1b[27;5;99~']);
const DELETES = new Set(['\x7f', '\b', '\x1b[127u']);
/** Escape alone stops the agent or closes a list. */
const ESCAPE = '\x1b';

/** Of what comes at once, the last so many bytes are looked at: a paste may have megabytes, and its end decides. */
const MAX_LOOKED_AT = 4096;

interface Typed {
  /** When it was sent, or thrown away, by the clock that never jumps. */
  endedAt: number;
  /** Grows by every sign of the student. */
  count: number;
  /** About how many characters stand in the agent's prompt and were not submitted. */
  draft: number;
  /** Something may stand there that we have not seen: a recalled line, a completion, what was typed elsewhere. */
  isUnsure: boolean;
}

/**
 * Tells, for each exercise, when the student has last typed into its terminal, and whether something unsent may stand
 * there. Of a session that was there before us, nothing is known: it counts as if there were something.
 */
export class Typing {
  readonly #typed = new Map<ExerciseId, Typed>();
  /** When the student has last shown a sign of any kind, or a page has come or sent anything, by the same clock. */
  readonly #heardAt = new Map<ExerciseId, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A session begins, whose prompt is empty. */
  begin(exerciseId: ExerciseId): void {
    this.#typed.set(exerciseId, { ...this.#of(exerciseId), draft: 0, isUnsure: false });
  }

  /** The student works, without typing; or a page has come, or its terminal has sent something: tmux takes both for input. */
  heard(exerciseId: ExerciseId): void {
    this.#heardAt.set(exerciseId, this.#now());
  }

  /** Takes what a page has sent. False if only its terminal has reported something. */
  note(exerciseId: ExerciseId, bytes: Buffer): boolean {
    if (isPlainKey(bytes)) {
      this.touch(exerciseId).draft += 1;
      return true;
    }
    this.heard(exerciseId);
    const isLong = bytes.length > MAX_LOOKED_AT;
    const said = (isLong ? bytes.subarray(-MAX_LOOKED_AT) : bytes).toString().replace(REPORTS, '');
    if (said === '' && !isLong) return false;
    const typed = this.touch(exerciseId);
    if (isLong) typed.draft += 1;
    for (const [key] of said.matchAll(KEYS)) this.#press(typed, key);
    return true;
  }

  /** The student has typed, here or elsewhere. */
  touch(exerciseId: ExerciseId): Typed {
    this.heard(exerciseId);
    const typed = this.#of(exerciseId);
    typed.count += 1;
    this.#typed.set(exerciseId, typed);
    return typed;
  }

  /** Something may stand in the prompt from now on. */
  doubt(exerciseId: ExerciseId): void {
    this.#typed.set(exerciseId, { ...this.#of(exerciseId), isUnsure: true });
  }

  /** How many signs of the student there were: whether it was them in between. */
  countOf(exerciseId: ExerciseId): number {
    return this.#of(exerciseId).count;
  }

  /** Milliseconds since something was sent to the agent, or thrown away; infinity if nothing was. */
  sinceSentMs(exerciseId: ExerciseId): number {
    return this.#now() - this.#of(exerciseId).endedAt;
  }

  /** Milliseconds since the last sign, or since anything came from a page; infinity before the first. */
  quietMs(exerciseId: ExerciseId): number {
    return this.#now() - (this.#heardAt.get(exerciseId) ?? Number.NEGATIVE_INFINITY);
  }

  /** Whether something may stand in the prompt that was neither sent nor deleted. */
  isDrafting(exerciseId: ExerciseId): boolean {
    const { draft, isUnsure } = this.#of(exerciseId);
    return draft > 0 || isUnsure;
  }

  forget(exerciseId: ExerciseId): void {
    this.#typed.delete(exerciseId);
    this.#heardAt.delete(exerciseId);
  }

  #of(exerciseId: ExerciseId): Typed {
    return this.#typed.get(exerciseId) ?? { endedAt: Number.NEGATIVE_INFINITY, count: 0, draft: 0, isUnsure: true };
  }

  #press(typed: Typed, key: string): void {
    if (ENDS_DRAFT.has(key)) {
      typed.draft = 0;
      typed.isUnsure = false;
      typed.endedAt = this.#now();
    } else if (DELETES.has(key)) typed.draft = Math.max(0, typed.draft - 1);
    else if (isText(key)) typed.draft += 1;
    else if (key !== ESCAPE && !HARMLESS.test(key)) typed.isUnsure = true;
  }
}

/** Most of what comes: one character of ASCII that is text, and quickly told from all else. */
function isPlainKey(bytes: Buffer): boolean {
  const [code = 0] = bytes;
  return bytes.length === 1 && code >= 0x20 && code < 0x7f;
}

/** One character, or a line end within a paste. What is left may recall, complete or edit a line: nobody knows. */
function isText(key: string): boolean {
  return key === '\n' || (key >= ' ' && !key.startsWith('\x1b') && key !== '\\\r');
}
