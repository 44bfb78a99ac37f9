import type { Project, ServerMessage } from '@agent-factory/protocol/coach';
import type { MindStatus, Period, Stage } from '@agent-factory/protocol/mind';
import { type Connection, Line } from '@agent-factory/workbench/base';
import type { Settled } from '../options.js';
import { ABSENT, type DashboardSnapshot, failed, loading, ready } from '../state.js';

/** Milliseconds for an answer to a picked issue: the Workbench shows by itself what comes later. */
const START_WITHIN_MS = 8000;

type ProjectParts = Pick<DashboardSnapshot, 'issues' | 'materials'>;

interface ProjectLineHost {
  readonly projectId: string;
  readonly parts: () => ProjectParts;
  readonly set: (parts: Partial<DashboardSnapshot>) => void;
  readonly period: () => Period;
  readonly onStatus: (status: MindStatus) => void;
  readonly onStages: (overall: Stage) => void;
  /** Something has changed that the state counts. */
  readonly onNews: () => void;
}

/** What only a project has: its issues and materials, over the coaching socket. */
export class ProjectLine {
  readonly #host: ProjectLineHost;
  readonly #clock: Settled['clock'];
  readonly #line: Line;
  #requests = 0;
  #asked: { readonly id: string; readonly parts: readonly (keyof ProjectParts)[] }[] = [];
  #start: { readonly id: string; readonly finish: (problem?: string) => void } | undefined;

  constructor({ socketUrl, openSocket, clock, page, version }: Settled, host: ProjectLineHost) {
    this.#host = host;
    this.#clock = clock;
    this.#line = new Line({
      url: () => socketUrl(host.projectId),
      openSocket,
      clock,
      page,
      hello: () => ({ version, platform: 'browser', windowSize: page.size() }),
      onState: (state) => this.#handleState(state),
      onMessage: (message) => this.#handle(message),
      onInvalid: (issues) => this.#fail(['issues', 'materials'], `The server’s answer is invalid: ${issues[0]}`),
    });
  }

  connect(): void {
    this.#line.connect();
  }

  dispose(): void {
    this.#start?.finish();
    this.#line.dispose();
  }

  /** Issues and materials, both anew. */
  request(): void {
    this.#ask(['issues', 'materials'], (id) =>
      this.#line.send('dashboard:request', { statsPeriod: this.#host.period() }, id),
    );
  }

  refreshIssues(): void {
    this.#ask(['issues'], (id) => this.#line.send('dashboard:refresh_issues', {}, id));
  }

  /** Resolves to why the issue was refused; to undefined once it is what the session is about, or may be soon. */
  start(issueNumber: number, title: string): Promise<string | undefined> {
    this.#start?.finish();
    return new Promise((resolve) => {
      const id = this.#name();
      const cancel = this.#clock.after(START_WITHIN_MS, () => this.#start?.finish());
      const finish = (problem?: string) => {
        cancel();
        this.#start = undefined;
        resolve(problem);
      };
      this.#start = { id, finish };
      // The contract has room for titles of so many characters.
      const named = title.slice(0, MAX_TITLE);
      const isSent = this.#line.send('session:start', { issueNumber, ...(named !== '' && { title: named }) }, id);
      if (!isSent) finish('The practice server is not connected just now. Try again in a moment.');
    });
  }

  #handleState(connection: Connection): void {
    this.#host.set({ connection });
    if (connection.status === 'refused') this.#fail(['issues', 'materials'], connection.message);
    if (connection.status === 'waiting') {
      this.#asked = [];
      this.#start?.finish('The practice server went away. Try again in a moment.');
    }
  }

  #handle(message: ServerMessage): void {
    const { set, parts } = this.#host;
    switch (message.type) {
      case 'connection:init':
        this.#handleInit(message.payload.project);
        return;
      case 'connection:error':
        this.#handleRefusal(message.id, message.payload.message);
        return;
      case 'dashboard:issues':
        set({ issues: ready(message.payload) });
        return;
      case 'dashboard:issues_error':
        this.#fail(['issues'], message.payload.error);
        return;
      case 'dashboard:materials':
        set({ materials: ready(message.payload) });
        return;
      case 'dashboard:materials_error':
        this.#fail(['materials'], message.payload.error);
        return;
      case 'dashboard:state':
        // Of another page's period, it still tells whether there is anything to find materials for (spec FR-185).
        if (message.payload.gaps.every(({ addressed }) => addressed) && parts().materials.status === 'loading')
          set({ materials: ABSENT });
        if (message.payload.stats.period === this.#host.period()) set({ state: ready(message.payload) });
        return;
      case 'dashboard:dreyfus':
        this.#host.onStages(message.payload.overallStage);
        this.#host.onNews();
        return;
      case 'session:started':
        this.#start?.finish();
        this.#host.onNews();
        return;
      case 'coaching:issue_context':
        this.#start?.finish();
        return;
      case 'session:completed':
      case 'practice:kata_load':
      case 'review:response':
        this.#host.onNews();
        return;
      case 'mind:status':
        this.#host.onStatus(message.payload);
        return;
      default:
    }
  }

  /** The first one of each connection; later ones only tell of the student's choices. */
  #handleInit(project: Project): void {
    const { set, parts } = this.#host;
    set({ project });
    const { issues, materials } = parts();
    if (this.#asked.length > 0) return;
    const isThere = issues.value !== undefined && materials.status !== 'loading';
    if (!isThere) this.request();
  }

  #handleRefusal(id: string | undefined, message: string): void {
    if (id !== undefined && id === this.#start?.id) this.#start.finish(message);
    const asked = this.#asked.find((each) => each.id === id);
    if (asked !== undefined) this.#fail(asked.parts, message);
  }

  #ask(parts: readonly (keyof ProjectParts)[], send: (id: string) => boolean): void {
    const id = this.#name();
    const before = this.#host.parts();
    this.#host.set(Object.fromEntries(parts.map((part) => [part, loading(before[part] as never)])));
    this.#asked.push({ id, parts });
    // Without a connection it is asked for as soon as there is one.
    if (!send(id)) {
      this.#asked.pop();
      this.connect();
    }
  }

  #fail(parts: readonly (keyof ProjectParts)[], message: string): void {
    const before = this.#host.parts();
    this.#host.set(Object.fromEntries(parts.map((part) => [part, failed(message, before[part] as never)])));
  }

  /** Answers go to all pages of a project: an id has to name the page, too. */
  #name(): string {
    this.#requests += 1;
    return `${this.#page}:${this.#requests}`;
  }

  readonly #page = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('');
}

/** Longest title that `session:start` takes. */
const MAX_TITLE = 300;
