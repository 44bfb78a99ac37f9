import { basename, join } from 'node:path';
import type { ExerciseConfig } from '@agent-factory/protocol';
import { filesBelow, foldersIn } from '../content/files.js';
import { CHECKS_FOLDER, LIBRARY_FOLDER, STARTER_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';

/** Where a file is: below a folder that it may not lead out of. */
export interface Source {
  folder: string;
  path: string;
}

/**
 * The files that an exercise lists for its check without having them itself, by path. Listing one file of a
 * library's checks is enough to use the library. A name shared with a starter file, such as a scripted model,
 * means that file: the check puts it in place of the student's copy, which may have changed.
 */
export function sharedSources(project: Project, dir: string, config: ExerciseConfig): Map<string, Source> {
  if (config.verification?.type !== 'script') return new Map();
  const listed = [config.verification.script, ...config.verification.files];
  const libraries = foldersIn(join(project.exercises, LIBRARY_FOLDER)).map((name) =>
    join(project.exercises, LIBRARY_FOLDER, name),
  );
  return new Map([...libraries.flatMap((folder) => inLibrary(folder, listed)), ...inStarter(dir, config, listed)]);
}

function inLibrary(folder: string, listed: readonly string[]): [string, Source][] {
  const shared = filesBelow(folder).filter((path) => listed.includes(path));
  if (!shared.some((path) => path.startsWith(`${CHECKS_FOLDER}/`))) return [];
  return shared.map((path) => [path, { folder, path }]);
}

function inStarter(dir: string, { workspace }: ExerciseConfig, listed: readonly string[]): [string, Source][] {
  return listed
    .filter((path) => path === `${CHECKS_FOLDER}/${basename(path)}`)
    .filter((path) => workspace.starterFiles.includes(basename(path)))
    .map((path) => [path, { folder: dir, path: `${STARTER_FOLDER}/${basename(path)}` }]);
}
