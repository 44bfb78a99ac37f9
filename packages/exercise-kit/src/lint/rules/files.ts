import { join } from 'node:path';
import { exerciseFiles } from '@agent-factory/exercise-runtime';
import { filesBelow, linksBelow } from '../../content/files.js';
import { CHECKS_FOLDER, SOLUTION_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import { servedFiles } from '../../generate/served.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Every file that the config lists exists and can be served, every file is listed, and none is a link. */
export async function checkFiles(subject: Subject): Promise<Finding[]> {
  const { problems } = await servedFiles(subject.project, subject.draft);
  const links = linksOf(subject).filter(({ file }) => problems.every((problem) => problem.file !== file));
  const errors = [...problems, ...links].map((problem): Finding => ({ severity: 'error', ...problem }));
  return [...errors, ...unlisted(subject)];
}

function linksOf({ draft }: Subject): { file: string; message: string }[] {
  const links = linksBelow(draft.dir, [STARTER_FOLDER, CHECKS_FOLDER, SOLUTION_FOLDER]);
  return links.map((file) => ({ file, message: 'a symbolic link; put the file itself here' }));
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
