import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  AGENT_CLIS,
  type AgentCli,
  type CoachedCli,
  coachedCli,
  removeCoaching,
  StructuredExecution,
  startArgv,
  writeCoaching,
} from '@agent-factory/agent-cli';
import { writeBelow } from '../../src/agents/homes/write-file.js';
import { endProcessesOf } from '../../src/machine/leftovers.js';
import type { AgentProgram } from '../../src/machine/programs.js';
import { killTmuxServer, startTmuxSession, type TmuxPane } from '../../src/machine/tmux.js';
import type { Gates } from '../../src/model-api/gates.js';
import { Scenario, type Step, says } from '../../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../../src/model-api/server.js';
import { newStudent, type Student } from '../../src/student.js';
import { CoachStandIn } from './coach-stand-in.js';

const run = promisify(execFile);

/** What the model says once it has tried everything. */
export const THE_END = 'That was all I could try.';
const TITLE_WANTED = /^Generate a concise, single-line task title/;
/** What the student has in their project. */
const STUDENTS_CODE = 'answer = 41\n';

/** What the model does in one of its turns. */
export type Attempt = Step | readonly Step[];

/** A project of a student with the real CLI, whose model does what a test tells it. */
export class CoachedSession implements AsyncDisposable {
  readonly agent: AgentProgram;
  readonly student: Student;
  readonly api: ModelApi;
  readonly coach: CoachStandIn;
  /** The student's project: a Git repository with `main.py` in it. */
  readonly project: string;
  /** What the tools have answered to the model, one after the other. */
  readonly answers: string[] = [];
  /** Whose server the agent is given. */
  server: Pick<CoachStandIn, 'url' | 'secret'>;
  /** Where the model waits in the middle of its attempts. */
  readonly gates: Gates;
  readonly #attempts: Attempt[] = [];

  static async start(agent: AgentProgram): Promise<CoachedSession> {
    const scenario = new Scenario();
    const api = await startModelApi(scenario);
    const student = await newStudent({ modelApi: api.url, agents: [agent] });
    const project = await student.trust('project');
    await mkdir(project);
    await writeFile(join(project, 'main.py'), STUDENTS_CODE);
    const session = new CoachedSession(agent, {
      ...{ student, api, project, gates: scenario.gates },
      coach: await CoachStandIn.start(),
    });
    await session.#git('init', '--quiet', '--initial-branch=main');
    await session.#git('add', '.');
    await session.#git('-c', 'user.name=s', '-c', 'user.email=s', 'commit', '--quiet', '--message=Begin');
    scenario.add([
      // Codex asks for a title in a conversation of its own, which has tools as well: it makes no attempts.
      { when: TITLE_WANTED, reply: says('A title') },
      { when: () => true, reply: ({ toolResult }) => session.#reply(toolResult) },
    ]);
    return session;
  }

  private constructor(
    agent: AgentProgram,
    parts: Pick<CoachedSession, 'student' | 'api' | 'project' | 'coach' | 'gates'>,
  ) {
    this.agent = agent;
    this.student = parts.student;
    this.api = parts.api;
    this.project = parts.project;
    this.coach = parts.coach;
    this.gates = parts.gates;
    this.server = parts.coach;
  }

  /** A coached session in a terminal, in which the model makes these attempts. Resolves when it has made them all. */
  async coached(attempts: readonly Attempt[]): Promise<TmuxPane> {
    const { cli, environment } = await this.prepare();
    return this.#runIn(cli, environment, attempts);
  }

  /** The same in a session as every other. */
  uncoached(attempts: readonly Attempt[]): Promise<TmuxPane> {
    return this.#runIn(AGENT_CLIS[this.agent], {}, attempts);
  }

  /** A coached session in the chat, in which the model makes these attempts. Resolves when it has made them all. */
  async chatted(attempts: readonly Attempt[]): Promise<void> {
    const { cli, environment } = await this.prepare();
    this.#attempts.push(...attempts);
    if (cli.chat === undefined) throw new Error(`${this.agent} has no chat`);
    const chat = await StructuredExecution.start({
      name: cli.name,
      form: cli.chat,
      program: await this.program(),
      cwd: this.project,
      env: { ...this.student.env, ...environment },
      threadId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      onEvent: () => undefined,
    });
    const ended = new Promise<void>((resolve) => {
      chat.onEvent(({ type }) => (type === 'RUN_FINISHED' || type === 'RUN_ERROR') && resolve());
    });
    await chat.write('Begin.');
    await ended;
    await chat.end();
  }

  /** Puts away what the attempts of an agent make in the project. */
  async restore(): Promise<void> {
    await rm(join(this.project, 'made.txt'), { force: true });
    await writeFile(join(this.project, 'main.py'), STUDENTS_CODE);
  }

  /** Makes everything ready for a coached session. */
  async prepare(): Promise<CoachedCli> {
    const { url, secret } = this.server;
    const coached = await coachedCli(AGENT_CLIS[this.agent], {
      server: { url, secret },
      folder: this.folder,
      workspace: this.project,
      program: await this.program(),
      env: { ...this.student.env },
    });
    if (coached === undefined) throw new Error(`${this.agent} cannot be a coach`);
    await writeCoaching(this.folder, coached);
    return coached;
  }

  /** The folder of the session, among the daemon's. */
  get folder(): string {
    return join(this.student.home, '.af-practice', 'coaching', 'project');
  }

  /** Absolute path of the CLI. */
  async program(): Promise<string> {
    const { stdout } = await run('sh', ['-c', 'command -v "$1"', 'sh', this.agent], { env: { ...this.student.env } });
    return stdout.trim();
  }

  /** A file of the student's, below their home. */
  readHome(...path: readonly string[]): Promise<string> {
    return readFile(join(this.student.home, ...path), 'utf8');
  }

  writeHome(text: string, ...path: readonly string[]): Promise<void> {
    return writeBelow(join(this.student.home, ...path), text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await killTmuxServer(this.#tmux({}));
    // Codex starts a server of its own that is meant to outlive it.
    await endProcessesOf(this.student.home);
    await removeCoaching(this.folder);
    await this.coach[Symbol.asyncDispose]();
    await this.student[Symbol.asyncDispose]();
    await this.api[Symbol.asyncDispose]();
  }

  async #runIn(cli: AgentCli, environment: Readonly<Record<string, string>>, attempts: readonly Attempt[]) {
    this.#attempts.push(...attempts);
    const argv = startArgv(cli, { conversationId: crypto.randomUUID(), prompt: 'Begin.' });
    const size = { cols: 120, rows: 50 };
    const session = { name: 'coached', cwd: this.project, ...size, argv };
    const pane = await startTmuxSession(this.#tmux(environment), session);
    await pane.waitForScreen(THE_END);
    return pane;
  }

  #tmux(environment: Readonly<Record<string, string>>) {
    return { socket: 'coached', env: { ...this.student.env, ...environment } };
  }

  #reply(answer: string | undefined) {
    if (answer !== undefined) this.answers.push(answer);
    const next = this.#attempts.shift();
    return { steps: [next ?? { text: THE_END }].flat() };
  }

  async #git(...args: readonly string[]): Promise<void> {
    await run('git', args, { cwd: this.project, env: { ...this.student.env } });
  }
}
