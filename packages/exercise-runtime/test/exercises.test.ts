import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VerificationResult } from '@agent-factory/protocol';
import { childEnvironment } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { checkWork, loadExercise, missingPrerequisites, runSetup, seedWorkspace } from '../src/index.js';
import { readTree, temporaryFolder } from './support.js';

const FOLDER = fileURLToPath(new URL('../../../exercises', import.meta.url));
const ids = namesIn(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'config.json')));

/** Python may be one that a version manager chooses: then it takes more than a PATH to find it. */
const { PATH, HOME, PYENV_ROOT } = process.env;
const ENV = childEnvironment({ PATH, HOME, PYENV_ROOT });

interface Mutant {
  why: string;
  /** Names of the criteria that it fails. Those that build on them may then be skipped. */
  fails: string[];
}

/** Names of an exercise's mutants and what each should fail, from `mutants/mutants.json`. */
function mutantsOf(id: string): [string, Mutant][] {
  const file = join(FOLDER, id, 'mutants', 'mutants.json');
  return existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Mutant>) : [];
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Checks a fresh workspace with these folders of the exercise laid over its starter, one after the other. */
async function check(id: string, ...layers: string[]): Promise<VerificationResult> {
  await using folder = await temporaryFolder();
  const workspace = folder.at(id);
  const exercise = await loadExercise(join(FOLDER, id));
  await seedWorkspace(exercise, { workspace });
  await runSetup(exercise, { workspace, env: ENV });
  for (const layer of layers) await cp(join(FOLDER, id, layer), workspace, { recursive: true });
  const before = await readTree(workspace);
  const result = await checkWork(exercise, { workspace, env: ENV });
  expect(await readTree(workspace)).toEqual(before);
  return result;
}

function failed(result: VerificationResult): string[] {
  return result.criteria.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

describe.for(ids)('exercise %s', { concurrent: true }, (id) => {
  test('needs nothing that is not here', async ({ expect }) => {
    const { config } = await loadExercise(join(FOLDER, id));
    expect(await missingPrerequisites(config, ENV)).toEqual([]);
  });

  test('is not passed by its starter, which is told why', async ({ expect }) => {
    const result = await check(id);
    expect(result).toMatchObject({ complete: false, status: 'failed' });
    for (const { status, message } of result.criteria) if (status !== 'passed') expect(message).toBeTruthy();
  });

  test('is passed by its solution, twice', async ({ expect }) => {
    for (const _time of [1, 2]) expect(await check(id, 'solution')).toMatchObject({ complete: true, status: 'passed' });
  });

  test('lists each of its mutants', ({ expect }) => {
    const folders = namesIn(join(FOLDER, id, 'mutants')).filter((name) => name !== 'mutants.json');
    expect(
      mutantsOf(id)
        .map(([name]) => name)
        .sort(),
    ).toEqual(folders.sort());
  });

  test.for(mutantsOf(id))(
    'is failed by the mutant %s in what it breaks and nothing else',
    async ([name, { fails }], { expect }) => {
      const result = await check(id, 'solution', join('mutants', name));
      expect(result).toMatchObject({ complete: false, status: 'failed' });
      expect(failed(result).sort()).toEqual([...fails].sort());
      for (const { status, message, hint } of result.criteria)
        if (status === 'failed') expect(message && hint).toBeTruthy();
    },
  );
});

/** Each exercise is served on its own, so each brings its own copy of what the checks share. */
const SHARED = [
  'verify.sh',
  ...['child', 'copy', 'expect', 'models', 'process', 'runner'].map((name) => `checks/check_${name}.py`),
];

test.for(SHARED)('every copy of %s is the same', (path, { expect }) => {
  const copies = ids.map((id) => join(FOLDER, id, path)).filter((file) => existsSync(file));
  expect(copies.length).toBeGreaterThan(1);
  expect(new Set(copies.map((file) => readFileSync(file, 'utf8'))).size).toBe(1);
});
