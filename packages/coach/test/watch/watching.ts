import { setTimeout as delay } from 'node:timers/promises';
import { ProjectWatch, type ProjectWatchOptions } from '../../src/watch/project-watch.js';
import type { WatchEvent } from '../../src/watch/watch-event.js';
import type { TestProject } from '../files/test-project.js';

const LOOK_EVERY_MS = 10;
/** Long for two busy cores, and below the time a test may take. */
const DEADLINE_MS = 15_000;

/** A watch of a project, and what it has told. */
export class Watching implements AsyncDisposable {
  readonly events: WatchEvent[] = [];
  readonly batches: (readonly WatchEvent[])[] = [];
  readonly reasons: string[] = [];
  readonly errors: unknown[] = [];
  goneCount = 0;
  readonly watch: ProjectWatch;

  static async start(project: TestProject, options: Partial<ProjectWatchOptions> = {}): Promise<Watching> {
    const watching = new Watching(project, options);
    await watching.watch.ready;
    return watching;
  }

  private constructor(project: TestProject, options: Partial<ProjectWatchOptions>) {
    this.watch = new ProjectWatch({
      files: project.files,
      onEvents: (events) => {
        this.events.push(...events);
        this.batches.push(events);
      },
      onPolling: (reason) => this.reasons.push(reason),
      onGone: () => {
        this.goneCount += 1;
      },
      onError: (error) => this.errors.push(error),
      ...options,
    });
  }

  /** `action path` of what was told up to now. */
  get told(): string[] {
    return this.events.map(({ action, path }) => `${action} ${path}`);
  }

  /** Looks until all of these were told. */
  async until(...expected: string[]): Promise<void> {
    await waitUntil(
      () => expected.every((one) => this.told.includes(one)),
      () => `${expected.join(', ')}; told was: ${this.told.join(', ')}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.watch.close();
  }
}

export async function waitUntil(isSo: () => boolean | Promise<boolean>, what: () => string): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${DEADLINE_MS} ms: ${what()}`);
    await delay(LOOK_EVERY_MS);
  }
}
