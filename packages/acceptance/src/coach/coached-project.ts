import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MCP_PATH } from '@agent-factory/protocol/coach';
import Database from 'libsql';
import { socketFolder } from '../machine/socket-folder.js';
import { killTmuxServer, TmuxPane } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';
import type { Student } from '../student.js';

interface ProjectFacts {
  readonly student: Student;
  readonly folder: string;
  readonly port: number;
  readonly url: string;
}

/** A folder of a student with its coach, looked at from outside. */
export class CoachedProject {
  /** Absolute path. */
  readonly folder: string;
  /** Opens the Workbench once. */
  readonly url: string;
  readonly id: string;
  readonly #student: Student;
  readonly #port: number;

  constructor({ student, folder, port, url }: ProjectFacts) {
    this.folder = folder;
    this.url = url;
    this.id = new URL(url).searchParams.get('project') ?? '';
    this.#student = student;
    this.#port = port;
  }

  /** What every program of the student starts with. */
  get env(): Readonly<Record<string, string>> {
    return this.#student.env;
  }

  /** Of the daemon. */
  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get mcpUrl(): string {
    return `${this.origin}${MCP_PATH}`;
  }

  /** The terminal of the agent. */
  get pane(): TmuxPane {
    const socket = join(socketFolder(this.#student.home), this.id);
    return new TmuxPane({ socket, env: this.env }, `af-${this.id}`);
  }

  /** The same, once there is one. */
  startedPane(): Promise<TmuxPane> {
    const { pane } = this;
    const started = () =>
      pane.state().then(
        () => pane,
        () => undefined,
      );
    return waitUntil(started, () => 'the agent was not started');
  }

  /** The agent's secret, from the file by which Claude Code is told. It opens the tools once the agent was started. */
  async secret(): Promise<string> {
    await this.startedPane();
    const path = join(this.#student.home, '.af-practice', 'hooks', `${this.id}.coach`, 'mcp.json');
    return waitUntil(
      async () => /Bearer ([\w-]{43})/.exec(await readFile(path, 'utf8').catch(() => ''))?.[1],
      () => `there was no secret in ${path}`,
    );
  }

  /** The terminal goes with everything in it, as when the machine runs out of memory: the session is over. */
  async loseTerminal(): Promise<void> {
    await killTmuxServer(this.pane.server);
  }

  /** Sends what the command line and whoever may read its files send. */
  async ask(path: string, body?: unknown): Promise<Record<string, unknown>> {
    const text = await readFile(join(this.#student.home, '.af-practice-server.json'), 'utf8');
    const { token } = JSON.parse(text) as { token: string };
    const answer = await fetch(`${this.origin}${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Gives the session of the agent a plan with these phases, numbered from 1, without asking any model for it. */
  async plan(titles: readonly string[]): Promise<void> {
    const database = new Database(join(this.#student.home, '.af-practice', 'state.db'));
    try {
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      const session = await waitUntil(
        () => database.prepare(SESSION).get(this.id) as { id: string } | undefined,
        () => 'the session of the agent did not begin',
      );
      database.prepare(PLAN).run(session.id);
      for (const [index, title] of titles.entries()) database.prepare(PHASE).run(`phase-${index}`, index + 1, title);
    } finally {
      database.close();
    }
  }
}

/** The daemon writes for milliseconds at a time. */
const BUSY_TIMEOUT_MS = 5000;
const SESSION = 'select id from coach_sessions where project_id = ? and ended_at is null';
const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`;
const PLAN = `insert into coach_plans (id, session_id, raw_plan_text, created_at) values ('plan', ?, '', ${NOW})`;
const PHASE = `insert into coach_phases (id, plan_id, number, title, description, status, hint_level, expected_files)
  values (?, 'plan', ?, ?, '', 'pending', 'line', '[]')`;
