import type { Draft } from '../content/draft.js';
import type { Project } from '../content/project.js';
import type { GeneratedFile } from './generated-file.js';
import { instructionFiles } from './instructions.js';
import { libraryFiles } from './library.js';
import { registryFile } from './registry.js';
import { schemaFiles } from './schemas.js';

/** The generated files in the folder of one exercise. None where its config cannot be read. */
export function filesOfExercise(project: Project, { id, config }: Draft): GeneratedFile[] {
  if (!config.ok) return [];
  return [...instructionFiles(project, id, config.value), ...libraryFiles(project, id, config.value)];
}

/** The generated files beside the exercises. `problems` are those for which one cannot be started. */
export function sharedFiles(drafts: readonly Draft[], problems: (draft: Draft) => readonly string[]): GeneratedFile[] {
  return [registryFile(drafts, problems), ...schemaFiles()];
}
