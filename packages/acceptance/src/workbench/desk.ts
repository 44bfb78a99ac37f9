import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CoachedProject } from '../coach/coached-project.js';
import { PracticeDaemon } from '../daemon.js';
import { newStudent, type Student } from '../student.js';
import { CoachTools } from './coach-tools.js';
import { installIdleAgent } from './idle-agent.js';

/** Who is in the terminal: a plain shell, which has no tools, or an agent that does nothing by itself. */
export type Tenant = 'shell' | 'agent';

/** The files of a project by their paths. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

interface DeskOptions {
  readonly tenant: Tenant;
  readonly files: Files;
  /** Where the daemon finds exercises; the address of a site is also one whose pages it serves. By default nowhere. */
  readonly content?: string;
  /** Laid over the daemon's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A student with a folder of their own, and a daemon that coaches it. Disposing it ends all of it. */
export class Desk implements AsyncDisposable {
  readonly student: Student;
  readonly daemon: PracticeDaemon;
  /** Absolute path of the project. */
  readonly folder: string;
  /** By the folder that their agent is in. */
  readonly #tools = new Map<string, CoachTools>();

  private constructor(student: Student, daemon: PracticeDaemon, folder: string) {
    this.student = student;
    this.daemon = daemon;
    this.folder = folder;
  }

  static async open({ tenant, files, content, env = {} }: DeskOptions): Promise<Desk> {
    const student = await newStudent({ agents: [] });
    const folder = join(student.home, 'code', 'shop');
    try {
      await installIdleAgent(student);
      await fill(folder, files);
      const flags = ['--agent', tenant === 'shell' ? 'shell' : 'claude'];
      const daemon = await PracticeDaemon.start({ student, content: content ?? student.home, flags, env });
      return new Desk(student, daemon, folder);
    } catch (error) {
      await student[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Makes another folder beside that of the project; its absolute path. */
  async makeFolder(name: string, files: Files): Promise<string> {
    const folder = join(dirname(this.folder), name);
    await fill(folder, files);
    return folder;
  }

  /** Opens a folder as the command line does, by default that of the project; its `url` opens the page once. */
  async project(folder = this.folder): Promise<CoachedProject> {
    const { student, daemon } = this;
    const response = await fetch(`${daemon.url}/coach/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${daemon.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ path: folder }),
    });
    const answer = (await response.json()) as { url?: string };
    if (answer.url === undefined) throw new Error(`The folder was not opened: ${JSON.stringify(answer)}`);
    return new CoachedProject({ student, folder, port: daemon.port, url: answer.url });
  }

  /** The tools of the agent in the project, or in another one, once a page has started it. */
  async tools(project?: CoachedProject): Promise<CoachTools> {
    const folder = project?.folder ?? this.folder;
    const known = this.#tools.get(folder);
    if (known !== undefined) return known;
    const { url } = this.daemon;
    const tools = await CoachTools.connect({ url, secret: await (project ?? (await this.project())).secret() });
    this.#tools.set(folder, tools);
    return tools;
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, path), 'utf8');
  }

  /** As another program writes it. */
  write(path: string, content: string | Uint8Array): Promise<void> {
    return put(join(this.folder, path), content);
  }

  remove(path: string): Promise<void> {
    return rm(join(this.folder, path), { recursive: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#tools.values()].map((tools) => tools[Symbol.asyncDispose]()));
    await this.daemon[Symbol.asyncDispose]().finally(() => this.student[Symbol.asyncDispose]());
  }
}

async function fill(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) await put(join(folder, path), content);
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
