import { randomUUID } from 'node:crypto';
import { type ExerciseId, PracticeError, type Presence } from '@agent-factory/protocol';
import type { NewEvent } from '@agent-factory/protocol/events';
import {
  NO_NUDGE,
  NUDGE_PROMPTS,
  type NudgeMode,
  type NudgeState,
  type OfferedNudge,
} from '@agent-factory/protocol/nudges';
import type { SessionAccess } from '../sessions/session-access.js';
import { decideNudge, type NudgeFacts, reasonAgainstOthers } from './decide.js';
import { Mutes } from './tables.js';
import { WatchedSession } from './watched-session.js';

/** How soon after something that the student does it is decided again, in milliseconds: nudges are a matter of seconds. */
const SOON_MS = 250;

/** What author and student want. */
type Wishes = Pick<NudgeFacts, 'mode' | 'isMuted'>;

/** Who is stuck is offered a hand, at the right moment: at most one nudge at a time in each session. */
export class Nudges {
  readonly #host: SessionAccess;
  readonly #mutes: Mutes;
  readonly #sessions = new Map<ExerciseId, WatchedSession>();

  constructor(host: SessionAccess) {
    this.#host = host;
    this.#mutes = new Mutes(host.store);
  }

  handleEvent(event: NewEvent): void {
    const { exerciseId } = event;
    if (exerciseId === undefined || event.conversationId !== undefined) return;
    if (event.type === 'session_ended') this.#forget(exerciseId);
    else if (this.#change(exerciseId, (session) => session.take(event, performance.now())))
      this.#reconsider(exerciseId);
  }

  /** The student has typed, or done something else in the exercise. */
  handleActivity(exerciseId: ExerciseId): void {
    this.#change(exerciseId, (session) => session.touch(performance.now()));
    const session = this.#of(exerciseId);
    // Each key comes here: whatever waits sees how still the student was when its time comes, and nothing is read now.
    session.timer ??= setTimeout(() => this.#reconsider(exerciseId), SOON_MS).unref();
  }

  handlePresence(exerciseId: ExerciseId, pages: readonly Presence[]): void {
    this.#of(exerciseId).pages = pages;
    this.#reconsider(exerciseId);
  }

  /**
   * For whoever has a reason of their own for a nudge: undefined if it disturbs nobody now; otherwise why not, one of
   * `NO_NUDGE`, in words that end a sentence.
   */
  async mayNudge(exerciseId: ExerciseId): Promise<string | undefined> {
    const because = reasonAgainstOthers(this.#factsOf(exerciseId, await this.#wishesOf(exerciseId)));
    return because && NO_NUDGE[because];
  }

  async stateOf(exerciseId: ExerciseId): Promise<NudgeState> {
    const [mode, muted] = await Promise.all([this.#modeOf(exerciseId), this.#mutes.of(exerciseId)]);
    const offered = this.#sessions.get(exerciseId)?.offered;
    return { exerciseId, mode, muted, ...(offered && { offered }) };
  }

  /** The student has chosen a prompt, or none. Throws `nudge_not_found`, or `nudge_failed` if it does not arrive. */
  async answer(exerciseId: ExerciseId, nudgeId: string, send: string | undefined): Promise<'sent' | 'dismissed'> {
    const session = this.#sessions.get(exerciseId);
    const offered = session?.offered;
    if (session === undefined || offered?.nudgeId !== nudgeId) throw notFound();
    if (send !== undefined && !offered.prompts.includes(send)) throw notOffered(offered.prompts);
    if (send === undefined) {
      this.handleActivity(exerciseId);
      return 'dismissed';
    }
    session.touch(performance.now());
    const reason = await this.#send(exerciseId, { nudgeId, prompt: send, by: 'student' });
    if (reason !== undefined) throw failed(reason);
    return 'sent';
  }

  /** For one exercise or, without one, for all. What is on offer there is taken back. */
  async mute(exerciseId: ExerciseId | undefined, muted: boolean): Promise<void> {
    await this.#mutes.set(exerciseId, muted);
    this.#append({ exerciseId, type: 'nudge_muted', data: { muted } });
    for (const id of [...this.#sessions.keys()]) {
      if (exerciseId !== undefined && id !== exerciseId) continue;
      if (muted) this.#change(id, (session) => session.withdraw());
      this.#reconsider(id);
    }
  }

  close(): void {
    for (const exerciseId of [...this.#sessions.keys()]) this.#forget(exerciseId);
  }

  /** Tells every page if that takes back what was on offer. */
  #change<T>(exerciseId: ExerciseId, change: (session: WatchedSession) => T): T {
    const session = this.#of(exerciseId);
    const before = session.offered;
    const changed = change(session);
    if (before !== undefined && session.offered !== before)
      this.#append({ exerciseId, type: 'nudge_dismissed', data: { nudgeId: before.nudgeId } });
    return changed;
  }

  #reconsider(exerciseId: ExerciseId): void {
    const session = this.#of(exerciseId);
    clearTimeout(session.timer);
    session.timer = undefined;
    session.turn += 1;
    this.#consider(exerciseId, session.turn).catch((error) =>
      this.#host.log.error({ err: error, exerciseId }, 'Whether to nudge could not be decided'),
    );
  }

  /**
   * Between the decision and what comes of it, nobody else has a turn: there is one nudge, however many ask. What the
   * student wants may have changed while it was read: the latest turn decides.
   */
  async #consider(exerciseId: ExerciseId, turn: number): Promise<void> {
    const session = this.#of(exerciseId);
    const wishes = await this.#wishesOf(exerciseId);
    if (this.#sessions.get(exerciseId) !== session || session.turn !== turn) return;
    const decision = decideNudge(this.#factsOf(exerciseId, wishes));
    if (decision.kind === 'no') return;
    if (decision.kind === 'nudge') return this.#nudge(exerciseId, session, wishes.mode === 'auto');
    clearTimeout(session.timer);
    session.timer = setTimeout(() => this.#reconsider(exerciseId), Math.ceil(decision.inMs)).unref();
  }

  async #wishesOf(exerciseId: ExerciseId): Promise<Wishes> {
    const [mode, muted] = await Promise.all([this.#modeOf(exerciseId), this.#mutes.of(exerciseId)]);
    return { mode, isMuted: muted !== 'no' };
  }

  #factsOf(exerciseId: ExerciseId, wishes: Wishes): NudgeFacts {
    const session = this.#of(exerciseId);
    const now = performance.now();
    const since = (at: number | undefined) => (at === undefined ? undefined : now - at);
    return {
      ...wishes,
      agent: this.#host.work.of(exerciseId)?.state,
      pages: session.pages,
      isDrafting: this.#host.sessions.typing.isDrafting(exerciseId),
      isChecking: session.isChecking,
      unanswered: session.unanswered,
      stillForMs: now - session.stillSince,
      sinceCheckMs: since(session.checkedAt),
      sinceNudgeMs: since(session.nudgedAt),
      afterMs: this.#host.config.nudgeAfterMs,
    };
  }

  #nudge(exerciseId: ExerciseId, session: WatchedSession, isAuto: boolean): void {
    const offer = { nudgeId: randomUUID(), prompts: promptsFrom(session.count) };
    session.count += 1;
    session.nudged(performance.now());
    if (isAuto) {
      const [prompt = NUDGE_PROMPTS[0]] = offer.prompts;
      // While it is on its way, it stands in the prompt like a draft.
      void this.#send(exerciseId, { nudgeId: offer.nudgeId, prompt, by: 'auto' }).then(() => {
        if (this.#sessions.get(exerciseId) === session) this.#reconsider(exerciseId);
      });
    } else {
      session.offered = offer;
      this.#append({ exerciseId, type: 'nudge_offered', data: offer });
    }
    this.#reconsider(exerciseId);
  }

  async #send(
    exerciseId: ExerciseId,
    { nudgeId, prompt, by }: { nudgeId: string; prompt: string; by: 'student' | 'auto' },
  ): Promise<string | undefined> {
    const reason = await this.#host.sessions.say(exerciseId, prompt);
    if (reason === undefined) this.#append({ exerciseId, type: 'nudge_sent', data: { nudgeId, prompt, by } });
    else this.#append({ exerciseId, type: 'nudge_dropped', data: { nudgeId, reason } });
    return reason;
  }

  async #modeOf(exerciseId: ExerciseId): Promise<NudgeMode> {
    const exercise = await this.#host.catalog.cached(exerciseId).catch(() => undefined);
    return exercise?.config.nudge ?? 'offer';
  }

  #of(exerciseId: ExerciseId): WatchedSession {
    const known = this.#sessions.get(exerciseId) ?? new WatchedSession(performance.now());
    this.#sessions.set(exerciseId, known);
    return known;
  }

  #forget(exerciseId: ExerciseId): void {
    clearTimeout(this.#sessions.get(exerciseId)?.timer);
    this.#sessions.delete(exerciseId);
  }

  #append(event: NewEvent): void {
    this.#host.events.append(event);
  }
}

/** All prompts, beginning with the one whose turn it is. */
function promptsFrom(count: number): OfferedNudge['prompts'] {
  const first = count % NUDGE_PROMPTS.length;
  return [...NUDGE_PROMPTS.slice(first), ...NUDGE_PROMPTS.slice(0, first)];
}

function notFound(): PracticeError {
  return new PracticeError('nudge_not_found', 'This suggestion was answered already, or is out of date.');
}

function notOffered(prompts: readonly string[]): PracticeError {
  return new PracticeError('invalid_request', 'Send one of the prompts that were offered.', {
    issues: [`send: one of ${prompts.map((prompt) => `"${prompt}"`).join(', ')}`],
  });
}

function failed(reason: string): PracticeError {
  return new PracticeError('nudge_failed', `Your tutor was not told: ${reason}. Type it into the terminal instead.`, {
    reason,
  });
}
