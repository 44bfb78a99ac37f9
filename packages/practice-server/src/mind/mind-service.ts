import { type CoachTables, hasSessionsLeft } from '@agent-factory/coach/tables';
import type { MindHost, OpenMind } from '@agent-factory/mind';
import type { DashboardState, Period } from '@agent-factory/protocol/mind';
import type { SessionAccess } from '../sessions/session-access.js';
import { mindHost } from './mind-host.js';

/** What thinks for the coach, loaded when it is first asked: most students only practise. */
export class MindService {
  readonly #host: SessionAccess;
  readonly #truth: Pick<MindHost, 'leakIn'>;
  #loading: Promise<OpenMind> | undefined;

  constructor(host: SessionAccess, truth: Pick<MindHost, 'leakIn'>) {
    this.#host = host;
    this.#truth = truth;
  }

  /** Rejects once the daemon closes. */
  async load(): Promise<OpenMind> {
    this.#host.closing.throwIfAborted();
    this.#loading ??= this.#open();
    return this.#loading;
  }

  /**
   * What the database tells of the learner. Loads only what that takes: nobody who waits for it waits for all that thinks.
   * `withFolders`: also what tells of the student's own folders.
   */
  async dashboard(period: Period, withFolders: boolean): Promise<DashboardState> {
    const { dashboardState } = await import('@agent-factory/mind/dashboard');
    return dashboardState(this.#host.store.withTables<CoachTables>(), { period, now: Date.now(), withFolders });
  }

  /** What earlier sessions have left is wrapped up. Loads nothing where they have left nothing. */
  wrapUpLeft(): void {
    this.#wrapUpLeft().catch((error: unknown) => {
      if (!this.#host.closing.aborted) this.#host.log.error({ err: error }, 'Earlier sessions could not be wrapped up');
    });
  }

  async close(): Promise<void> {
    await (await this.#loading?.catch(() => undefined))?.close();
  }

  async #wrapUpLeft(): Promise<void> {
    const store = this.#host.store.withTables<CoachTables>();
    if (await hasSessionsLeft(store)) (await this.load()).wrapUpLeft();
  }

  async #open(): Promise<OpenMind> {
    const { openMind } = await import('@agent-factory/mind');
    return openMind(mindHost(this.#host, this.#truth));
  }
}
