import { PracticeError } from '@agent-factory/protocol';
import { NO_NUDGE } from '@agent-factory/protocol/nudges';
import {
  assembleUserMessage,
  type ObserverTriageResponse,
  responseSchema,
  SYSTEM_PROMPT,
  type TriageContext,
} from '../prompts/observer-triage.js';
import { deliver, isUnwanted } from './deliver.js';
import { MAX_ANSWER_TOKENS, MIN_CONFIDENCE } from './limits.js';
import type { Moments } from './moments.js';
import { type Nudge, nudgeFrom } from './nudge.js';
import { Rest } from './rest.js';
import { snapshotOf } from './snapshot.js';
import { Suppressions } from './suppressions.js';
import type { Watch } from './watch.js';

/** Decides by what a model says whether the student is nudged, and nudges them. One evaluation at a time. */
export class Evaluations {
  readonly #watch: Watch;
  readonly #moments: Moments;
  readonly #rest = new Rest();
  readonly #suppressions = new Suppressions();

  constructor(watch: Watch, moments: Moments) {
    this.#watch = watch;
    this.#moments = moments;
  }

  /** False while a model that has failed again and again is left alone. */
  get isDue(): boolean {
    return this.#rest.isOver(this.#watch.clock.now());
  }

  /** Resolves when nothing more comes of it. Rejects only by a bug, or where the disk fails. */
  async run(): Promise<void> {
    const watch = this.#watch;
    if (!(await this.#hasModel())) return;
    const mayNot = await watch.room.host.mayNudge(watch.projectId);
    if (!watch.isListening || isUnwanted(mayNot)) return;
    const because = watch.suppressedBy ?? (mayNot === NO_NUDGE.nudged ? 'cooldown' : undefined);
    if (because !== undefined) return this.#suppress(because);
    this.#suppressions.over();
    const nudge = await this.#triage();
    if (nudge !== undefined) await deliver(watch, this.#moments, nudge);
  }

  async #hasModel(): Promise<boolean> {
    const { room, projectId } = this.#watch;
    return (await room.isOn('observer')) && (await room.models.whyNot('observer', projectId)) === undefined;
  }

  #suppress(reason: string): void {
    const { clock, workplace } = this.#watch;
    if (this.#suppressions.isNews(reason, clock.now())) workplace.session.log('nudge_suppressed', { reason });
  }

  /** Undefined where there is no nudge, for whatever reason. */
  async #triage(): Promise<Nudge | undefined> {
    const watch = this.#watch;
    const { sessionId, sinceNudgeMs, activity, clock } = watch;
    const facts = { sessionId, sinceNudgeMs, isIdle: activity.isIdle(clock.now()) };
    try {
      const context = await snapshotOf(watch.room, facts);
      const answer = await this.#ask(context);
      this.#rest.succeeded();
      return this.#weigh(answer, context);
    } catch (error) {
      this.#handleFailure(error);
      return undefined;
    }
  }

  async #ask(context: TriageContext): Promise<ObserverTriageResponse> {
    const { room, projectId, sessionId } = this.#watch;
    const { value } = await room.models.ask({
      callType: 'observer_triage',
      part: 'observer',
      model: 'haiku',
      systemPrompt: SYSTEM_PROMPT,
      userMessage: assembleUserMessage(context),
      responseSchema,
      maxTokens: MAX_ANSWER_TOKENS,
      sessionId,
      projectId,
      signal: room.host.closing,
    });
    return value;
  }

  /** An answer that comes when the session has ended, or the student wants no more, is for nobody (spec EC-66). */
  #weigh(answer: ObserverTriageResponse, context: TriageContext): Nudge | undefined {
    const watch = this.#watch;
    if (!watch.isListening) return undefined;
    watch.evaluated();
    if (!answer.should_nudge) return undefined;
    const { signal, confidence } = answer;
    const nudge = nudgeFrom(answer, context);
    if (nudge === undefined) {
      const { projectId, sessionId } = watch;
      watch.room.host.logWarning('The observer wants a nudge for no reason', { projectId, sessionId, confidence });
      return undefined;
    }
    if (confidence >= MIN_CONFIDENCE) return nudge;
    watch.workplace.session.log('nudge_suppressed', { signal, confidence, reason: 'low_confidence' });
    return undefined;
  }

  /** The call log has each of them; nothing of the student's depends on it. */
  #handleFailure(error: unknown): void {
    const { room, clock, projectId } = this.#watch;
    const { host } = room;
    if (host.closing.aborted) return;
    const restMs = this.#rest.failed(clock.now());
    if (!(error instanceof PracticeError)) host.logFailure(error, 'The observer could not look at a session');
    else if (restMs > 0)
      host.logWarning('The observer rests, as no model answers it', { projectId, code: error.code, restMs });
  }
}
