import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Repository } from './repository';

const SCRIPT = 'apps/learn-app/scripts/copy-exercises.mjs';
const SERVED = 'apps/learn-app/static/exercises';

function repository() {
  return new Repository([SCRIPT], {
    'exercises/registry.json': '{ "version": "1.0", "exercises": [{ "id": "one" }, { "id": "not-built-yet" }] }',
    'exercises/one/config.json': 'the source',
    'exercises/one/mutants.json': 'wrong solutions',
    'exercises/dist/.gitignore': '*',
    'exercises/dist/registry.json': '{ "version": "1.0", "exercises": [{ "id": "one" }] }',
    'exercises/dist/one/config.json': 'as it is served',
    'exercises/dist/one/checks/rules.py': 'rules',
    [`${SERVED}/gone/config.json`]: 'of an exercise that was removed',
  });
}

function run(made: Repository) {
  return spawnSync(process.execPath, [made.path(SCRIPT)], { encoding: 'utf8', env: {} });
}

function files(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
}

describe('what the site serves of the exercises', () => {
  it('[exercises 3 solution] [practice-environment 3.5 layout] [practice-environment 5.3 served] [practice-environment 7.1 registry] is what was built of them, and nothing else', () => {
    using made = repository();
    expect(run(made).stdout).toContain('Copied 1 exercise(s)');
    expect(files(made.path(SERVED)).sort()).toEqual(['one/checks/rules.py', 'one/config.json', 'registry.json']);
  });

  it('asks for the exercises to be built where they were not', () => {
    using made = new Repository([SCRIPT], {});
    const outcome = run(made);
    expect(outcome.status).not.toBe(0);
    expect(outcome.stderr).toContain('npm run exercise-kit -- build');
  });
});
