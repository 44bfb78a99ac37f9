import type { ProjectId } from '@agent-factory/protocol/coach';
import type { Kysely } from 'kysely';
import { type ProjectSettings, readSettings, writeSettings } from '../store/entities/projects.js';
import type { CoachTables } from '../store/tables.js';

/** What the student has chosen, and what the project is about. It outlives the daemon. */
export class Choices {
  readonly #store: Kysely<CoachTables>;
  readonly #projectId: ProjectId;
  #now: ProjectSettings;

  static async load(store: Kysely<CoachTables>, projectId: ProjectId): Promise<Choices> {
    return new Choices(store, projectId, await readSettings(store, projectId));
  }

  private constructor(store: Kysely<CoachTables>, projectId: ProjectId, now: ProjectSettings) {
    this.#store = store;
    this.#projectId = projectId;
    this.#now = now;
  }

  get now(): ProjectSettings {
    return this.#now;
  }

  async reload(): Promise<void> {
    this.#now = await readSettings(this.#store, this.#projectId);
  }

  /** Holds at once, also for a call that comes before it is stored: a student who hides something has hidden it. */
  async change(change: Partial<ProjectSettings>): Promise<void> {
    this.#now = { ...this.#now, ...change };
    await writeSettings(this.#store, this.#projectId, this.#now);
  }
}
