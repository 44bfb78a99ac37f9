import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exerciseFiles, loadExercise } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';
import { filesBelow } from '../../content/files.js';
import { CHECKS_FOLDER, CONFIG_FILE, STARTER_FOLDER } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** What the config lists is there, and what is there is listed: a file that is not listed is not served. */
export async function checkFiles(subject: Subject): Promise<Finding[]> {
  const { draft, config } = subject;
  const missing = exerciseFiles(config).filter((file) => !existsSync(join(draft.dir, file)));
  const errors = missing.map(
    (file): Finding => ({ severity: 'error', file, message: 'listed, but there is no such file' }),
  );
  if (missing.length === 0) errors.push(...(await loadErrors(subject)));
  return [...errors, ...unlisted(subject)];
}

/** Sizes, links out of the folder and other things that only loading sees. The config was judged before. */
async function loadErrors({ draft }: Subject): Promise<Finding[]> {
  try {
    await loadExercise(draft.dir);
    return [];
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
    const { file, issues } = error.facts as { file: string; issues: string[] };
    return file === CONFIG_FILE ? [] : [{ severity: 'error', file, message: issues.join('; ') }];
  }
}

function unlisted({ draft, config }: Subject): Finding[] {
  const listed = new Set(exerciseFiles(config));
  return [STARTER_FOLDER, CHECKS_FOLDER]
    .flatMap((folder) => filesBelow(join(draft.dir, folder)).map((path) => `${folder}/${path}`))
    .filter((file) => !listed.has(file))
    .map((file) => ({ severity: 'warning', file, message: `not listed in ${fieldOf(file)}, so nobody gets it` }));
}

function fieldOf(file: string): string {
  return file.startsWith(`${STARTER_FOLDER}/`) ? 'workspace.starterFiles' : 'verification.files';
}
