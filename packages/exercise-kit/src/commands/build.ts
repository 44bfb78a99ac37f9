import { type Draft, readDrafts } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { filesOfExercise, sharedFiles } from '../generate/generate.js';
import { type GeneratedFile, staleFiles, writeFiles } from '../generate/generated-file.js';
import { problemsThatStop } from '../lint/lint.js';
import { count } from '../output/count.js';
import type { Output } from '../output/output.js';

export interface BuildOptions {
  /** Writes nothing; ends with 1 where something is out of date. */
  check?: boolean | undefined;
}

/**
 * Writes what follows from the sources: instructions, copies of libraries, registry and schemas. An
 * exercise with problems is listed as unavailable, and the others are published all the same.
 */
export async function build(project: Project, { check }: BuildOptions, output: Output): Promise<number> {
  const drafts = readDrafts(project);
  const own = drafts.flatMap((draft) => filesOfExercise(project, draft));
  // The copies belong to what an exercise has to have, so they come first.
  const stale = check ? staleFiles(project.exercises, own) : bringUpToDate(project, own, output);
  const problems = new Map<string, readonly string[]>();
  for (const draft of drafts) problems.set(draft.id, await problemsThatStop(draft, drafts, project));
  const shared = sharedFiles(drafts, (draft) => problems.get(draft.id) ?? []);
  stale.push(...(check ? staleFiles(project.exercises, shared) : bringUpToDate(project, shared, output)));
  sayUnavailable(drafts, problems, output);
  if (!check)
    output.out(
      `${count(drafts.length, 'exercise')}: ${stale.length} of ${own.length + shared.length} generated files written.`,
    );
  else for (const { path } of stale) output.err(`${path} is out of date. Run: exercise-kit build`);
  return check && stale.length > 0 ? 1 : 0;
}

function bringUpToDate({ exercises }: Project, files: GeneratedFile[], output: Output): GeneratedFile[] {
  const stale = staleFiles(exercises, files);
  writeFiles(exercises, stale);
  for (const { path } of stale) output.out(`wrote ${path}`);
  return stale;
}

function sayUnavailable(
  drafts: readonly Draft[],
  problems: ReadonlyMap<string, readonly string[]>,
  output: Output,
): void {
  for (const { id } of drafts) {
    const found = problems.get(id) ?? [];
    if (found.length > 0) output.err(`${id} is listed as unavailable:\n${found.map((line) => `  ${line}`).join('\n')}`);
  }
}
