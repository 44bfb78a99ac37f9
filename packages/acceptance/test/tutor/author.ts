import { type ChildProcess, execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcessesOf, proveNothingIsLeft } from '../../src/machine/leftovers.js';
import type { AgentProgram } from '../../src/machine/programs.js';
import { type TemporaryFolder, temporaryFolder } from '../../src/machine/temporary-folder.js';
import { Scenario } from '../../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../../src/model-api/server.js';
import { newStudent, type Student } from '../../src/student.js';

const KIT = fileURLToPath(new URL('../../../exercise-kit/dist/cli.js', import.meta.url));
const EXERCISES = fileURLToPath(new URL('../../../../exercises', import.meta.url));

/** The exercise of an author's project: one of ours. */
export const EXERCISE = 'ch34-first-agent';
/** What its solution is in. */
const FILE = 'agent.py';

/** More than a run prints that goes as it should. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** How a command has ended. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An author with a project of one exercise, a CLI and an account, if they have one. */
export class Author implements AsyncDisposable {
  readonly scenario: Scenario;
  readonly api: ModelApi;
  readonly #student: Student;
  readonly #folder: TemporaryFolder;

  static async start(agent: AgentProgram, { signedIn = true } = {}): Promise<Author> {
    const scenario = new Scenario();
    const api = await startModelApi(scenario);
    const student = await newStudent({ agents: [agent], ...(signedIn && { modelApi: api.url }) });
    const folder = await temporaryFolder();
    for (const name of [EXERCISE, '_lib', '_policy.md'])
      await cp(join(EXERCISES, name), join(folder.path, 'exercises', name), { recursive: true });
    await mkdir(join(folder.path, 'docs'));
    return new Author({ scenario, api, student, folder });
  }

  private constructor(parts: { scenario: Scenario; api: ModelApi; student: Student; folder: TemporaryFolder }) {
    this.scenario = parts.scenario;
    this.api = parts.api;
    this.#student = parts.student;
    this.#folder = parts.folder;
  }

  /** The solution of the exercise. */
  solution(): Promise<string> {
    return readFile(join(EXERCISES, EXERCISE, 'solution', FILE), 'utf8');
  }

  /** `exercise-kit` in the author's project. */
  kit(...args: readonly string[]): Promise<Ended> {
    return this.begin(...args).ended;
  }

  /** The same, for what happens while it runs. */
  begin(...args: readonly string[]): { readonly program: ChildProcess; readonly ended: Promise<Ended> } {
    const options = { cwd: this.#folder.path, env: this.#student.env, maxBuffer: MAX_OUTPUT_BYTES };
    let handleEnd: (ended: Ended) => void;
    const ended = new Promise<Ended>((resolve) => {
      handleEnd = resolve;
    });
    const program = execFile(process.execPath, [KIT, ...args], options, (error, stdout, stderr) =>
      handleEnd({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    return { program, ended };
  }

  /** A report that the kit has written. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they know
  async report(name: string): Promise<any> {
    return JSON.parse(await readFile(join(this.#folder.path, name), 'utf8'));
  }

  /** Folders of the kit's that it has left among the temporary files. */
  async leftFolders(): Promise<string[]> {
    const names = await readdir(this.#student.env.TMPDIR ?? '');
    return names.filter((name) => name.startsWith('exercise-kit-'));
  }

  /** Rejects if anything still runs that the kit has started. */
  async proveNothingIsLeft(): Promise<void> {
    await proveNothingIsLeft(this.#student.home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.scenario.gates.releaseAll();
    await endProcessesOf(this.#student.home);
    await this.#student[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
    await this.api[Symbol.asyncDispose]();
  }
}
