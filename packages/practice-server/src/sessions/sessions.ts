import {
  type AgentId,
  type ExerciseId,
  type ExercisesResponse,
  exerciseIdOf,
  type FinishResponse,
  type HistoryResponse,
  PracticeError,
  type ResetResponse,
  type ServerFrame,
  type SessionId,
  type SessionSummary,
  type StartResponse,
  sessionIdOf,
  type VerificationResult,
} from '@agent-factory/protocol';
import { sameSecret } from '../access/secrets.js';
import { endBrokenChecks } from '../events/broken-checks.js';
import { findSession, recordedSessions } from '../store/records/sessions.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import type { HistoryWish } from '../tmux/history.js';
import type { SessionsSeen } from '../tmux/servers/session-list.js';
import type { PreparedWorkspace } from '../workspaces/prepare-workspace.js';
import { type SessionAgent, sessionAgent } from './agent/session-agent.js';
import { requireSlot } from './agent/slots.js';
import type { SessionContext } from './context.js';
import type { Dropped, OnUnsent } from './delivery/delivery.js';
import type { Typing } from './delivery/typing.js';
import { settleClientExit } from './ending/client-exit.js';
import { endSession } from './ending/end.js';
import { finishExercise } from './ending/finish.js';
import { IdleTimes, SWEEP_INTERVAL_MS } from './ending/idle-sweep.js';
import { resetExercise } from './ending/reset.js';
import { settleSession } from './ending/settle.js';
import type { SaidMarker, SaidText } from './hooks.js';
import { InputTimes } from './input-times.js';
import { Interruptions } from './interruptions.js';
import { listExercises, listSessions } from './list.js';
import { rediscoverSessions } from './rediscover.js';
import type { StartOptions } from './starting/opening.js';
import { startExercise } from './starting/start.js';
import { type SwitchOptions, switchAgent } from './switching/switch-agent.js';
import { prepareExercise, takeOver } from './take-over.js';
import { checkExercise, type VerifyOptions, verifyExercise } from './verify.js';

/**
 * The life of all sessions. Changes to one exercise run one after the other, so that two simultaneous
 * clicks start one session; different exercises do not wait for each other.
 */
export class Sessions {
  readonly #context: SessionContext;
  readonly #queue = new KeyedQueue();
  readonly #interruptions = new Interruptions();
  readonly #idleTimes = new IdleTimes();
  readonly #inputTimes = new InputTimes();
  #sweepTimer: NodeJS.Timeout | undefined;
  #sweptAt = performance.now();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** Finds the sessions of an earlier daemon and starts to watch over them. */
  async open(): Promise<number> {
    await endBrokenChecks(this.#context);
    await this.#context.folders.load();
    const found = await rediscoverSessions(this.#context);
    const { idleTimeoutMs } = this.#context.config;
    const interval = idleTimeoutMs > 0 ? Math.max(50, idleTimeoutMs / 4) : SWEEP_INTERVAL_MS;
    const sweep = () => void this.#sweep().catch((error) => this.#logFailure(error));
    this.#sweepTimer = setInterval(sweep, Math.min(SWEEP_INTERVAL_MS, interval));
    return found;
  }

  start(options: StartOptions): Promise<StartResponse> {
    this.noteActivity(options.exerciseId);
    const signal = this.#interruptions.signal(options.exerciseId);
    return this.#queue.run(options.exerciseId, () => startExercise(this.#context, { ...options, signal }));
  }

  /** Makes the workspace of an exercise where there is none, without a terminal, with what this agent reads. */
  prepare(exerciseId: ExerciseId, agent: AgentId): Promise<PreparedWorkspace> {
    return this.#queue.run(exerciseId, () => prepareExercise(this.#context, exerciseId, agent, { isGuest: true }));
  }

  /** Goes on in the terminal with a conversation that began elsewhere; what the terminal has now ends. */
  takeOver(exerciseId: ExerciseId, conversation: { agent: AgentId; sessionId: string }): Promise<void> {
    return this.#queue.run(exerciseId, () => takeOver(this.#context, exerciseId, conversation));
  }

  /** Goes on in the workspace with another agent; the session there is ends, if that is confirmed. */
  switchAgent(options: SwitchOptions): Promise<StartResponse> {
    this.noteActivity(options.exerciseId);
    const signal = this.#interruptions.signal(options.exerciseId);
    return this.#queue.run(options.exerciseId, () => switchAgent(this.#context, { ...options, signal }));
  }

  /** The agent in the terminal of an exercise; undefined without a session. */
  async agentOf(exerciseId: ExerciseId): Promise<SessionAgent | undefined> {
    return sessionAgent(this.#context, exerciseId);
  }

  /** Throws `too_many_agents` unless one more agent may run; `onTaken` makes it count, before anybody else can ask. */
  requireSlot(onTaken: () => void): Promise<void> {
    return requireSlot(this.#context, onTaken);
  }

  /** What new work begins with: the student's choice, or that of the command line. */
  async choiceFor(exerciseId: ExerciseId | undefined): Promise<AgentId> {
    return (await this.#context.hooks.agentFor(exerciseId)) ?? this.#context.config.agent;
  }

  verify(exerciseId: ExerciseId, options: VerifyOptions = {}): Promise<VerificationResult> {
    this.noteActivity(exerciseId);
    const reset = this.#interruptions.signal(exerciseId);
    const signal = options.signal === undefined ? reset : AbortSignal.any([options.signal, reset]);
    const verify = () => verifyExercise(this.#context, exerciseId, { ...options, signal });
    return this.#queue.run(exerciseId, () => this.#context.hooks.duringCheck(exerciseId, verify));
  }

  /** The same check, unofficially: nothing is recorded. */
  check(exerciseId: ExerciseId, options: VerifyOptions): Promise<VerificationResult> {
    return checkExercise(this.#context, exerciseId, options);
  }

  /** A sign of a student at work, which is none that they type into the prompt. */
  noteActivity(exerciseId: ExerciseId): void {
    this.#context.typing.heard(exerciseId);
    this.#context.hooks.onActivity(exerciseId);
  }

  /** Does not wait for a set-up or a check, which may hang: it is interrupted. */
  reset(exerciseId: ExerciseId): Promise<ResetResponse> {
    this.#context.hooks.onReset(exerciseId, wasReset());
    this.#interruptions.interrupt(exerciseId, wasReset());
    return this.#queue.run(exerciseId, () => resetExercise(this.#context, exerciseId));
  }

  finish(exerciseId: ExerciseId): Promise<FinishResponse> {
    return this.#queue.run(exerciseId, () => finishExercise(this.#context, exerciseId));
  }

  list(): Promise<SessionSummary[]> {
    return listSessions(this.#context);
  }

  listExercises(): Promise<ExercisesResponse> {
    return listExercises(this.#context);
  }

  /**
   * Whether this ticket opens the session. It is compared before tmux is asked, so that a wrong one costs
   * nothing. A session that cannot be asked counts as alive.
   */
  async admits(sessionId: SessionId, ticket: string): Promise<'yes' | 'wrong_ticket' | 'no_session'> {
    const exerciseId = exerciseIdOf(sessionId);
    const session = exerciseId && (await findSession(this.#context.store, exerciseId));
    if (!session) return 'no_session';
    if (!sameSecret(ticket, session.ticket)) return 'wrong_ticket';
    return (await this.#context.tmux.isReachable(sessionId)) ? 'yes' : 'no_session';
  }

  /** Says a line to the agent in the terminal, if it waits for the student. Resolves with the reason why not. */
  say(exerciseId: ExerciseId, text: string): Promise<Dropped> {
    return this.#context.delivery.say(exerciseId, text);
  }

  /** The same as soon as the agent waits. */
  sayWhenWaiting(exerciseId: ExerciseId, text: string, onUnsent?: OnUnsent): void {
    this.#context.delivery.sayWhenWaiting(exerciseId, text, onUnsent);
  }

  /** Why the student is not to be nudged just now, in words that end a sentence; undefined if it disturbs nobody. */
  mayNudge(exerciseId: ExerciseId): Promise<Dropped> {
    return this.#context.hooks.mayNudge(exerciseId);
  }

  /** What capabilities know about the student's work in an exercise, for an agent to read. */
  describeWork(exerciseId: ExerciseId): Promise<string[]> {
    return this.#context.hooks.describeWork(exerciseId);
  }

  /** What the student types into terminals. */
  get typing(): Typing {
    return this.#context.typing;
  }

  /** The agent of an exercise has said a marker, elsewhere than in its terminal. */
  noteMarker(said: SaidMarker): Promise<void> {
    return this.#context.hooks.onMarker(said);
  }

  /** The agent of an exercise, or the student, has said something elsewhere than in its terminal. */
  noteSaid(said: SaidText): void {
    this.#context.hooks.onSaid(said);
  }

  /** Tells all pages that show the exercise's terminal. */
  tell(exerciseId: ExerciseId, frame: ServerFrame): void {
    this.#context.terminals.broadcast(sessionIdOf(exerciseId), frame);
  }

  /** Everything that tmux holds of a live session, or as much of it as `wish` asks for. */
  history(sessionId: SessionId, wish: HistoryWish): Promise<HistoryResponse | undefined> {
    return this.#context.tmux.history(sessionId, wish);
  }

  /**
   * A tmux client has ended by itself: the session is over, or tmux is, or someone
   * detached the client from outside and its page may come back.
   */
  async handleClientExit(sessionId: SessionId, exitCode: number): Promise<void> {
    try {
      const session = await settleClientExit(this.#context, sessionId, exitCode);
      if (session !== undefined) this.#context.terminals.dropLost(sessionId);
    } catch (error) {
      // A page that comes back finds out, or is told why not.
      this.#context.terminals.dropLost(sessionId);
      throw error;
    }
  }

  /** Stops watching; the sessions live on. */
  async close(): Promise<void> {
    clearInterval(this.#sweepTimer);
    this.#context.watch.close();
    await this.#queue.idle();
    await this.#context.observers.close();
    await this.#context.delivery.close();
  }

  async #sweep(): Promise<void> {
    const now = performance.now();
    const elapsed = now - this.#sweptAt;
    this.#sweptAt = now;
    const seen = await this.#context.live.list();
    for (const sessionId of this.#inputTimes.update(seen.live)) {
      const exerciseId = exerciseIdOf(sessionId);
      if (exerciseId !== undefined) this.#noteInputSeen(exerciseId);
    }
    await this.#settleEnded(seen);
    const { idleTimeoutMs } = this.#context.config;
    const expired = idleTimeoutMs > 0 ? this.#idleTimes.update(seen, elapsed, idleTimeoutMs) : [];
    for (const sessionId of expired) {
      const exerciseId = exerciseIdOf(sessionId);
      if (exerciseId !== undefined)
        await this.#queue.run(exerciseId, () => endSession(this.#context, exerciseId, 'timeout'));
    }
  }

  /** tmux has seen input. Of what came through a page it is known who sent it; of what came through `attach` it is not. */
  #noteInputSeen(exerciseId: ExerciseId): void {
    const { typing, hooks } = this.#context;
    if (typing.quietMs(exerciseId) > 2 * SWEEP_INTERVAL_MS) typing.touch(exerciseId);
    hooks.onActivity(exerciseId);
  }

  /** A session's clients report its end themselves, unless there are none, or none of their pages takes any output. */
  async #settleEnded({ live, ended, unknown }: SessionsSeen): Promise<void> {
    const { store, terminals } = this.#context;
    const there = new Set([...live.map(({ sessionId }) => sessionId), ...unknown]);
    const ours = [...terminals.shown, ...(await recordedSessions(store))];
    const over = new Set([...ended, ...ours.filter((sessionId) => !there.has(sessionId))]);
    for (const sessionId of over) await settleSession(this.#context, sessionId, 'exited');
  }

  #logFailure(error: unknown): void {
    this.#context.log.error({ err: error }, 'Looking for idle sessions failed');
  }
}

function wasReset(): PracticeError {
  return new PracticeError('exercise_not_started', 'The exercise was reset. Press Practice to begin again.');
}
