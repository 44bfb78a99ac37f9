import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exerciseFiles, fileProblem } from '@agent-factory/exercise-runtime';
import type { ExerciseConfig } from '@agent-factory/protocol';
import type { Draft } from '../content/draft.js';
import { CONFIG_FILE, INSTRUCTION_FILES, SOLUTION_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import type { GeneratedFile } from './generated-file.js';
import { instructions } from './instructions.js';
import { type Source, sharedSources } from './library.js';

/** The files of one exercise that students get, and those that cannot be served. Paths are relative to it. */
export interface Served {
  files: GeneratedFile[];
  problems: { file: string; message: string }[];
}

/**
 * The files of an exercise as they are served: its own, those it shares with others, and those generated from
 * its sources. This lists what to serve, rather than what not to, so that a new kind of file is private until
 * somebody decides. Of the solution, only files that the config lists are served.
 */
export async function servedFiles(project: Project, { id, dir, config }: Draft): Promise<Served> {
  if (!config.ok) return { files: [], problems: [] };
  const served: Served = { files: [], problems: [] };
  const made = instructions(project, id, config.value);
  const shared = sharedSources(project, dir, config.value);
  if (made !== undefined) served.files.push(...INSTRUCTION_FILES.map((path) => ({ path, content: made })));
  for (const path of pathsOf(config.value, dir)) {
    if (made !== undefined && isInstructions(path)) continue;
    await addFile(served, path, shared.get(path) ?? { folder: dir, path });
  }
  return served;
}

/** Files in an exercise's folder that `build` makes anyway, so that they would exist twice. */
export function madeAnyway(project: Project, { id, dir, config }: Draft): string[] {
  if (!config.ok) return [];
  const made = instructions(project, id, config.value) === undefined ? [] : INSTRUCTION_FILES;
  const shared = sharedSources(project, dir, config.value).keys();
  return [...made, ...shared].filter((path) => existsSync(join(dir, path)));
}

function pathsOf(config: ExerciseConfig, dir: string): Set<string> {
  const others = INSTRUCTION_FILES.filter((name) => existsSync(join(dir, name)));
  const solution = config.solutionFiles.map((path) => `${SOLUTION_FOLDER}/${path}`);
  return new Set([CONFIG_FILE, ...exerciseFiles(config), ...others, ...solution]);
}

async function addFile({ files, problems }: Served, path: string, { folder, path: source }: Source): Promise<void> {
  const problem = await fileProblem(folder, source);
  if (problem !== undefined) {
    problems.push({ file: path, message: problem === 'missing' ? 'listed, but there is no such file' : problem });
    return;
  }
  const from = join(folder, source);
  files.push({ path, content: readFileSync(from), mode: statSync(from).mode & 0o777 });
}

function isInstructions(path: string): boolean {
  return INSTRUCTION_FILES.some((name) => name === path);
}
