import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runSetup, seedWorkspace } from '@agent-factory/exercise-runtime';
import { filesBelow } from '../../content/files.js';
import { readText } from '../../mutants/finished.js';
import { attemptEnvironment } from '../../prove/environment.js';
import type { ProvableExercise } from '../../prove/load.js';
import { endProcesses, processesIn } from '../../prove/processes.js';

/** A student's folder of an exercise, as it was when they began. */
export interface Workspace {
  /** Absolute path. */
  readonly path: string;
  /** Texts of files that are new or have changed since. */
  changed(): string[];
}

export interface WorkspaceOptions {
  /** Where the tutor looks for its instructions. */
  readonly instructionFile: string | undefined;
  /** What the student has put beside the starter, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Makes a workspace as the practice server does, and removes it after the work, with every process in it. */
export async function withWorkspace<Result>(
  exercise: ProvableExercise,
  options: WorkspaceOptions,
  work: (workspace: Workspace) => Promise<Result>,
): Promise<Result> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'exercise-kit-')));
  const processes = processesIn(root);
  try {
    return await work(await makeWorkspace(root, exercise, options));
  } finally {
    endProcesses(await processes.find());
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function makeWorkspace(
  root: string,
  exercise: ProvableExercise,
  { instructionFile, files, signal }: WorkspaceOptions,
): Promise<Workspace> {
  // Some CLIs tell their model what the folder is called.
  const path = join(root, exercise.config.id);
  const env = await attemptEnvironment(process.env, root);
  for (const folder of [env.HOME, env.TMPDIR]) mkdirSync(folder, { recursive: true });
  await seedWorkspace(exercise, { workspace: path, instructionFile });
  await runSetup(exercise, { workspace: path, env, signal });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const before = new Map(textsIn(path));
  return { path, changed: () => textsIn(path).flatMap(([file, text]) => (before.get(file) === text ? [] : [text])) };
}

/** Every file that is text, by its path. A link may lead anywhere. */
function textsIn(folder: string): [file: string, text: string][] {
  return filesBelow(folder).flatMap((file) => {
    const path = join(folder, file);
    const text = lstatSync(path).isFile() ? readText(path) : undefined;
    return text === undefined ? [] : [[file, text]];
  });
}
