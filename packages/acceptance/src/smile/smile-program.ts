import { spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cliMounts } from '../containers/cli-mounts.js';
import { CORPUS, type CorpusCase } from '../learner/case.js';
import { type AgentProgram, SYSTEM_FOLDERS } from '../machine/programs.js';

const PROGRAM = fileURLToPath(new URL('../../../smile-loop/dist/cli.js', import.meta.url));

/** Seconds of a whole run: what a hung one costs a test. */
const RUN_SECONDS = 240;

export interface SmileOptions {
  /** The folder in which the program is started. */
  readonly folder: string;
  /** Where its lock is. */
  readonly home: string;
  /** DOCKER_HOST. */
  readonly engine: Readonly<Record<string, string>>;
  /** The scripted models, of all vendors. */
  readonly modelUrl?: string | undefined;
  /** More of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** What it prints, also while it runs. */
  readonly stdout: Readable;
  kill(signal: NodeJS.Signals): void;
  /** Reads no more of it, as `head` does. */
  closeOutput(): void;
}

/** The environment of an author: nothing of the machine's own. */
function smileEnvironment({ home, engine, modelUrl, env }: SmileOptions): Record<string, string> {
  const models = {
    ANTHROPIC_BASE_URL: modelUrl ?? '',
    ANTHROPIC_AUTH_TOKEN: 'of-the-author',
    OPENAI_BASE_URL: `${modelUrl}/v1`,
    OPENAI_API_KEY: 'of-the-author',
    GOOGLE_GEMINI_BASE_URL: modelUrl ?? '',
    GEMINI_API_KEY: 'of-the-author',
  };
  const path = [join(process.execPath, '..'), ...SYSTEM_FOLDERS].join(':');
  const own = { PATH: path, HOME: home, SMILE_HOME: join(home, '.smile') };
  return { ...own, ...engine, ...(modelUrl !== undefined && models), ...env };
}

/** Starts the program as an author does. */
export function startSmile(args: readonly string[], options: SmileOptions): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: options.folder,
    env: smileEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const ended = Promise.all([code, text(child.stdout).catch(() => ''), text(child.stderr)]).then(
    ([ending, stdout, stderr]) => ({
      code: ending,
      stdout,
      stderr,
    }),
  );
  const stdout = child.stdout.pipe(new PassThrough());
  return {
    pid: child.pid ?? 0,
    ended,
    stdout,
    kill: (signal) => void child.kill(signal),
    closeOutput: () => void child.stdout.destroy(),
  };
}

export interface CorpusSetting {
  readonly image: string;
  /** The student's CLI, and the mentor's if it is another. */
  readonly agents: readonly [AgentProgram, AgentProgram?];
  /** More of smile.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Without one, Gemini CLI first lets a small model choose; a scripted one has nothing to say to that. */
const MODELS: Readonly<Partial<Record<AgentProgram, string>>> = { gemini: 'gemini-3.1-pro-preview' };

/** Lays a tutorial of the corpus with its settings into a folder of its own. */
export async function layOutCase(
  corpusCase: CorpusCase,
  version: 'gap' | 'mended',
  folder: string,
  { image, agents, settings = {} }: CorpusSetting,
): Promise<void> {
  await cp(join(CORPUS, corpusCase.kind, version), folder, { recursive: true });
  await mkdir(join(folder, 'checks'), { recursive: true });
  await cp(join(CORPUS, corpusCase.kind, corpusCase.checks), join(folder, 'checks', 'checks.sh'));
  const config = {
    files: corpusCase.files,
    llmProvider: agents[0],
    student: { provider: agents[0], model: MODELS[agents[0]] },
    mentor: { provider: agents[1] ?? agents[0], model: MODELS[agents[1] ?? agents[0]] },
    containerImage: image,
    container: {
      mounts: await cliMounts([...new Set(agents.filter((name) => name !== undefined))]),
      keepOnFailure: false,
    },
    checks: { script: 'checks/checks.sh', timeoutSeconds: 30 },
    timeout: RUN_SECONDS,
    ...settings,
  };
  await writeFile(join(folder, 'smile.json'), JSON.stringify(config, null, 2));
}
