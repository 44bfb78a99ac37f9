import type { ServerMessage } from '@agent-factory/protocol/coach';
import { MAX_SOLUTION_LENGTH } from '@agent-factory/protocol/mind';
import { localProblem } from '../coach/problems.js';
import type { DocumentsHost } from '../documents/host.js';
import type { MindRest } from '../rest/mind-rest.js';
import { type KatasState, NO_KATAS, type OpenKata, type ReviewView } from './katas-state.js';

/** Said where no review comes. */
const WORDS = {
  tooLong: 'This solution is too long to be reviewed: at most 100,000 characters are. A kata needs far fewer.',
  lost: 'The connection to the practice server was lost before the review came. If it was made, it is among your attempts; otherwise hand your solution in again.',
} as const;

interface KataHost extends Pick<DocumentsHost, 'requests' | 'send' | 'tell'> {
  readonly rest: MindRest;
}

/** The katas there are, the one that is worked on, and what the coach says to its solution. */
export class KataRoom {
  readonly #host: KataHost;
  readonly #publish: (katas: KatasState) => void;
  #state = NO_KATAS;
  /** The id of the solution that waits for its review. */
  #asked: string | undefined;
  /** Only the list, and the kata, that were asked for last count; nothing does after the end. */
  #lists = 0;
  #loads = 0;

  constructor(host: KataHost, publish: (katas: KatasState) => void) {
    this.#host = host;
    this.#publish = publish;
  }

  /** Messages of other rooms change nothing, and so do answers to what is not waited for any more. */
  handle({ type, payload, id }: ServerMessage): void {
    if (type === 'review:response') this.#settle(id, { status: 'answered', review: payload });
    else if (type === 'review:error') this.#settle(id, { status: 'failed', message: payload.error });
    else if (type === 'practice:kata_load' || type === 'session:completed') this.list();
  }

  /** Whether this was the answer to a solution. */
  handleRefusal(id: string | undefined, message: string): boolean {
    return this.#settle(id, { status: 'failed', message });
  }

  /** There is a daemon: what could not be had before, or has changed meanwhile, is asked for. */
  handleConnected(): void {
    this.list();
    const { open } = this.#state;
    if (open !== null) void this.#load(open.id);
  }

  handleDisconnected(): void {
    this.#settle(this.#asked, { status: 'failed', message: WORDS.lost });
  }

  /** Asks which there are. */
  list(): void {
    void this.#list();
  }

  /** In the place of the one before; a review that comes later is among its attempts. */
  open(id: string): void {
    if (id === this.#state.open?.id) return;
    this.#asked = undefined;
    this.#become({ open: { id, kata: null, problem: null, review: null } });
    void this.#load(id);
  }

  /** Asks again for one that did not come. */
  reload(): void {
    const { open } = this.#state;
    if (open === null) return;
    this.#change({ problem: null });
    void this.#load(open.id);
  }

  close(): void {
    this.#asked = undefined;
    this.#loads += 1;
    this.#become({ open: null });
  }

  /** Hands a solution in, under constraints of these titles. One at a time. */
  submit(userCode: string, activeConstraintTitles: readonly string[]): void {
    const { requests, send } = this.#host;
    const { open } = this.#state;
    if (open === null || this.#asked !== undefined) return;
    const id = requests.newId();
    this.#asked = id;
    this.#change({ review: { status: 'asked' } });
    const solution = { kataId: open.id, userCode, activeConstraintTitles: [...activeConstraintTitles] };
    if (userCode.length > MAX_SOLUTION_LENGTH) this.#settle(id, { status: 'failed', message: WORDS.tooLong });
    else if (!send('user:review', solution, id))
      this.#settle(id, { status: 'failed', message: localProblem('not_connected').message });
  }

  /** Takes the review away; it stays with its attempt. */
  dismissReview(): void {
    if (this.#asked === undefined) this.#change({ review: null });
  }

  dispose(): void {
    this.#lists += 1;
    this.#loads += 1;
  }

  async #list(): Promise<void> {
    this.#lists += 1;
    const mine = this.#lists;
    const outcome = await this.#host.rest.katas();
    // A daemon that has none to offer, or does not answer, is told of elsewhere.
    if (outcome.ok && mine === this.#lists) this.#become({ list: outcome.value.katas });
  }

  async #load(id: string): Promise<void> {
    this.#loads += 1;
    const mine = this.#loads;
    const outcome = await this.#host.rest.kata(id);
    if (mine !== this.#loads) return;
    if (outcome.ok) this.#change({ kata: outcome.value, problem: null });
    else if (this.#state.open?.kata == null) this.#change({ problem: outcome.error.message });
    else this.#host.tell({ code: outcome.error.error, message: outcome.error.message });
  }

  /** Whether this answers the solution that is waited for. */
  #settle(id: string | undefined, review: ReviewView): boolean {
    const { open } = this.#state;
    if (id === undefined || id !== this.#asked || open === null) return false;
    this.#asked = undefined;
    this.#change({ review });
    if (review.status === 'answered') {
      void this.#load(open.id); // with the attempt, and with what it has unlocked
      this.list();
    }
    return true;
  }

  #change(parts: Partial<OpenKata>): void {
    const { open } = this.#state;
    if (open !== null) this.#become({ open: { ...open, ...parts } });
  }

  #become(parts: Partial<KatasState>): void {
    this.#state = { ...this.#state, ...parts };
    this.#publish(this.#state);
  }
}
