import { asksOn } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { AgentState } from '@agent-factory/protocol/events';
import type { AgentStates } from './agent-states.js';
import type { AgentPlace } from './log/current-log.js';
import { LogFollower, type LogPlace } from './log/log-follower.js';
import type { Sayings } from './markers/sayings.js';
import { type Saying, SpokenMarkers } from './markers/spoken-markers.js';
import { PaneObserver, type PaneObserverOptions } from './pane/pane-observer.js';
import type { ObservedAgent } from './records.js';
import { ScreenLooks } from './screen-looks.js';
import type { SaidText } from './speech/said-text.js';
import { SpokenText } from './speech/spoken-text.js';

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
  /** It, or the student, has said this. */
  readonly onSaid: (said: Pick<SaidText, 'by' | 'key' | 'text' | 'isOver' | 'isOld'>) => void;
  /** Its pane, for an agent that keeps no log. */
  readonly pane: Pick<PaneObserverOptions, 'paneId' | 'listen' | 'look'>;
  readonly save: (record: ObservedAgent) => Promise<void>;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Finds out what the agent in one terminal does, and what it says: from its log where it has one, and its screen. */
export class AgentObserver {
  readonly #options: ObserverOptions;
  readonly #follower: LogFollower | undefined;
  readonly #screen: ScreenLooks | undefined;
  readonly #pane: PaneObserver | undefined;
  readonly #spoken = new SpokenMarkers();
  readonly #text = new SpokenText();
  #record: ObservedAgent;
  #saving: NodeJS.Timeout | undefined;
  /** By the log, the agent is at work on an answer. */
  #isInTurn = false;
  #isClosing = false;
  /** Settles when all that was said is noted. */
  #unkept: Promise<unknown> = Promise.resolve();

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#record = options.record;
    if (options.place.cli.log === undefined) this.#pane = this.#observePane();
    else {
      this.#screen = this.#lookAtScreen();
      this.#follower = this.#followLog();
    }
    if (options.isFoundAgain) this.#screen?.lookSoon();
    else this.#screen?.handleState('starting');
  }

  #followLog(): LogFollower {
    const { place, record, onFailure } = this.#options;
    const { logPath: path, logPosition: position } = record;
    return new LogFollower({
      place,
      from: path === undefined ? undefined : { path, position },
      onEvent: (event) => this.#handleEvent(event),
      onPosition: (at) => this.#handlePosition(at),
      onFailure: (error) => onFailure(error, 'The log of an agent could not be followed'),
    });
  }

  #lookAtScreen(): ScreenLooks {
    const { place, pane, onFailure } = this.#options;
    return new ScreenLooks({
      look: () => pane.look({ history: false }),
      isToldOfRest: place.cli.log?.endsInSilence !== true,
      asks: (screen) => asksOn(screen, place.cli.questions),
      state: () => this.#state,
      onNews: ({ state }) => this.#note(state, 'screen'),
      onFailure: (error) => onFailure(error, 'The screen of an agent could not be looked at'),
    });
  }

  #observePane(): PaneObserver {
    const { place, pane, sayings, isFoundAgain, onSaid, onFailure } = this.#options;
    return new PaneObserver({
      ...pane,
      isFoundAgain,
      keys: sayings.keysOf(place.conversationId),
      asks: (screen) => asksOn(screen, place.cli.questions),
      state: () => this.#state,
      onState: (state) => this.#note(state, 'screen'),
      onSaying: (saying) => this.#tell(saying),
      onPrinted: (printed) => onSaid({ by: 'agent', ...printed }),
      onKnown: (saying) => this.#kept(sayings.pass(place.conversationId, saying)),
      onFailure: (error) => onFailure(error, 'What an agent prints could not be heard'),
    });
  }

  handleInput(bytes: Buffer): void {
    this.#screen?.handleKey();
    this.#pane?.handleInput(bytes);
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
    this.#screen?.handleState(work.state);
    this.#saveSoon(0);
  }

  /** The agent has left the pane to the student's shell. */
  handleExit(): void {
    this.#pane?.leave();
  }

  /** Reads what is left of its log, and stops. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#screen?.close();
    await this.#pane?.close();
    await this.#follower?.close();
    clearTimeout(this.#saving);
    await this.#unkept;
    await this.#save();
  }

  get #state(): AgentState | undefined {
    return this.#options.states.latest(this.#options.exerciseId);
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
    const state = this.#state;
    // The question was answered, or the screen stood still for longer than it does as a rule.
    const goesOn = state === 'waiting' || (state === 'asking' && type === 'TOOL_CALL_RESULT');
    return this.#isInTurn && goesOn ? 'working' : undefined;
  }

  #hear(event: ConversationEvent): void {
    for (const saying of this.#spoken.hear(event)) this.#tell(saying);
    const said = this.#text.hear(event);
    if (said !== undefined) this.#options.onSaid(said);
  }

  #tell(saying: Saying): void {
    this.#kept(this.#options.sayings.tell(this.#options.place.conversationId, saying));
  }

  #kept(saying: Promise<void>): void {
    this.#unkept = Promise.all([this.#unkept, saying]).catch((error) =>
      this.#options.onFailure(error, 'What an agent has said could not be noted'),
    );
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
