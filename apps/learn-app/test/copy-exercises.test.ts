import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { config, Repository } from './repository';

const SCRIPT = 'apps/learn-app/scripts/copy-exercises.mjs';
const SERVED = 'apps/learn-app/static/exercises';

const CHECK = {
  solutionFiles: ['loop.py'],
  verification: { type: 'script', script: 'verify.sh', files: ['checks/rules.py'] },
};

function repository() {
  return new Repository([SCRIPT], {
    'exercises/registry.json': '{ "version": "1.0", "exercises": [{ "id": "one" }] }',
    'exercises/one/config.json': config('one', 'part/lesson', CHECK),
    'exercises/one/CLAUDE.md': 'tutor',
    'exercises/one/starter/loop.py': 'start',
    'exercises/one/starter/__pycache__/loop.cpython-311.pyc': 'litter',
    'exercises/one/verify.sh': 'check',
    'exercises/one/checks/rules.py': 'rules',
    'exercises/one/checks/test_rules.py': 'a test of the check',
    'exercises/one/AGENTS.md': 'tutor',
    'exercises/one/solution/loop.py': 'the solution',
    'exercises/one/solution/notes.md': 'about the solution',
    'exercises/one/mutants.json': 'wrong solutions',
    'exercises/one/README.md': 'for authors',
    'exercises/draft/config.json': config('draft', 'part/other'),
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
  it('[4.3 solution] is what a workspace needs and the listed files of the solution, without mutants, notes, tests and litter', () => {
    using made = repository();
    expect(run(made).status).toBe(0);
    expect(files(made.path(SERVED)).sort()).toEqual([
      'one/AGENTS.md',
      'one/CLAUDE.md',
      'one/checks/rules.py',
      'one/config.json',
      'one/solution/loop.py',
      'one/starter/loop.py',
      'one/verify.sh',
      'registry.json',
    ]);
  });

  it('fails, with the file’s name, where an exercise names a file it does not have', () => {
    using made = repository();
    made.write(
      'exercises/one/config.json',
      config('one', 'part/lesson', { verification: { type: 'script', script: 'verify.py' } }),
    );
    const outcome = run(made);
    expect(outcome.status).not.toBe(0);
    expect(outcome.stderr).toContain('verify.py');
  });

  it('[4.1 unavailable] does without an exercise that is listed with the reason why it cannot be started', () => {
    using made = repository();
    made.write(
      'exercises/registry.json',
      '{ "version": "1.0", "exercises": [{ "id": "one" }, { "id": "broken", "unavailable": "no config" }] }',
    );
    expect(run(made).status).toBe(0);
    expect(files(made.path(SERVED)).filter((path) => path.startsWith('broken'))).toEqual([]);
  });

  it('asks for the registry where there is none', () => {
    using made = new Repository([SCRIPT], {});
    expect(run(made).stderr).toContain('exercise-kit');
  });
});
