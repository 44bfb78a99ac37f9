import type { Draft } from '../content/draft.js';
import { CONFIG_SCHEMA_FILE } from '../content/names.js';
import type { Project } from '../content/project.js';
import { type GeneratedFile, removeOthers, staleFiles, writeFiles } from './generated-file.js';
import { registryFile } from './registry.js';
import { schemaFiles } from './schemas.js';
import { servedFiles } from './served.js';
import { IGNORED_BY_GIT, openServedFolder } from './served-folder.js';

/** Why an exercise cannot be started; empty if it can. */
export type ProblemsOf = (draft: Draft) => readonly string[];

/** The generated files that are checked in, relative to the exercises, for whoever has only the sources. */
export function keptFiles(drafts: readonly Draft[], problems: ProblemsOf): GeneratedFile[] {
  return [registryFile(drafts, problems), ...schemaFiles().filter(({ path }) => path === CONFIG_SCHEMA_FILE)];
}

/** Every file that is served, relative to the folder it is served from. Leaves out exercises with problems. */
export async function allServed(
  project: Project,
  drafts: readonly Draft[],
  problems: ProblemsOf,
): Promise<GeneratedFile[]> {
  const whole = drafts.filter((draft) => problems(draft).length === 0);
  const exercises = await Promise.all(whole.map((draft) => servedOf(project, draft)));
  return [IGNORED_BY_GIT, registryFile(drafts, problems), ...schemaFiles(), ...exercises.flat()];
}

async function servedOf(project: Project, draft: Draft): Promise<GeneratedFile[]> {
  const { files } = await servedFiles(project, draft);
  return files.map((file) => ({ ...file, path: `${draft.id}/${file.path}` }));
}

/** Brings the served form of one exercise up to date, even if it is incomplete. */
export async function serve(project: Project, draft: Draft): Promise<void> {
  const { files } = await servedFiles(project, draft);
  openServedFolder(project);
  removeOthers(draft.served, files);
  writeFiles(draft.served, staleFiles(draft.served, files));
}
