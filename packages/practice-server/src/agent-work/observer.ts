import { asksOn } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { AgentState } from '@agent-factory/protocol/events';
import type { AgentStates } from './agent-states.js';
import type { AgentPlace } from './log/current-log.js';
import { LogFollower, type LogPlace } from './log/log-follower.js';
import type { Sayings } from './markers/sayings.js';
import { SpokenMarkers } from './markers/spoken-markers.js';
import type { ObservedAgent } from './records.js';
import { ScreenLooks } from './screen-looks.js';

/** Time between two notes of how far a log was read, in milliseconds. What is read again is not told again. */
const SAVE_MS = 1000;
const ENTER = 0x0d;

export interface ObserverOptions {
  readonly exerciseId: ExerciseId;
  readonly place: AgentPlace;
  readonly record: ObservedAgent;
  /** The agent was there before this daemon: what it does may have changed meanwhile. */
  readonly isFoundAgain: boolean;
  readonly states: AgentStates;
  readonly sayings: Sayings;
  readonly look: () => Promise<string | undefined>;
  readonly save: (record: ObservedAgent) => Promise<void>;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Finds out what the agent in one terminal does, and what it says: from its log where it has one, and its screen. */
export class AgentObserver {
  readonly #options: ObserverOptions;
  readonly #follower: LogFollower | undefined;
  readonly #screen: ScreenLooks;
  readonly #spoken = new SpokenMarkers();
  #record: ObservedAgent;
  #saving: NodeJS.Timeout | undefined;
  /** By the log, the agent is at work on an answer. */
  #isInTurn = false;
  #isClosing = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#record = options.record;
    const { place, record } = options;
    this.#screen = new ScreenLooks({
      look: options.look,
      asks: (screen) => asksOn(screen, place.cli.questions),
      state: () => options.states.latest(options.exerciseId),
      onNews: ({ state }) => this.#note(state, 'screen'),
      onFailure: (error) => options.onFailure(error, 'The screen of an agent could not be looked at'),
    });
    const { logPath: path, logPosition: position } = record;
    if (place.cli.log !== undefined)
      this.#follower = new LogFollower({
        place,
        from: path === undefined ? undefined : { path, position },
        onEvent: (event) => this.#handleEvent(event),
        onPosition: (at) => this.#handlePosition(at),
        onFailure: (error) => options.onFailure(error, 'The log of an agent could not be followed'),
      });
    if (options.isFoundAgain) this.#screen.lookSoon();
    else this.#screen.handleState('starting');
  }

  handleInput(bytes: Buffer): void {
    this.#screen.handleKey();
    if (bytes.includes(ENTER)) this.#follower?.handleSent();
  }

  /** A hook of its own has told something. */
  handleHook(body: unknown): void {
    const { state, conversationId } = this.#options.place.cli.hooks?.read(body) ?? {};
    if (state !== undefined) this.#note(state, 'hook');
    if (conversationId !== undefined) this.#follower?.handleConversation(conversationId);
  }

  /** The state that counts has changed. */
  handleState(work: ObservedAgent['work']): void {
    if (work === undefined || this.#isClosing) return;
    this.#record = { ...this.#record, work };
    this.#screen.handleState(work.state);
    this.#saveSoon(0);
  }

  /** Reads what is left of its log, and stops. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#screen.close();
    await this.#follower?.close();
    clearTimeout(this.#saving);
    await this.#save();
  }

  #handleEvent(event: ConversationEvent): void {
    if (event.type === 'RUN_STARTED') this.#isInTurn = true;
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') this.#isInTurn = false;
    this.#hear(event);
    const state = this.#stateBy(event);
    if (state !== undefined) this.#note(state, 'log');
  }

  #stateBy({ type }: ConversationEvent): AgentState | undefined {
    if (type === 'RUN_STARTED') return 'working';
    if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') return 'waiting';
    const state = this.#options.states.latest(this.#options.exerciseId);
    // The question was answered, or the screen stood still for longer than it does as a rule.
    const goesOn = state === 'waiting' || (state === 'asking' && type === 'TOOL_CALL_RESULT');
    return this.#isInTurn && goesOn ? 'working' : undefined;
  }

  #hear(event: ConversationEvent): void {
    const { place, sayings, onFailure } = this.#options;
    for (const saying of this.#spoken.hear(event))
      void sayings
        .tell(place.conversationId, saying)
        .catch((error) => onFailure(error, 'What an agent has said could not be noted'));
  }

  #handlePosition({ path, position }: LogPlace): void {
    if (this.#spoken.isOpen) return;
    this.#record = { ...this.#record, logPath: path, logPosition: position };
    this.#saveSoon(SAVE_MS);
  }

  #note(state: AgentState, source: 'hook' | 'log' | 'screen'): void {
    if (!this.#isClosing) this.#options.states.note(this.#options.exerciseId, { state, source });
  }

  #saveSoon(delayMs: number): void {
    if (delayMs === 0) clearTimeout(this.#saving);
    else if (this.#saving !== undefined) return;
    this.#saving = setTimeout(() => {
      this.#saving = undefined;
      void this.#save();
    }, delayMs);
  }

  async #save(): Promise<void> {
    const { save, onFailure } = this.#options;
    await save(this.#record).catch((error) => onFailure(error, 'What an agent does could not be noted'));
  }
}
