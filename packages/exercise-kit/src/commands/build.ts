import { type Draft, readDrafts } from '../content/draft.js';
import { SERVED_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import { allServed, keptFiles, type ProblemsOf } from '../generate/generate.js';
import { type GeneratedFile, removeOthers, staleFiles, writeFiles } from '../generate/generated-file.js';
import { openServedFolder } from '../generate/served-folder.js';
import { problemsThatStop } from '../lint/lint.js';
import { count } from '../output/count.js';
import type { Output } from '../output/output.js';

export interface BuildOptions {
  /** Writes nothing; returns 1 if a generated file that is checked in is out of date. */
  check?: boolean | undefined;
  /** Writes only what is served, and no file that is checked in. */
  servedOnly?: boolean | undefined;
}

/**
 * Writes everything that is generated from the sources: the folder that is served, and the files that are checked
 * in beside the exercises. Lists an exercise with problems as unavailable, and still publishes the others.
 */
export async function build(project: Project, options: BuildOptions, output: Output): Promise<number> {
  const drafts = readDrafts(project);
  const found = new Map<string, readonly string[]>();
  for (const draft of drafts) found.set(draft.id, await problemsThatStop(draft, drafts, project));
  const problems: ProblemsOf = ({ id }) => found.get(id) ?? [];
  const kept = keptFiles(drafts, problems);
  sayUnavailable(drafts, problems, output);
  if (options.check) return check(project, kept, output);
  const served = await allServed(project, drafts, problems);
  const folder = openServedFolder(project);
  for (const path of removeOthers(folder, served)) output.out(`removed ${SERVED_FOLDER}/${path}`);
  const written = [
    ...(options.servedOnly ? [] : bringUpToDate(project.exercises, kept)),
    ...bringUpToDate(folder, served).map((path) => `${SERVED_FOLDER}/${path}`),
  ];
  for (const path of written) output.out(`wrote ${path}`);
  output.out(
    `${count(drafts.length, 'exercise')}: ${written.length} of ${kept.length + served.length} generated files written.`,
  );
  return 0;
}

function check({ exercises }: Project, kept: readonly GeneratedFile[], output: Output): number {
  const stale = staleFiles(exercises, kept);
  for (const { path } of stale) output.err(`${path} is out of date. Run: exercise-kit build`);
  return stale.length > 0 ? 1 : 0;
}

function bringUpToDate(folder: string, files: readonly GeneratedFile[]): string[] {
  const stale = staleFiles(folder, files);
  writeFiles(folder, stale);
  return stale.map(({ path }) => path);
}

function sayUnavailable(drafts: readonly Draft[], problems: ProblemsOf, output: Output): void {
  for (const draft of drafts) {
    const found = problems(draft);
    if (found.length === 0) continue;
    output.err(`${draft.id} is listed as unavailable:\n${found.map((line) => `  ${line}`).join('\n')}`);
  }
}
