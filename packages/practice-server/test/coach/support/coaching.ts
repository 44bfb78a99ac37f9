import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COACH_ROUTES, type OpenProjectResponse, openProjectResponseSchema } from '@agent-factory/protocol/coach';
import type { Agent } from '../../fixtures/agent.js';
import { type DaemonOptions, TestDaemon } from '../../fixtures/daemon.js';
import type { Files } from '../../fixtures/lessons.js';
import type { Home } from '../../fixtures/machine/home.js';
import type { HttpAnswer } from '../../fixtures/wire/http.js';
import { AgentClient } from './agent-client.js';
import { TestPage } from './test-page.js';

/** An agent in a folder of the student, in which it leaves nothing. */
const QUIET: Agent = { run: 'echo agent is here\nwhile read line; do echo "heard $line"; done' };

const FILES: Files = { 'src/main.py': 'print(1)\n', 'README.md': '# A project\n' };

/** A daemon, and a project of the student that was opened in it from the command line. */
export class Coaching implements AsyncDisposable {
  readonly daemon: TestDaemon;
  readonly project: OpenProjectResponse['project'];
  /** Of the Workbench, with the token that works once. */
  readonly url: string;
  readonly folder: string;
  readonly #pages: TestPage[] = [];
  readonly #agents: AgentClient[] = [];

  private constructor(daemon: TestDaemon, { project, url }: OpenProjectResponse, folder: string) {
    this.daemon = daemon;
    this.project = project;
    this.url = url;
    this.folder = folder;
  }

  static async open(options: DaemonOptions = {}, files = FILES): Promise<Coaching> {
    const daemon = await TestDaemon.open({ agent: QUIET, ...options });
    const folder = await writeProject(daemon.home, 'app', files);
    const opened = await openProject(daemon, folder);
    return new Coaching(daemon, opened, folder);
  }

  get home(): Home {
    return this.daemon.home;
  }

  get id(): string {
    return this.project.id;
  }

  /** Another project in the same daemon. */
  async another(name: string): Promise<OpenProjectResponse['project']> {
    return (await openProject(this.daemon, await writeProject(this.home, name, FILES))).project;
  }

  /** What a program that can read the discovery file sends. */
  bearer(): Promise<Record<string, string>> {
    return bearer(this.home);
  }

  /** What our own page sends. */
  async cookie(): Promise<Record<string, string>> {
    const { url } = await openProject(this.daemon, this.folder);
    const { headers } = await this.daemon.request(pathOf(url));
    const [cookie = ''] = headers['set-cookie'] ?? [];
    return { Cookie: cookie.split(';', 1)[0] ?? '', Origin: `http://localhost:${this.daemon.daemon.port}` };
  }

  async post(path: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer> {
    return post(this.daemon, path, body, headers ?? (await this.bearer()));
  }

  /** Starts the agent of a project. */
  async start(projectId = this.id): Promise<{ sessionId: string; wsUrl: string }> {
    const answer = await this.post(COACH_ROUTES.start.path, { projectId });
    if (answer.status !== 200) throw new Error(`start answered ${answer.status}: ${answer.text}`);
    return answer.json;
  }

  /** The agent and then the shell after it are left; the end of the session is known once this resolves. */
  async end(projectId = this.id): Promise<void> {
    const terminal = this.daemon.connect((await this.start(projectId)).wsUrl);
    await terminal.attached();
    terminal.type('\x04');
    await terminal.frame('agent_exited');
    terminal.type('exit\r');
    await terminal.frame('session_ended');
  }

  /** The secret of the agent that was started last in a project. */
  secret(projectId = this.id): Promise<string> {
    return secretOf(this.home, projectId);
  }

  /** Our own page, which has said hello. */
  async page(headers?: Record<string, string>): Promise<TestPage> {
    const { page } = await TestPage.open(this.daemon.daemon.port, this.id, headers ?? (await this.cookie()));
    this.#pages.push(page);
    return page;
  }

  /** Any page, as it comes. */
  knock(headers: Record<string, string>, projectId = this.id): TestPage {
    const page = new TestPage(this.daemon.daemon.port, projectId, headers);
    this.#pages.push(page);
    return page;
  }

  /** The agent of a project at its tools. */
  async agent(projectId = this.id): Promise<AgentClient> {
    const agent = await AgentClient.connect(this.daemon.url, await this.secret(projectId));
    this.#agents.push(agent);
    return agent;
  }

  async health(): Promise<{ projects: number; connections: number; mcpSessions: number }> {
    return (await this.daemon.request('/health', { headers: await this.bearer() })).json.capabilities.coach;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const page of this.#pages) page[Symbol.dispose]();
    // Before the agents leave: a `fetch` that is given up opens a spare connection, which is waited for.
    await this.daemon[Symbol.asyncDispose]();
    for (const agent of this.#agents) await agent[Symbol.asyncDispose]();
  }
}

export async function writeProject(home: Home, name: string, files: Files = FILES): Promise<string> {
  const folder = home.in('projects', name);
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

export async function bearer(home: Home): Promise<Record<string, string>> {
  const { token } = JSON.parse(await home.read('.af-practice-server.json'));
  return { Authorization: `Bearer ${token}` };
}

/** By the settings that the agent reads. */
export async function secretOf(home: Home, projectId: string): Promise<string> {
  const settings = await home.read('.af-practice', 'hooks', `${projectId}.json`);
  const secret = /Bearer ([\w-]{43})/.exec(settings)?.[1];
  if (secret === undefined) throw new Error(`there is no secret in ${settings}`);
  return secret;
}

/** Path and query of an address. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function openProject(daemon: TestDaemon, path: string): Promise<OpenProjectResponse> {
  const answer = await post(daemon, COACH_ROUTES.open.path, { path }, await bearer(daemon.home));
  return openProjectResponseSchema.parse(answer.json);
}

function post(daemon: TestDaemon, path: string, body: unknown, headers: Record<string, string>): Promise<HttpAnswer> {
  return daemon.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
