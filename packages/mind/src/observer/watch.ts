import { recentActions, timeSinceLast } from '@agent-factory/coach/store';
import { isShown, type Workplace } from '@agent-factory/coach/workplace';
import type { ProjectId, ServerPayload } from '@agent-factory/protocol/coach';
import type { MindRoom } from '../room.js';
import { Activity } from './activity.js';
import type { ObserverClock } from './clock.js';
import { COOLDOWN_MS } from './limits.js';

export interface WatchOptions {
  readonly room: MindRoom;
  readonly workplace: Workplace;
  readonly sessionId: string;
  readonly clock: ObserverClock;
}

/** Why the student is left alone just now, as the action log has it. */
export type Suppression = 'cooldown' | 'flow_state';

/** What is known of one session that is observed. */
export class Watch {
  readonly room: MindRoom;
  readonly workplace: Workplace;
  readonly sessionId: string;
  readonly clock: ObserverClock;
  readonly activity: Activity;
  /** Undefined until it is known. */
  #isMuted: boolean | undefined;
  /** By the steady clock; undefined without a nudge. */
  #nudgedAt: number | undefined;
  /** ISO 8601. */
  #evaluatedAt: string | null = null;
  #isOver = false;

  constructor({ room, workplace, sessionId, clock }: WatchOptions) {
    this.room = room;
    this.workplace = workplace;
    this.sessionId = sessionId;
    this.clock = clock;
    this.activity = new Activity(clock.now());
  }

  get projectId(): ProjectId {
    return this.workplace.place.project.id;
  }

  /** Also an exercise that is reset ends it, of which nobody is told. */
  get isLive(): boolean {
    return !this.#isOver && this.workplace.session.current?.id === this.sessionId && !this.room.host.closing.aborted;
  }

  /** Whether the student wants to be observed at all: who shows nothing of the editor shows nothing to the observer. */
  get isListening(): boolean {
    return this.isLive && !this.isMuted && isShown(this.workplace.choices.now.visibility, 'open_files');
  }

  get isMuted(): boolean {
    return this.#isMuted ?? false;
  }

  get sinceNudgeMs(): number | undefined {
    return this.#nudgedAt === undefined ? undefined : this.clock.now() - this.#nudgedAt;
  }

  get suppressedBy(): Suppression | undefined {
    if ((this.sinceNudgeMs ?? COOLDOWN_MS) < COOLDOWN_MS) return 'cooldown';
    return this.activity.isInFlow(this.clock.now()) ? 'flow_state' : undefined;
  }

  get status(): ServerPayload<'observer:status'> {
    const active = this.isLive;
    return { active, muted: active && this.isMuted, lastEvaluation: this.#evaluatedAt };
  }

  /** Of a session that an earlier daemon has begun: what the student wanted, and when they were last nudged. */
  async remember(): Promise<void> {
    const { sessionId } = this;
    const { store } = this.room.host;
    const [mute] = await recentActions(store, { sessionId, types: ['observer_muted'], limit: 1 });
    const sinceNudgeMs = await timeSinceLast(store, { sessionId, types: ['nudge_sent'] }, this.room.now());
    this.#isMuted ??= mute?.data.muted === true;
    if (sinceNudgeMs !== undefined) this.#nudgedAt ??= this.clock.now() - Math.max(0, sinceNudgeMs);
  }

  mute(muted: boolean): void {
    this.#isMuted = muted;
  }

  nudged(): void {
    this.#nudgedAt = this.clock.now();
  }

  evaluated(): void {
    this.#evaluatedAt = new Date(this.room.now()).toISOString();
  }

  end(): void {
    this.#isOver = true;
  }
}
