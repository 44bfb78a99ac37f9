import type { Coach, CoachHost } from '@agent-factory/coach';
import type { EndReason } from '@agent-factory/protocol';
import { isFolderId, type ProjectId } from '@agent-factory/protocol/coach';
import type { SessionAccess } from '../sessions/session-access.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { coachHost } from './coach-host.js';

/** Ends after which the work is done; after all others it was given up, or goes on with another agent. */
const COMPLETED: readonly EndReason[] = ['completed', 'exited'];

/** Whom the coach has something to do with: agents who see less now, and what thinks for it. */
interface Others extends Pick<CoachHost, 'onSightChanged' | 'mind' | 'exerciseOf' | 'leakIn'> {
  /** A session is over, also one that no page looked at. Never throws, never waits. */
  onSessionOver(): void;
}

/** The coach, loaded when the first project is looked at: most students only practise. */
export class CoachService {
  readonly #host: SessionAccess;
  readonly #others: Others;
  /** What happens to the sessions of one project happens in order. */
  readonly #queue = new KeyedQueue();
  #loading: Promise<Coach> | undefined;
  #loaded: Coach | undefined;
  #closed: Promise<void> | undefined;

  constructor(host: SessionAccess, others: Others) {
    this.#host = host;
    this.#others = others;
  }

  /** Rejects once the daemon closes. */
  async load(): Promise<Coach> {
    this.#host.closing.throwIfAborted();
    return this.#loadOnce();
  }

  /** Whether the agent of a project gets the coach's tools: in the student's own folders, and where an exercise asks for it. */
  async isCoached(projectId: ProjectId): Promise<boolean> {
    if (isFolderId(projectId)) return true;
    return (await this.#host.catalog.cached(projectId))?.config.workbench === true;
  }

  beginSession(projectId: ProjectId): void {
    this.#inTurn(projectId, 'A coaching session could not begin', async () => {
      if (await this.isCoached(projectId)) await (await this.#loadOnce()).beginSession(projectId);
    });
  }

  endSession(projectId: ProjectId, reason: EndReason): void {
    const status = COMPLETED.includes(reason) ? 'completed' : 'abandoned';
    this.#inTurn(projectId, 'A coaching session could not be ended', async () => {
      const coach = await this.#concerned(projectId);
      await coach?.endSession(projectId, status);
      if (coach !== undefined) this.#others.onSessionOver();
    });
  }

  /** The exercise is reset: nothing of the old work is kept. */
  forget(projectId: ProjectId): void {
    this.#inTurn(projectId, 'The coach could not forget an exercise', async () =>
      (await this.#concerned(projectId))?.forget(projectId),
    );
  }

  /** What the student has typed in the Workbench and not saved. Loads nothing. */
  unsavedOf(projectId: ProjectId): readonly string[] {
    return this.#loaded?.unsavedOf(projectId) ?? [];
  }

  health(): { projects: number; connections: number } {
    return { projects: this.#loaded?.projectCount ?? 0, connections: this.#loaded?.connectionCount ?? 0 };
  }

  /** The daemon closes: all connections are told to leave. */
  logLeaving(): void {
    const { connections } = this.health();
    if (this.#loaded !== undefined) this.#host.log.info({ connections }, 'Closing the connections of the Workbench');
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    const coach = await this.#loading;
    if (coach === undefined) return;
    await coach.close();
    this.#host.log.info('The coach has closed its projects');
  }

  /** The coach, if it can know anything of the project. */
  async #concerned(projectId: ProjectId): Promise<Coach | undefined> {
    if (this.#loaded !== undefined) return this.#loaded;
    return (await this.isCoached(projectId)) ? this.#loadOnce() : undefined;
  }

  /**
   * Nothing of the student's depends on it: a failure is logged. What has happened before the daemon began to close is
   * still written down; `close` waits for it.
   */
  #inTurn(projectId: ProjectId, failure: string, task: () => Promise<void>): void {
    if (this.#closed !== undefined) return;
    this.#queue.run(projectId, task).catch((error: unknown) => {
      this.#host.log.error({ err: error, projectId }, failure);
    });
  }

  #loadOnce(): Promise<Coach> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Coach> {
    const { Coach } = await import('@agent-factory/coach');
    this.#loaded = new Coach(coachHost(this.#host, this.#others));
    return this.#loaded;
  }
}
