import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ExerciseConfig } from '@agent-factory/protocol';
import { filesBelow, foldersIn, readTextIfThere } from '../content/files.js';
import { CHECKS_FOLDER, LIBRARY_FOLDER, STARTER_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import type { GeneratedFile } from './generated-file.js';

/**
 * Copies of shared files that an exercise lists for its check. Each exercise is served on its own,
 * so each brings its own copies. A library is used as soon as one file of its checks is listed.
 * What has the name of a starter file, such as a scripted model, is a copy of that: the check puts
 * it in the place of the learner's own, which may be changed.
 */
export function libraryFiles(project: Project, id: string, config: ExerciseConfig): GeneratedFile[] {
  if (config.verification?.type !== 'script') return [];
  const listed = [config.verification.script, ...config.verification.files];
  const copies = foldersIn(join(project.exercises, LIBRARY_FOLDER)).flatMap((name) =>
    copiesOf(project, `${LIBRARY_FOLDER}/${name}`, id, listed),
  );
  return [...copies, ...starterCopies(project, id, config, listed)];
}

function copiesOf(project: Project, library: string, id: string, listed: readonly string[]): GeneratedFile[] {
  const shared = filesBelow(join(project.exercises, library)).filter((path) => listed.includes(path));
  if (!shared.some((path) => path.startsWith(`${CHECKS_FOLDER}/`))) return [];
  return shared.map((path) => {
    const source = join(project.exercises, library, path);
    return { path: `${id}/${path}`, text: readFileSync(source, 'utf8'), mode: statSync(source).mode & 0o777 };
  });
}

function starterCopies(
  project: Project,
  id: string,
  config: ExerciseConfig,
  listed: readonly string[],
): GeneratedFile[] {
  return listed
    .filter((path) => path === `${CHECKS_FOLDER}/${basename(path)}`)
    .filter((path) => config.workspace.starterFiles.includes(basename(path)))
    .flatMap((path) => {
      const text = readTextIfThere(join(project.exercises, id, STARTER_FOLDER, basename(path)));
      return text === undefined ? [] : [{ path: `${id}/${path}`, text }];
    });
}
