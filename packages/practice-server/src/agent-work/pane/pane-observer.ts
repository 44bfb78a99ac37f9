import { setTimeout as wait } from 'node:timers/promises';
import type { AgentState } from '@agent-factory/protocol/events';
import type { Listener } from '../../tmux/clients.js';
import type { ControlEvents } from '../../tmux/control/control-stream.js';
import type { Saying } from '../markers/spoken-markers.js';
import type { SaidText } from '../speech/said-text.js';
import { PaneWork } from './pane-work.js';
import { type Drawn, PrintedMarkers } from './printed-markers.js';
import { TypedMarkers } from './typed-markers.js';

/** Until somebody listens again who was sent away, in milliseconds: a student may detach every client. */
const AGAIN_MS = 2000;

export interface PaneObserverOptions {
  readonly paneId: string;
  /** Keys of what it has said before. */
  readonly keys: readonly string[];
  /** The agent was there before this daemon, and may have said something meanwhile. */
  readonly isFoundAgain: boolean;
  readonly listen: (events: Omit<ControlEvents, 'onReply'>) => Promise<Listener>;
  /** What is on the screen and, with `history`, above it, as plain text. */
  readonly look: (wish: { readonly history: boolean }) => Promise<string | undefined>;
  readonly asks: (screen: string) => boolean;
  readonly state: () => AgentState | undefined;
  readonly onState: (state: AgentState) => void;
  readonly onSaying: (saying: Saying) => void;
  /** What it draws; until it comes to rest, that is one saying. What is on its screen then may be told again. */
  readonly onPrinted: (printed: Pick<SaidText, 'key' | 'text' | 'isOver' | 'isOld'>) => void;
  /** None of the agent's, or one that was told: it is not to be told when it is found again. */
  readonly onKnown: (saying: Saying) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Observes an agent that keeps no log, by what it prints. */
export class PaneObserver {
  readonly #options: PaneObserverOptions;
  readonly #work: PaneWork;
  readonly #printed: PrintedMarkers;
  readonly #typed = new TypedMarkers();
  readonly #over = new AbortController();
  readonly #running: Promise<void>;
  #listener: Listener | undefined;
  #hasLeft = false;
  #rests = 0;

  constructor(options: PaneObserverOptions) {
    this.#options = options;
    this.#printed = new PrintedMarkers(options.keys);
    this.#work = new PaneWork({
      state: options.state,
      onState: options.onState,
      onQuiet: () => void this.#rest().catch((error) => options.onFailure(error)),
    });
    this.#running = this.#run().catch((error) => options.onFailure(error));
  }

  handleInput(bytes: Buffer): void {
    const now = performance.now();
    this.#work.handleInput(now);
    this.#typed.add(bytes, now);
  }

  /** What is printed from now on is not the agent's. */
  leave(): void {
    this.#hasLeft = true;
    this.#work.close();
  }

  /** Once everything was heard that was printed so far. */
  async close(): Promise<void> {
    this.#work.close();
    await this.#listener?.catchUp();
    this.leave();
    this.#over.abort();
    await this.#listener?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    if (this.#options.isFoundAgain) this.#scan(await this.#options.look({ history: true }), { isOld: true });
    while (!signal.aborted) {
      this.#listener = await this.#options.listen({
        onOutput: (paneId, bytes) => this.#handleOutput(paneId, bytes),
        onLayout: () => undefined,
      });
      if (signal.aborted) await this.#listener.close();
      await this.#listener.ended;
      await wait(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #handleOutput(paneId: string, bytes: Buffer): void {
    if (paneId !== this.#options.paneId || this.#hasLeft) return;
    const hear = (text: string) => this.#options.onPrinted({ key: String(this.#rests), text, isOver: false });
    this.#tell(this.#printed.add(bytes, hear));
    this.#work.handleOutput();
  }

  async #rest(): Promise<void> {
    const screen = await this.#options.look({ history: false });
    // One that has drawn nothing yet is still starting.
    if (screen === undefined || screen.trim() === '' || this.#hasLeft) return;
    this.#scan(screen);
    this.#options.onState(this.#options.asks(screen) ? 'asking' : 'waiting');
  }

  /** What was drawn in pieces, in an order of its own, is whole on the screen. */
  #scan(screen: string | undefined, { isOld = false } = {}): void {
    if (screen === undefined) return;
    this.#options.onPrinted({ key: String(this.#rests), text: screen, isOver: true, isOld });
    this.#rests += 1;
    this.#tell(this.#printed.scan(screen));
  }

  #tell(found: readonly Drawn[]): void {
    for (const { saying, literal, isNew } of found) {
      if (isNew && !this.#typed.has(literal, performance.now())) this.#options.onSaying(saying);
      else this.#options.onKnown(saying);
    }
  }
}
