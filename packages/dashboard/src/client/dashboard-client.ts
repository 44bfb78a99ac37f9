import type { MindChange, Period } from '@agent-factory/protocol/mind';
import { Store } from '@agent-factory/workbench/base';
import { Memories } from './memories.js';
import { type DashboardOptions, type Settled, settle } from './options.js';
import { ProjectLine } from './project/project-line.js';
import { Latest } from './rest/latest.js';
import { createMindRest, type MindRest } from './rest/mind-rest.js';
import { ABSENT, type DashboardSnapshot, failed, loading, ready } from './state.js';

const LOADING = { status: 'loading' } as const;

/**
 * The learner's dashboard without a face. What the daemon knows by itself is asked for over REST, whatever the period;
 * with a project, issues and materials come over its coaching socket, each in its own time.
 */
export class DashboardClient {
  readonly rest: MindRest;
  readonly memories: Memories;
  readonly projectId: string | undefined;
  readonly #settled: Settled;
  readonly #store: Store<DashboardSnapshot>;
  readonly #line: ProjectLine | undefined;
  readonly #asked = { state: new Latest(), settings: new Latest(), katas: new Latest(), projects: new Latest() };

  constructor(options: DashboardOptions) {
    this.#settled = settle(options);
    const { fetch, serverUrl, projectId, period } = this.#settled;
    this.projectId = projectId;
    this.rest = createMindRest(fetch, serverUrl);
    this.memories = new Memories(this.rest);
    const ofProject = projectId === undefined ? ABSENT : LOADING;
    this.#store = new Store<DashboardSnapshot>({
      period,
      state: LOADING,
      overallStage: undefined,
      settings: LOADING,
      projects: LOADING,
      issues: ofProject,
      materials: ofProject,
      project: undefined,
      connection: projectId === undefined ? undefined : { status: 'closed' },
      starting: undefined,
      startProblem: undefined,
    });
    if (projectId !== undefined) this.#line = this.#makeLine(projectId);
  }

  get subscribe() {
    return this.#store.subscribe;
  }

  get snapshot() {
    return this.#store.snapshot;
  }

  /** Unix milliseconds. */
  now(): number {
    return this.#settled.clock.now();
  }

  /** Asks for everything. */
  connect(): void {
    void this.loadState();
    void this.loadSettings();
    void this.loadProjects();
    this.#line?.connect();
  }

  dispose(): void {
    for (const each of Object.values(this.#asked)) each.giveUp();
    this.memories.dispose();
    this.#line?.dispose();
  }

  changePeriod(period: Period): void {
    if (period === this.snapshot().period) return;
    this.#store.set({ period });
    void this.loadState();
  }

  async loadState(): Promise<void> {
    const { period, state } = this.snapshot();
    this.#store.set({ state: loading(state) });
    void this.#loadStage();
    const outcome = await this.#asked.state.ask(() => this.rest.dashboard(period));
    if (outcome === undefined) return;
    const before = this.snapshot().state;
    this.#store.set({ state: outcome.ok ? ready(outcome.value) : failed(outcome.error.message, before) });
  }

  async loadSettings(): Promise<void> {
    this.#store.set({ settings: loading(this.snapshot().settings) });
    const outcome = await this.#asked.settings.ask(() => this.rest.settings(this.projectId));
    if (outcome === undefined) return;
    const before = this.snapshot().settings;
    this.#store.set({ settings: outcome.ok ? ready(outcome.value) : failed(outcome.error.message, before) });
  }

  /** Resolves to why it was refused, in words, or to undefined. */
  async changeSettings(change: MindChange): Promise<string | undefined> {
    let problem: string | undefined;
    const outcome = await this.#asked.settings.ask(async () => {
      const answer = await this.rest.changeSettings(change);
      if (!answer.ok) problem = answer.error.message;
      return answer;
    });
    // What the daemon has told since then is newer.
    if (outcome?.ok) this.#store.set({ settings: ready(outcome.value) });
    return problem;
  }

  refreshIssues(): void {
    this.#line?.refreshIssues();
  }

  /** There is no way to ask for these alone. */
  refreshMaterials(): void {
    this.#line?.request();
  }

  /** Makes an issue what the session is about. Resolves to whether the Workbench has something to show for it. */
  async startIssue(issueNumber: number, title: string): Promise<boolean> {
    if (this.#line === undefined || this.snapshot().starting !== undefined) return false;
    this.#store.set({ starting: issueNumber, startProblem: undefined });
    const problem = await this.#line.start(issueNumber, title);
    this.#store.set({ starting: undefined, startProblem: problem });
    return problem === undefined;
  }

  async loadProjects(): Promise<void> {
    const outcome = await this.#asked.projects.ask(() => this.rest.projects());
    if (outcome === undefined) return;
    const before = this.snapshot().projects;
    this.#store.set({ projects: outcome.ok ? ready(outcome.value.projects) : failed(outcome.error.message, before) });
  }

  /** Only a word more: nothing is said where it cannot be had. */
  async #loadStage(): Promise<void> {
    const outcome = await this.#asked.katas.ask(() => this.rest.katas());
    if (outcome?.ok) this.#store.set({ overallStage: outcome.value.stage });
  }

  #makeLine(projectId: string): ProjectLine {
    return new ProjectLine(this.#settled, {
      projectId,
      parts: this.#store.snapshot,
      set: (parts) => this.#store.set(parts),
      period: () => this.snapshot().period,
      onStatus: (status) => {
        this.#asked.settings.giveUp();
        this.#store.set({ settings: ready(status) });
      },
      onStages: (overallStage) => this.#store.set({ overallStage }),
      onNews: () => void this.loadState(),
    });
  }
}
