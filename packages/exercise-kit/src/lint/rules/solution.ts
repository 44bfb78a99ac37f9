import { join } from 'node:path';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { CONFIG_FILE, SOLUTION_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** There is a solution, it differs from the starter, and the student can be shown all of it. */
export function checkSolution({ draft, config }: Subject): Finding[] {
  const files = filesBelow(join(draft.dir, SOLUTION_FOLDER));
  if (files.length === 0)
    return [error(SOLUTION_FOLDER, 'missing or empty; put the finished files here, which replace those in starter/')];
  const same = files.filter((path) => isStarter(draft.dir, path));
  const findings = same.map((path) => warning(`${SOLUTION_FOLDER}/${path}`, 'the same as in starter/; remove it here'));
  if (same.length === files.length) findings.push(error(SOLUTION_FOLDER, 'nothing in it differs from starter/'));
  return [...findings, ...listedAsShown(files, config.solutionFiles)];
}

function isStarter(dir: string, path: string): boolean {
  const starter = readTextIfThere(join(dir, STARTER_FOLDER, path));
  return starter !== undefined && starter === readTextIfThere(join(dir, SOLUTION_FOLDER, path));
}

function listedAsShown(files: readonly string[], shown: readonly string[]): Finding[] {
  const absent = shown.filter((path) => !files.includes(path));
  const forgotten = files.filter((path) => !shown.includes(path));
  return [
    ...absent.map((path) =>
      error(CONFIG_FILE, `found "${path}", which is not in solution/; there are: ${files.join(', ')}`, 'solutionFiles'),
    ),
    ...forgotten.map((path) =>
      warning(CONFIG_FILE, `"${path}" is not listed, so students cannot be shown it`, 'solutionFiles'),
    ),
  ];
}

const error = (file: string, message: string, at?: string): Finding => ({ severity: 'error', file, at, message });
const warning = (file: string, message: string, at?: string): Finding => ({ severity: 'warning', file, at, message });
