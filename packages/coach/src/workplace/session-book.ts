import { PracticeError } from '@agent-factory/protocol';
import { ACTION_DATA, type ActionData, type ActionType, type NewAction } from '@agent-factory/protocol/coach';
import { BufferLog, type Edit } from '../buffers/buffer-log.js';
import type { Clock } from '../buffers/clock.js';
import type { CoachHost, ProjectPlace } from '../host.js';
import type { EndStatus } from '../mind/mind.js';
import { activeSession, type CoachSession, createSession, setSessionIssue } from '../store/entities/sessions.js';
import type { Choices } from './choices.js';
import { endActive } from './end-session.js';

export interface SessionBookOptions {
  readonly host: CoachHost;
  readonly place: ProjectPlace;
  readonly choices: Choices;
  /** For summaries of what is typed. */
  readonly clock?: Clock | undefined;
  /** An action was written down. Never throws. */
  readonly onAction?: (action: NewAction) => void;
}

/** The coaching session of a project, and the log of what happens in it. */
export class SessionBook {
  readonly #options: SessionBookOptions;
  #current: CoachSession | undefined;
  #latestId: string | undefined;
  #typing: BufferLog | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SessionBookOptions) {
    this.#options = options;
  }

  get current(): CoachSession | undefined {
    return this.#current;
  }

  /** Of the session that goes on or, where none does, of the one that has ended last, if this daemon has seen it. */
  get latestId(): string | undefined {
    return this.#current?.id ?? this.#latestId;
  }

  /** Begins a session; one that an earlier daemon has begun, and nobody has ended, goes on. */
  begin(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#current !== undefined) return;
      const { host, place, choices } = this.#options;
      const known = await activeSession(host.store, place.project.id);
      const { issue } = choices.now;
      this.#current =
        known ??
        (await createSession(host.store, {
          projectId: place.project.id,
          projectDir: place.folder,
          ...(issue !== null && { issueNumber: issue.number, issueTitle: issue.title }),
        }));
      this.#typing = this.#newTyping();
      if (known === undefined) this.log('session_started', issue === null ? {} : { issueNumber: issue.number });
    });
  }

  /** Ends it, also one that only an earlier daemon knew. */
  end(status: EndStatus): Promise<void> {
    return this.#inTurn(async () => {
      const { host, place } = this.#options;
      await endActive(host, place.project.id, status);
      this.forget();
    });
  }

  /**
   * Writes an action down in the session that it belongs to, by default the one that goes on; the mind hears of what
   * belongs to that. Without a session there is no log for it: it is discarded, and a warning says so.
   */
  log<Type extends ActionType>(type: Type, data: ActionData<Type>, sessionId = this.#current?.id): void {
    const { host, place } = this.#options;
    const projectId = place.project.id;
    if (sessionId === undefined) {
      host.logWarning('An action was discarded: the project has no coaching session', { projectId, action: type });
      return;
    }
    const parsed: Record<string, unknown> = ACTION_DATA[type].parse(data);
    host.logAction(projectId, { action: type, sessionId, data: parsed });
    if (sessionId === this.#current?.id) this.#options.onAction?.({ type, data: parsed } as NewAction);
  }

  /**
   * Writes actions down before anything comes of them. Throws `no_active_session`, and what the disk says if it does not
   * take them.
   */
  async keep<Type extends ActionType>(type: Type, rows: readonly ActionData<Type>[]): Promise<void> {
    const { host, place } = this.#options;
    const sessionId = this.#current?.id;
    if (sessionId === undefined) throw new PracticeError('no_active_session', 'The session has just ended.');
    const logged = rows.map((data) => ({ action: type, sessionId, data: { ...ACTION_DATA[type].parse(data) } }));
    await host.keepActions(place.project.id, logged);
  }

  /** What it is about has become known. */
  async setIssue({ number, title }: { readonly number: number; readonly title: string }): Promise<void> {
    if (this.#current === undefined) return;
    this.#current = { ...this.#current, issueNumber: number, issueTitle: title };
    await setSessionIssue(this.#options.host.store, this.#current.id, { number, title });
  }

  /** Something was typed: it is summed up, or logged at once where much has changed. */
  typed(edit: Edit): void {
    this.#typing?.edited(edit);
  }

  saved(path: string): void {
    this.#typing?.saved(path);
  }

  closed(path: string): void {
    this.#typing?.forget(path);
  }

  /** Leaves the session as it is in the store: its summaries stop. */
  forget(): void {
    this.#typing?.close();
    this.#typing = undefined;
    this.#latestId = this.latestId;
    this.#current = undefined;
  }

  #newTyping(): BufferLog {
    const { clock } = this.#options;
    return new BufferLog({
      onSummary: (summary) => this.log('buffer_summary', summary),
      onSignificantChange: (change) => this.log('buffer_significant_change', change),
      ...(clock !== undefined && { clock }),
    });
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(action);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
