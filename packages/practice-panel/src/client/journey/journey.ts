import type { ExerciseSummary, RegistryEntry, StartResponse } from '@agent-factory/protocol';
import { AGENT_ROUTES } from '@agent-factory/protocol/agents';
import { eventsOf } from '../events/events-of.js';
import type { LiveEvents } from '../events/live-events.js';
import type { MarkerStates } from '../markers/marker-states.js';
import { markerStatesOf } from '../markers/marker-states-of.js';
import { type ClientError, isTemporary, type RestOutcome, unreachable } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { type GridSize, type Renewal, TerminalConnection } from '../terminal/terminal-connection.js';
import { untilSettled } from '../terminal/until-settled.js';
import { Aids } from './aids.js';
import { checkWork } from './check.js';
import { Elsewhere } from './elsewhere/elsewhere.js';
import { needAfter, nextNeed } from './setup.js';
import { INITIAL_JOURNEY, type JourneyState, reduceJourney } from './state.js';
import { TerminalRoom } from './terminal-room.js';

/** Why a page that was connected cannot come back, and what to do. */
const BLOCKED =
  'Your browser blocks the practice server. Allow it in the site settings beside the address bar, then reconnect.';

/** The student waits for the terminal; what else is to be asked comes behind it, but not later than this. */
const TERMINAL_FIRST_MS = 500;

/** For a terminal that another has replaced meanwhile: nobody reads it. */
const SUPERSEDED = 'The exercise goes on in another session.';

/** One exercise's way from the click through set-up and work to its completion, and the effects along it. */
export class ExerciseJourney {
  readonly exercise: RegistryEntry;
  /** Hints, checks at every save, the solution. */
  readonly aids: Aids;
  /** How the tutor's claims stand: the badges in terminal and chat show it. */
  readonly markerStates: MarkerStates;
  readonly #server: PracticeServer;
  readonly #events: LiveEvents;
  readonly #elsewhere: Elsewhere;
  readonly #store = createStore(reduceJourney, INITIAL_JOURNEY);
  #generation = 0;
  #stopRecheck: Unsubscribe = () => {};
  readonly #room = new TerminalRoom();
  #switching: Promise<RestOutcome<StartResponse>> | undefined;

  constructor(exercise: RegistryEntry, server: PracticeServer) {
    this.exercise = exercise;
    this.#server = server;
    this.markerStates = markerStatesOf(server, exercise.id);
    this.aids = new Aids(exercise.id, server, this.#store.dispatch);
    this.#events = eventsOf(server);
    const { dispatch } = this.#store;
    this.#elsewhere = new Elsewhere({ exerciseId: exercise.id, server, events: this.#events, dispatch });
  }

  getSnapshot = (): JourneyState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /**
   * The student looks at the exercise: goes on from wherever it stood. Returns how to leave it again.
   * `measureGrid` tells the size the terminal is going to have, where that is known.
   */
  activate(measureGrid: () => GridSize | undefined = () => undefined): Unsubscribe {
    this.#room.measure = measureGrid;
    const { name } = this.getSnapshot().phase;
    // Whoever left before the terminal was there has not asked.
    if (name === 'open') this.#learnStatusBehind();
    else if (name !== 'finished') void this.begin();
    const stopFollowing = this.#elsewhere.follow();
    return () => {
      stopFollowing();
      this.#leave();
    };
  }

  /** Looks for the daemon and starts the exercise, or says what is missing. The page's other requests wait for it. */
  begin(mayPrompt = false): Promise<void> {
    return this.#events.first.give(() => this.#begin(mayPrompt));
  }

  /** Starts or resumes the session and opens its terminal. The page's other requests wait for it. */
  start(): Promise<void> {
    return this.#events.first.give(() => this.#start());
  }

  async check(): Promise<void> {
    if (this.getSnapshot().check.status === 'running') return;
    const options = { exercise: this.exercise, server: this.#server, store: this.#store, known: this.#known() };
    await this.#elsewhere.check((checkId) => checkWork({ ...options, checkId }));
  }

  /** Archives the workspace and starts anew. */
  async reset(): Promise<void> {
    if (this.getSnapshot().task !== 'none') return;
    this.aids.watch.stop();
    this.#store.dispatch({ type: 'task_began', task: 'reset' });
    const outcome = await this.#server.ask((rest) => rest.reset(this.exercise.id));
    if (!outcome.ok) return this.#store.dispatch({ type: 'task_failed', task: 'reset', error: outcome.error });
    this.#closeTerminal();
    this.markerStates.clear();
    this.#store.dispatch({ type: 'was_reset', archivedTo: outcome.value.archivedTo });
    await this.start();
  }

  /** Ends the session of the completed exercise; the files stay. */
  async finish(): Promise<void> {
    const { phase, task } = this.getSnapshot();
    if (phase.name !== 'open' || task !== 'none') return;
    this.#store.dispatch({ type: 'task_began', task: 'finish' });
    const outcome = await this.#server.ask((rest) => rest.finish(this.exercise.id));
    if (!outcome.ok) return this.#store.dispatch({ type: 'task_failed', task: 'finish', error: outcome.error });
    this.#closeTerminal();
    this.aids.watch.stop();
    this.#store.dispatch({ type: 'finished', message: outcome.value.message, workspace: phase.session.workspace });
    await this.#server.refresh();
  }

  /** Goes on with another agent. The student has agreed that the session ends; if the other cannot start, it does not. */
  async switchAgent(agent: string): Promise<void> {
    const { phase, task } = this.getSnapshot();
    if (phase.name !== 'open' || task !== 'none') return;
    this.#store.dispatch({ type: 'task_began', task: 'switch' });
    this.#switching = this.#requestSwitch(agent);
    const outcome = await this.#switching;
    if (!outcome.ok) return this.#store.dispatch({ type: 'task_failed', task: 'switch', error: outcome.error });
    this.#next();
    this.#closeTerminal();
    const terminal = this.#connection(outcome.value, true);
    this.#store.dispatch({ type: 'switched', session: outcome.value, terminal });
    await this.#learnStatus();
  }

  dismissNotice(id: string): void {
    this.#store.dispatch({ type: 'notice_dismissed', id });
  }

  dismissCheck(): void {
    this.#store.dispatch({ type: 'check_dismissed' });
  }

  endCelebration(): void {
    this.#store.dispatch({ type: 'celebration_seen' });
  }

  /** The daemon that the page has found was well: to look for it again would only delay the terminal. */
  #isReady(): boolean {
    return nextNeed(this.#server.getSnapshot().connection) === undefined;
  }

  async #begin(mayPrompt: boolean): Promise<void> {
    const generation = this.#next();
    this.#closeTerminal();
    const { unavailable } = this.exercise;
    if (unavailable !== undefined) return this.#store.dispatch({ type: 'start_failed', error: broken(unavailable) });
    const isInSetup = this.getSnapshot().phase.name === 'setup';
    if (!isInSetup && this.#isReady()) {
      const outcome = await this.#tryStart(generation);
      if (outcome === undefined) return;
      // Where nobody answers any more, the daemon may be elsewhere by now.
      if (outcome.ok || outcome.error.error !== 'unreachable') return this.#handleStart(outcome);
    }
    if (!isInSetup) this.#store.dispatch({ type: 'server_check_began' });
    const connection = await this.#server.connect(mayPrompt);
    if (generation !== this.#generation) return;
    const need = nextNeed(connection);
    if (need === undefined) return this.#start();
    this.#store.dispatch({ type: 'setup_needed', need });
    this.#waitFor(() => this.#recheck());
  }

  async #start(): Promise<void> {
    const generation = this.#next();
    this.#closeTerminal();
    const outcome = await this.#tryStart(generation);
    if (outcome !== undefined) await this.#handleStart(outcome);
  }

  /** Undefined if the student has gone on to something else meanwhile. */
  async #tryStart(generation: number): Promise<RestOutcome<StartResponse> | undefined> {
    this.#store.dispatch({ type: 'start_began' });
    const outcome = await this.#requestStart();
    return generation === this.#generation ? outcome : undefined;
  }

  async #handleStart(outcome: RestOutcome<StartResponse>): Promise<void> {
    if (!outcome.ok) return this.#handleStartError(outcome.error);
    const generation = this.#generation;
    await untilSettled(this.#open(outcome.value), TERMINAL_FIRST_MS);
    if (generation !== this.#generation) return;
    void this.#elsewhere.catchUp();
    await this.#learnStatus();
  }

  #open(session: StartResponse): TerminalConnection {
    const terminal = this.#connection(session);
    // Before the page draws it, which takes as long as the network.
    terminal.prepare(this.#room.foreseen(session));
    this.#store.dispatch({ type: 'started', session, terminal });
    return terminal;
  }

  #connection({ wsUrl, agent }: StartResponse, claims = false): TerminalConnection {
    const { markerStates } = this;
    const terminal = new TerminalConnection({ url: wsUrl, renew: () => this.#renew(), claims, agent, markerStates });
    terminal.frames.on((frame) => {
      if (frame.type === 'agent_exited') this.#store.dispatch({ type: 'agent_exited', exit: frame });
    });
    terminal.subscribe(() => {
      if (terminal.getSnapshot().status === 'ended') void this.#server.refresh();
    });
    return terminal;
  }

  /** What is missing is waited for; any other failure is the student's to read. */
  #handleStartError(error: ClientError): void {
    const need = needAfter(error);
    this.#store.dispatch(need === undefined ? { type: 'start_failed', error } : { type: 'setup_needed', need });
    if (need === undefined) return;
    if (need.kind !== 'dependency') this.#server.tellAbsence();
    this.#waitFor(need.kind === 'dependency' ? () => this.#restart() : () => this.#recheck());
  }

  /** Mends it with what is new of the daemon. */
  #waitFor(mend: () => Promise<void>): void {
    this.#stopRecheck = this.#events.seek(() => void this.#events.first.give(mend));
  }

  /** Starts again behind the card that says what is missing, which stays until something else is so. */
  async #restart(): Promise<void> {
    const generation = this.#generation;
    const outcome = await this.#requestStart();
    if (generation !== this.#generation) return;
    this.#next();
    await this.#handleStart(outcome);
  }

  /** While this tab switches the agent, the answer to that says where the session is. */
  async #renew(): Promise<Renewal> {
    const generation = this.#generation;
    await this.#switching;
    if (generation !== this.#generation) return { ok: false, retry: false, message: SUPERSEDED };
    const connection = await this.#server.connect();
    const need = nextNeed(connection);
    if (need?.kind.startsWith('permission_')) return { ok: false, retry: false, message: BLOCKED };
    if (need !== undefined) return { ok: false, retry: true, message: unreachable().error.message };
    const outcome = await this.#requestStart();
    if (!outcome.ok) return { ok: false, retry: isTemporary(outcome.error), message: outcome.error.message };
    this.#store.dispatch({ type: 'renewed', session: outcome.value });
    return { ok: true, url: outcome.value.wsUrl, agent: outcome.value.agent };
  }

  #requestSwitch(agent: string): Promise<RestOutcome<StartResponse>> {
    const size = this.#room.measure();
    const body = { exerciseId: this.exercise.id, agent, confirmed: true, ...(size && { size }) };
    return this.#server.ask((rest) => rest.call({ route: AGENT_ROUTES.switch, body }));
  }

  #requestStart() {
    const { id, lessonPath } = this.exercise;
    return this.#server.ask((rest) => {
      const size = this.#room.askedFor();
      return rest.start({ exerciseId: id, lessonPath, ...(size && { size }) });
    });
  }

  /** Unless the student has gone on to something else by then. */
  #learnStatusBehind(): void {
    const generation = this.#generation;
    this.#events.first.behind(() => {
      if (generation === this.#generation) void this.#learnStatus();
    });
  }

  async #learnStatus(): Promise<void> {
    await this.#server.refresh();
    if (this.#known()?.status === 'completed') this.#store.dispatch({ type: 'known_completed' });
  }

  /** Where the exercise stands, as last heard. Its status is of the workspace there is now, `completedAt` of any. */
  #known(): ExerciseSummary | undefined {
    return this.#server.getSnapshot().exercises.find((entry) => entry.id === this.exercise.id);
  }

  async #recheck(): Promise<void> {
    const need = nextNeed(this.#server.getSnapshot().connection);
    if (need === undefined) await this.#start();
    else this.#store.dispatch({ type: 'setup_needed', need });
  }

  #leave(): void {
    this.#next();
    this.aids.watch.stop();
    this.#closeTerminal();
  }

  #closeTerminal(): void {
    const { phase } = this.getSnapshot();
    if (phase.name === 'open') phase.terminal.close();
  }

  /** Begins the next generation: what an earlier one still waits for no longer counts. */
  #next(): number {
    this.#stopRecheck();
    this.#stopRecheck = () => {};
    this.#generation += 1;
    return this.#generation;
  }
}

/** The site itself says that the exercise cannot be started. */
function broken(reason: string): ClientError {
  const message = `It cannot be started until its author fixes it: ${reason}`;
  return { error: 'exercise_unavailable', message, reason };
}
