import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { config, Repository } from './repository';

const SCRIPT = 'scripts/build-registry.mjs';
const REGISTRY = 'exercises/registry.json';
const DOCS = 'apps/learn-app/docs';

function repository() {
  return new Repository([SCRIPT], {
    [`${DOCS}/01-part/02-late.md`]: '# Late',
    [`${DOCS}/01-part/01-early.mdx`]: '# Early',
    'exercises/aa-late/config.json': config('aa-late', '01-part/02-late'),
    'exercises/zz-early/config.json': config('zz-early', '01-part/01-early'),
    'exercises/notes/README.md': 'no exercise',
  });
}

function run(made: Repository, ...flags: string[]) {
  return spawnSync(process.execPath, [made.path(SCRIPT), ...flags], { encoding: 'utf8', env: {} });
}

describe('the registry', () => {
  it('lists the exercises in the order of their lessons', () => {
    using made = repository();
    expect(run(made).status).toBe(0);
    const registry = JSON.parse(readFileSync(made.path(REGISTRY), 'utf8'));
    expect(registry.version).toBe('1.0');
    expect(registry.exercises.map((entry: { id: string }) => entry.id)).toEqual(['zz-early', 'aa-late']);
  });

  it('passes its check once written, and fails it when an exercise has changed since', () => {
    using made = repository();
    run(made);
    expect(run(made, '--check').status).toBe(0);
    made.write('exercises/aa-late/config.json', config('aa-late', '01-part/02-late', { xpReward: 51 }));
    const check = run(made, '--check');
    expect(check.status).toBe(1);
    expect(check.stderr).toContain('out of date');
  });

  it('is not written by a check', () => {
    using made = repository();
    expect(run(made, '--check').status).toBe(1);
    expect(existsSync(made.path(REGISTRY))).toBe(false);
  });

  it.each([
    ['a lesson that does not exist', config('aa-late', '01-part/09-gone'), '01-part/09-gone.md'],
    ['an id other than its folder', config('other', '01-part/02-late'), '"other"'],
    ['no title', config('aa-late', '01-part/02-late', { title: undefined }), '"title" is missing'],
    ['broken JSON', '{', 'exercises/aa-late/config.json'],
  ])('refuses an exercise with %s, and names it', (_, text, words) => {
    using made = repository();
    made.write('exercises/aa-late/config.json', text);
    const outcome = run(made);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain(words);
  });
});
