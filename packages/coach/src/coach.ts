import { PracticeError } from '@agent-factory/protocol';
import type { Action, ActionsQuery, ActionsResponse, ProjectId, Visibility } from '@agent-factory/protocol/coach';
import type { Clock } from './buffers/clock.js';
import type { CoachHost } from './host.js';
import type { EndStatus } from './mind/mind.js';
import { CoachedProject } from './project/coached-project.js';
import { allActions, pageOfActions } from './store/entities/actions.js';
import { forgetRows } from './store/entities/forget.js';
import { endActive } from './workplace/end-session.js';

export interface CoachOptions {
  /** In the place of the system's clock, and of a minute. */
  readonly clock?: Clock;
  readonly lingerMs?: number;
}

/** All coached projects. Each is opened when it is first needed, and closes itself when nobody needs it any more. */
export class Coach {
  readonly #host: CoachHost;
  readonly #options: CoachOptions;
  readonly #projects = new Map<ProjectId, Promise<CoachedProject>>();
  /** Those of them that are open by now. */
  readonly #opened = new Map<ProjectId, CoachedProject>();
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(host: CoachHost, options: CoachOptions = {}) {
    this.#host = host;
    this.#options = options;
  }

  /** How many projects are open. */
  get projectCount(): number {
    return this.#opened.size;
  }

  /** How many pages look at them. */
  get connectionCount(): number {
    return [...this.#opened.values()].reduce((count, project) => count + project.connectionCount, 0);
  }

  /** Texts that the student has typed there and not saved; none where the project is not open. */
  unsavedOf(projectId: ProjectId): readonly string[] {
    return this.#opened.get(projectId)?.unsaved ?? [];
  }

  /**
   * The project, opened once and shared. It closes itself some time after its last page and its session are gone.
   * Throws `project_not_found`, `project_forbidden`, and `shutting_down`.
   */
  async open(projectId: ProjectId): Promise<CoachedProject> {
    if (this.#isClosed) throw shuttingDown();
    const known = this.#projects.get(projectId);
    if (known === undefined) return this.#openAnew(projectId);
    const project = await known;
    project.touch();
    if (!(await project.isWhole())) await project.reopen();
    return project;
  }

  /** The agent in the terminal has begun: so does a coaching session, or the one of an earlier daemon goes on. */
  async beginSession(projectId: ProjectId): Promise<void> {
    await (await this.open(projectId)).beginSession();
  }

  /** The agent is done (`completed`) or was given up (`abandoned`). Does nothing where there is no session. */
  async endSession(projectId: ProjectId, status: EndStatus): Promise<void> {
    const project = await this.#ifOpen(projectId);
    if (project === undefined) await endActive(this.#host, projectId, status);
    else await project.endSession(status);
  }

  async setVisibility(projectId: ProjectId, visibility: Visibility): Promise<void> {
    await (await this.open(projectId)).setVisibility(visibility);
  }

  /** One page of the action log, the newest first. */
  actions(projectId: ProjectId, query: ActionsQuery): Promise<ActionsResponse> {
    return pageOfActions(this.#host.store, projectId, query);
  }

  /** The whole of it, the oldest first. */
  exportActions(projectId: ProjectId): AsyncIterable<Action> {
    return allActions(this.#host.store, projectId);
  }

  /**
   * The exercise was reset: what was typed and pointed at goes, and so do the sessions with all that belongs to them.
   * Pages are told how it stands now; where its folder is gone, they are let go.
   */
  async forget(projectId: ProjectId): Promise<void> {
    const project = await this.#ifOpen(projectId);
    if (project === undefined) return forgetRows(this.#host.store, projectId);
    try {
      await project.forget();
    } catch (error) {
      if (!(error instanceof PracticeError && error.code === 'project_not_found')) throw error;
      await this.#drop(projectId);
    }
  }

  /** Idempotent: pages, watches and timers end. Sessions go on when the daemon comes back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = [...this.#projects.values()].map((project) => project.catch(() => undefined));
    for (const projectId of this.#opened.keys()) void this.#drop(projectId);
    await Promise.all([...this.#closing, ...opening]);
  }

  /** The project, if it is open or about to be. */
  #ifOpen(projectId: ProjectId): Promise<CoachedProject | undefined> {
    return this.#projects.get(projectId)?.catch(() => undefined) ?? Promise.resolve(undefined);
  }

  #openAnew(projectId: ProjectId): Promise<CoachedProject> {
    const opening = this.#load(projectId);
    this.#projects.set(projectId, opening);
    opening.catch(() => this.#projects.delete(projectId));
    return opening;
  }

  async #load(projectId: ProjectId): Promise<CoachedProject> {
    const place = await this.#host.placeOf(projectId);
    const onIdle = () => void this.#drop(projectId);
    const project = await CoachedProject.open({ ...this.#options, host: this.#host, place, onIdle });
    if (this.#isClosed) {
      await project.close();
      throw shuttingDown();
    }
    this.#opened.set(projectId, project);
    return project;
  }

  /** Forgets it at once, so that whoever asks for it next gets another one. */
  #drop(projectId: ProjectId): Promise<void> {
    const project = this.#opened.get(projectId);
    this.#opened.delete(projectId);
    this.#projects.delete(projectId);
    const closing = Promise.resolve(project?.close()).catch((error) =>
      this.#host.logFailure(error, 'A project could not be closed'),
    );
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
    return closing;
  }
}

function shuttingDown(): PracticeError {
  return new PracticeError('shutting_down', 'The practice server is shutting down.');
}
