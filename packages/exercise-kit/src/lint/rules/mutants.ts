import { join } from 'node:path';
import type { ExerciseConfig } from '@agent-factory/protocol';
import { filesBelow, foldersIn } from '../../content/files.js';
import { FEWEST_MUTANTS, type Mutant, readMutants } from '../../content/mutants.js';
import { MUTANTS_FILE, MUTANTS_FOLDER } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

const FILE = `${MUTANTS_FOLDER}/${MUTANTS_FILE}`;

/** Enough mutants, each with a folder and a reason. What they fail is for `exercise-kit test` to see. */
export function checkMutants({ draft, config }: Subject): Finding[] {
  const read = readMutants(draft.dir);
  if (!read.ok) return read.issues.map((message) => error(message));
  const named = Object.keys(read.value);
  const folders = foldersIn(join(draft.dir, MUTANTS_FOLDER));
  const findings = [
    ...folders.filter((name) => !named.includes(name)).map((name) => error(`the folder ${name} is not described`)),
    ...named
      .filter((name) => !hasFiles(draft.dir, name))
      .map((name) => error(`there are no files in the folder ${name}`)),
  ];
  findings.push(...unknownCriteria(config, read.value).map((message) => error(message)));
  if (named.length < FEWEST_MUTANTS) {
    findings.push(error(`found ${named.length} mutants; ${FEWEST_MUTANTS} are the fewest`));
  }
  return findings;
}

/** In format 1, a mutant names criteria by what the check prints. */
function unknownCriteria({ formatVersion, criteria }: ExerciseConfig, mutants: Record<string, Mutant>): string[] {
  const ids = criteria.map(({ id }) => id);
  if (formatVersion === 1) return [];
  return Object.entries(mutants).flatMap(([name, { fails }]) =>
    fails
      .filter((id) => !ids.includes(id))
      .map((id) => `${name} fails "${id}", which is no id of a criterion; there are: ${ids.join(', ')}`),
  );
}

function hasFiles(dir: string, name: string): boolean {
  return filesBelow(join(dir, MUTANTS_FOLDER, name)).length > 0;
}

const error = (message: string): Finding => ({ severity: 'error', file: FILE, message });
