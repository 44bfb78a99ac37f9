import { type Leak, leakOf, linesIn, type OwnLines, Turns } from '@agent-factory/exercise-runtime';

/** UTF-16 units of what was said last that the next saying may go on from: as long as the longest line. */
const TAIL = 400;
/** Of what the student has written, so much is compared with, in UTF-16 units. */
const MAX_WRITTEN = 4 * 1024 * 1024;

/** Where something is said: each goes on from what was said there before. */
export type Where = 'terminal' | 'chat' | 'workbench';

export interface Judgement {
  /** What has been told by now, with this saying; undefined if that gives nothing away, or nothing new. */
  readonly leak: Leak | undefined;
  /** Lines that this saying tells for the first time. */
  readonly news: number;
}

/**
 * What the tutor has told of one solution: line by line, wherever it was said, and in however many sayings. A line that
 * is told again, or drawn again, tells nothing new.
 */
export class Judge {
  readonly own: OwnLines;
  readonly #told = new Set<number>();
  readonly #tails = new Map<Where, string>();

  constructor(own: OwnLines) {
    this.own = own;
  }

  /**
   * `written`: what the student has written, which one may quote; it is asked for only where it matters. A saying that
   * gives the solution away has been told all the same, unless it is kept back: `keepsBack`.
   */
  async judge(
    said: string,
    { where, written, keepsBack = false }: { where: Where; written: () => Promise<string>; keepsBack?: boolean },
  ): Promise<Judgement> {
    const text = await new Turns().squeeze(said);
    const tail = this.#tails.get(where) ?? '';
    const fresh = await this.#fresh(await this.#heard(tail, text), written);
    const leak = fresh.news.size === 0 ? undefined : leakOf(this.own, fresh.told);
    if (leak === undefined || !keepsBack) {
      this.#tails.set(where, (tail + text).slice(-TAIL));
      for (const index of fresh.news) this.#told.add(index);
    }
    return { leak, news: fresh.news.size };
  }

  /** It was said some time ago: nobody is told of it again. */
  async remember(said: string): Promise<void> {
    for (const index of await linesIn(await new Turns().squeeze(said), this.own)) this.#told.add(index);
  }

  /** Lines in a text, and those that it completes; not those that were whole before it. */
  async #heard(tail: string, text: string): Promise<ReadonlySet<number>> {
    const heard = await linesIn(text, this.own);
    const before = await linesIn(tail, this.own);
    for (const index of await linesIn(tail + text.slice(0, TAIL), this.own)) if (!before.has(index)) heard.add(index);
    return heard;
  }

  /** Without what the student has written by now: that is theirs. */
  async #fresh(found: ReadonlySet<number>, written: () => Promise<string>) {
    const news = new Set([...found].filter((index) => !this.#told.has(index)));
    if (news.size === 0) return { news, told: news };
    const theirs = await linesIn((await written()).slice(-MAX_WRITTEN), this.own);
    const told = new Set([...this.#told, ...news].filter((index) => !theirs.has(index)));
    return { news: new Set([...news].filter((index) => told.has(index))), told };
  }
}

/** The texts of a student, as they are compared. */
export async function squeezedAll(texts: readonly string[]): Promise<string> {
  const turns = new Turns();
  let all = '';
  for (const text of texts) all += `${await turns.squeeze(text)}\n`;
  return all;
}
