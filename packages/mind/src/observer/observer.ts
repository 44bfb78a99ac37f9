import type { MessageContext, Page, Workplace } from '@agent-factory/coach/workplace';
import type { ClientPayload, NewAction, ProjectId, ServerPayload } from '@agent-factory/protocol/coach';
import type { MindRoom } from '../room.js';
import { type ObserverClock, steadyClock } from './clock.js';
import { ObservedSession } from './observed-session.js';

const NOBODY: ServerPayload<'observer:status'> = { active: false, muted: false, lastEvaluation: null };

/** Watches over every coached session, and lets the agent speak unasked where that helps (spec story 10). */
export class Observer {
  readonly #room: MindRoom;
  readonly #clock: ObserverClock;
  readonly #sessions = new Map<ProjectId, ObservedSession>();

  /** @param clock for tests */
  constructor(room: MindRoom, clock = steadyClock) {
    this.#room = room;
    this.#clock = clock;
  }

  /** How many sessions are observed. */
  get count(): number {
    return this.#sessions.size;
  }

  /** A session has begun, or goes on. One of the project that is over, or was in another workplace, is let go. */
  sessionBegan(workplace: Workplace): void {
    const sessionId = workplace.session.current?.id;
    if (sessionId === undefined) return;
    const known = this.#of(workplace);
    if (known?.is({ workplace, sessionId })) {
      known.tellAll();
      return;
    }
    void known?.stop();
    const session = new ObservedSession({ room: this.#room, clock: this.#clock, workplace, sessionId });
    this.#sessions.set(workplace.place.project.id, session);
  }

  /** Its pages are told; what a model still answers is for nobody. */
  sessionEnded(workplace: Workplace, sessionId: string): void {
    const known = this.#of(workplace);
    if (known?.sessionId !== sessionId) return;
    this.#sessions.delete(workplace.place.project.id);
    void known.stop();
    known.tellAll();
  }

  /** An action was written down. */
  onAction(workplace: Workplace, action: NewAction): void {
    this.#of(workplace)?.handleAction(action);
  }

  /** The student has typed. */
  onTyped(workplace: Workplace): void {
    this.#of(workplace)?.handleTyped();
  }

  /** A page has come. */
  greet(page: Page, workplace: Workplace): void {
    const known = this.#of(workplace);
    if (known === undefined) page.tell('observer:status', NOBODY);
    else known.greet(page);
  }

  /** The student wants nudges, or none. Without a session there is nothing to mute (spec EC-70). */
  mute({ muted }: ClientPayload<'observer:mute'>, { workplace, page }: MessageContext): void {
    const known = this.#of(workplace);
    if (known !== undefined && workplace.session.current?.id === known.sessionId) known.setMuted(muted);
    else if (page.mayWarn())
      this.#room.host.logWarning('A page would mute the observer where there is no coaching session', {
        projectId: workplace.place.project.id,
        muted,
      });
  }

  /** Resolves when nothing is thought about. */
  async settled(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.settled()));
  }

  /** Nothing more comes of any session; they go on when the daemon comes back. Idempotent. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.stop()));
  }

  #of(workplace: Workplace): ObservedSession | undefined {
    return this.#sessions.get(workplace.place.project.id);
  }
}
