import { COACH_TABLES, type CoachTables } from '@agent-factory/coach/tables';
import type { NewEvent } from '@agent-factory/protocol/events';
import type { ExerciseProgress } from '@agent-factory/protocol/progress';
import { type Mock, vi } from 'vitest';
import type { SessionAccess } from '../../src/sessions/session-access.js';
import { openStore, type Store } from '../../src/store/open.js';
import { writeProgress } from '../../src/store/records/progress.js';
import { saveWorkspace } from '../../src/store/records/workspaces.js';
import { createLog } from '../../src/system/log.js';
import { Home } from '../fixtures/machine/home.js';

export const ID = 'first-steps';
export const OTHER = 'second-steps';
/** Those of every solution here, which are all its own. */
export const LINES = Array.from({ length: 12 }, (_, index) => `step_${index}(data)`);

/** What of a daemon a truth needs: a database, and exercises that are all alike. */
export class TruthDesk implements AsyncDisposable {
  readonly home: Home;
  readonly store: Store;
  readonly host: SessionAccess;
  readonly events: NewEvent[] = [];
  readonly log: Record<'debug' | 'warn' | 'error', Mock> = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
  readonly cached = vi.fn(async (id: string): Promise<unknown> => this.#exercise(id));
  readonly readSolution = vi.fn(async () => [{ path: 'work.py', text: LINES.join('\n') }]);
  readonly closing = new AbortController();
  /** Besides what each exercise has. */
  config: object = {};
  /** Of the agent that works in a terminal now. */
  running: string | undefined;

  private constructor(home: Home, store: Store) {
    this.home = home;
    this.store = store;
    const fake = {
      ...{ store, log: this.log, closing: this.closing.signal, config: { paths: { workspaces: home.in('work') } } },
      catalog: { cached: this.cached, readSolution: this.readSolution },
      events: { append: (event: NewEvent) => this.events.push(event), settled: async () => undefined },
      work: { of: () => (this.running === undefined ? undefined : { agent: this.running }) },
    };
    this.host = fake as unknown as SessionAccess;
  }

  static async open(): Promise<TruthDesk> {
    const home = await Home.make();
    const log = createLog({ level: 'silent', json: true, directory: home.in('logs') });
    const tables = [{ name: 'coach', ...COACH_TABLES }];
    return new TruthDesk(home, await openStore(home.in('state.db'), log, tables));
  }

  #exercise(id: string) {
    const known = { id, version: '1', solutionFiles: ['work.py'], workspace: { starterFiles: [] }, criteria: [] };
    return { dir: '/nowhere', config: { ...known, title: 'Steps', description: 'Steps', skills: [], ...this.config } };
  }

  startedAs(agent: string, exerciseId = ID): Promise<void> {
    const more = { conversationId: 'c', seeded: [], setupDone: true, createdAt: '2026-01-01T00:00:00.000Z' };
    return saveWorkspace(this.store, { exerciseId, version: '1', agent, ...more });
  }

  progress(progress: Partial<ExerciseProgress>): Promise<void> {
    const nothing = { exerciseId: ID, version: '1', attempts: 0, timeOnTaskMs: 0, criteria: [] };
    return writeProgress(this.store, { ...nothing, ...progress });
  }

  leaks() {
    return this.store.withTables<CoachTables>().selectFrom('coach_tutor_leaks').selectAll().orderBy('id').execute();
  }

  passed() {
    return this.store.withTables<CoachTables>().selectFrom('coach_passed_criteria').selectAll().orderBy('id').execute();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.store.destroy();
    await this.home[Symbol.asyncDispose]();
  }
}
