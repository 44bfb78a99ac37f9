import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package whose tests start whole programs and browsers. */
const ACCEPTANCE = 'packages/acceptance';
const FOLDERS_OF_TESTS = ['test', 'browser'];

/** The test files that name each row in brackets, relative to the repository. */
export type Proofs = ReadonlyMap<string, readonly string[]>;

/** Reads the titles of all tests below `packages` and `apps`. */
export function readProofs(root: string, ids: ReadonlySet<string>): Proofs {
  const proofs = new Map<string, string[]>();
  for (const file of testFiles(root)) {
    const named = [...readFileSync(join(root, file), 'utf8').matchAll(/\[([^[\]\n]+)\]/g)].map(([, name = '']) => name);
    for (const id of new Set(named)) if (ids.has(id)) proofs.set(id, [...(proofs.get(id) ?? []), file]);
  }
  return proofs;
}

/** The promises that users were made: each row's id, with its text. */
export function readRequirements(root: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, ACCEPTANCE, 'requirements.json'), 'utf8'));
}

/** Whether a test starts whole programs, so that nobody sees at a glance what it would not notice. */
export function isOfWholePrograms(file: string): boolean {
  return FOLDERS_OF_TESTS.some((folder) => file.startsWith(`${ACCEPTANCE}/${folder}/`));
}

/** The rows that tests of whole programs alone name. */
export function rowsToBreak(proofs: Proofs): readonly string[] {
  return [...proofs].filter(([, files]) => files.every(isOfWholePrograms)).map(([id]) => id);
}

function testFiles(root: string): string[] {
  const packages = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  const folders = packages.flatMap((path) => FOLDERS_OF_TESTS.map((folder) => join(path, folder)));
  return folders.flatMap((folder) => testFilesBelow(root, folder)).sort();
}

function testFilesBelow(root: string, folder: string): string[] {
  return namesBelow(join(root, folder))
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function namesBelow(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
