import { keepAnswer, readAnswers } from './answer-folder.js';
import { bodyOf, type RecordedAnswer } from './recorded-answer.js';

/**
 * `record` asks the vendor and keeps what it says; `cache` asks only what is not known yet; `replay` never asks.
 */
export type RecordingMode = 'record' | 'cache' | 'replay';

/** Where a request belongs. */
export interface Asked {
  readonly key: string;
  readonly vendor: string;
  readonly role: string;
  readonly iteration: number;
  readonly lane: string;
  readonly model: string;
}

export interface Found {
  readonly answer: RecordedAnswer;
  /** Why it is not the answer to this very request; undefined, if it is. */
  readonly divergence: string | undefined;
}

interface Answered {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The recorded answers of a folder. */
export class Recordings {
  readonly mode: RecordingMode;
  readonly #folder: string;
  readonly #byKey = new Map<string, RecordedAnswer[]>();
  readonly #lanes = new Map<string, RecordedAnswer[]>();
  /** How often a key was asked for, and how far a lane has come. */
  readonly #timesAsked = new Map<string, number>();
  readonly #nextInLane = new Map<string, number>();
  #seq = 0;

  private constructor(folder: string, mode: RecordingMode) {
    this.#folder = folder;
    this.mode = mode;
  }

  static async open(folder: string, mode: RecordingMode): Promise<Recordings> {
    const recordings = new Recordings(folder, mode);
    for (const answer of await readAnswers(folder)) recordings.#add(answer);
    return recordings;
  }

  /** The answer that takes the vendor's place, if the mode wants one and there is one. */
  find(asked: Asked): Found | undefined {
    if (this.mode === 'record') return undefined;
    const exact = this.#exact(asked.key);
    if (exact) {
      this.#moveTo(laneOf(asked), exact);
      return { answer: exact, divergence: undefined };
    }
    return this.mode === 'replay' ? this.#nextInOrder(asked) : undefined;
  }

  async keep(asked: Asked, { bytes, ...answered }: Answered): Promise<void> {
    const nth = (this.#byKey.get(asked.key)?.length ?? 0) + 1;
    const answer: RecordedAnswer = { version: 1, ...asked, nth, seq: this.#seq, ...answered, ...bodyOf(bytes) };
    this.#add(answer);
    await keepAnswer(this.#folder, answer);
  }

  /** A run asks the same more than once: a replay answers as the run was answered, a cache always the same. */
  #exact(key: string): RecordedAnswer | undefined {
    const answers = this.#byKey.get(key) ?? [];
    const times = this.#timesAsked.get(key) ?? 0;
    this.#timesAsked.set(key, times + 1);
    return this.mode === 'replay' ? answers[Math.min(times, answers.length - 1)] : answers[0];
  }

  #nextInOrder(asked: Asked): Found | undefined {
    const lane = laneOf(asked);
    const next = this.#nextInLane.get(lane) ?? 0;
    const answer = this.#lanes.get(lane)?.[next];
    if (!answer) return undefined;
    this.#nextInLane.set(lane, next + 1);
    const place = `${asked.role}, iteration ${asked.iteration}, ${asked.lane} ${next + 1}`;
    return { answer, divergence: `The request is not the recorded one; answered in order (${place}).` };
  }

  #moveTo(lane: string, answer: RecordedAnswer): void {
    const at = this.#lanes.get(lane)?.indexOf(answer) ?? -1;
    if (at >= 0) this.#nextInLane.set(lane, at + 1);
  }

  #add(answer: RecordedAnswer): void {
    listIn(this.#byKey, answer.key).push(answer);
    listIn(this.#lanes, laneOf(answer)).push(answer);
    this.#seq = Math.max(this.#seq, answer.seq + 1);
  }
}

function laneOf({ vendor, role, iteration, lane }: Omit<Asked, 'key' | 'model'>): string {
  return [vendor, role, iteration, lane].join(' ');
}

function listIn(lists: Map<string, RecordedAnswer[]>, name: string): RecordedAnswer[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
