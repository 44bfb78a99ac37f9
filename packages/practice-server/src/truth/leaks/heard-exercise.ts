import type { SaidText } from '../../sessions/hooks.js';
import type { Judge } from './judge.js';
import { RollingBytes } from './rolling-bytes.js';
import { RollingText } from './rolling-text.js';

/** The end of one saying that is judged, in UTF-16 units: what an agent says in one go has a tenth of it. */
const MAX_SAYING = 64 * 1024;
/** Most bytes of a UTF-16 unit's share in UTF-8: three, as for Chinese. */
const BYTES_PER_UNIT = 3;
/** Bytes of what a student pastes into a terminal, or says, and is quoted back: as long as a saying, in any script. */
const MAX_TYPED = BYTES_PER_UNIT * MAX_SAYING;
/** Milliseconds after which a saying is judged that does not end, as where a program draws a clock. */
const MAX_WAIT_MS = 20_000;

/** What an agent has said, or the latest of it where it goes on. */
export type Saying = Pick<SaidText, 'agent' | 'place' | 'key' | 'text'> & { readonly isOld: boolean };

interface Open {
  readonly text: RollingText;
  readonly timer: NodeJS.Timeout;
  readonly end: () => void;
}

/** What is heard of one exercise until it is judged. */
export class HeardExercise {
  /** What the student has typed into the terminal, or said in a chat. */
  readonly typed = new RollingBytes(MAX_TYPED);
  judge: Judge | undefined;
  readonly #onSaying: (saying: Saying) => void;
  readonly #open = new Map<string, Open>();
  /** The saying that was flagged last. */
  #flagged: string | undefined;

  constructor(onSaying: (saying: Saying) => void) {
    this.#onSaying = onSaying;
  }

  /** Takes no time. */
  hear(said: SaidText): void {
    if (said.by === 'student') {
      this.typed.add(Buffer.from(said.text));
      return;
    }
    const { text } = this.#openOf(said);
    if (said.text !== '') text.add(said.text);
    if (said.isOver) this.#end(said);
  }

  /** False if the saying is one that was flagged already. */
  flag({ place, key }: Pick<Saying, 'place' | 'key'>): boolean {
    const name = `${place} ${key}`;
    if (this.#flagged === name) return false;
    this.#flagged = name;
    return true;
  }

  /** What was said so far is judged now. */
  flush(): void {
    for (const end of [...this.#open.values()].map(({ end }) => end)) end();
  }

  /** Nobody wants to know any more. */
  drop(): void {
    for (const { timer } of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #openOf(said: SaidText): Open {
    const name = `${said.place} ${said.key}`;
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const end = () => this.#end(said);
    const open = { text: new RollingText(MAX_SAYING), timer: setTimeout(end, MAX_WAIT_MS).unref(), end };
    this.#open.set(name, open);
    return open;
  }

  #end({ agent, place, key, isOld = false }: SaidText): void {
    const name = `${place} ${key}`;
    const open = this.#open.get(name);
    this.#open.delete(name);
    if (open === undefined) return;
    clearTimeout(open.timer);
    if (!open.text.isEmpty) this.#onSaying({ agent, place, key, text: open.text.read(), isOld });
  }
}
