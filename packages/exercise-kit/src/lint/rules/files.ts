import { join } from 'node:path';
import { exerciseFiles } from '@agent-factory/exercise-runtime';
import { filesBelow } from '../../content/files.js';
import { CHECKS_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import { servedFiles } from '../../generate/served.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Every file that the config lists exists and can be served, and every file is listed: others are not served. */
export async function checkFiles(subject: Subject): Promise<Finding[]> {
  const { problems } = await servedFiles(subject.project, subject.draft);
  return [...problems.map((problem): Finding => ({ severity: 'error', ...problem })), ...unlisted(subject)];
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
