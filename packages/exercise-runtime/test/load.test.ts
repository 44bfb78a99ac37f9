import { symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { decodeExerciseConfig, exerciseFiles, loadExercise } from '../src/index.js';
import { demoExercise, errorOf, type Tree, temporaryFolder, withStarter, writeTree } from './support.js';

const CONFIG = { id: 'demo', title: 'Demo' };
const WHOLE: Tree = { 'CLAUDE.md': 'Hello', 'config.json': JSON.stringify(CONFIG) };

async function loadTree(tree: Tree) {
  await using folder = await temporaryFolder();
  await writeTree(folder.path, tree);
  return await loadExercise(folder.path, 'demo');
}

function withConfig(config: Record<string, unknown>): Tree {
  return { ...WHOLE, 'config.json': JSON.stringify({ ...CONFIG, ...config }) };
}

describe('loading an exercise', () => {
  test('gives its config, with defaults, and its instructions', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('demo'), WHOLE);
    const exercise = await loadExercise(folder.at('demo'));
    expect(exercise).toMatchObject({ dir: folder.at('demo'), instructions: 'Hello' });
    expect(exercise.config).toMatchObject({ id: 'demo', version: '1.0.0', workspace: { starterFiles: [] } });
  });

  test('lists every file that has to be fetched, once', async () => {
    await using folder = await temporaryFolder();
    const verification = { type: 'script', script: 'verify.sh', files: ['checks/a.py', 'verify.sh'] };
    const files = { 'starter/b/c.py': '', 'verify.sh': '', 'checks/a.py': '' };
    const { config } = await demoExercise(
      folder.path,
      { workspace: { starterFiles: ['b/c.py'] }, verification },
      files,
    );
    expect(exerciseFiles(config)).toEqual(['CLAUDE.md', 'starter/b/c.py', 'verify.sh', 'checks/a.py']);
  });

  const broken: [what: string, tree: Tree, file: string][] = [
    ['no config', { 'CLAUDE.md': '' }, 'config.json'],
    ['a config that is HTML', { ...WHOLE, 'config.json': '<!doctype html>' }, 'config.json'],
    ['a config cut short', { ...WHOLE, 'config.json': '{"id":"demo","tit' }, 'config.json'],
    ['a config of the wrong shape', withConfig({ title: 7 }), 'config.json'],
    ['a config of another exercise', withConfig({ id: 'other' }), 'config.json'],
    ['a config of a later format', withConfig({ formatVersion: 3 }), 'config.json'],
    ['no instructions', { 'config.json': JSON.stringify(CONFIG) }, 'CLAUDE.md'],
    ['a starter file that is not there', withConfig({ workspace: { starterFiles: ['a.py'] } }), 'starter/a.py'],
    ['a check that is not there', withConfig({ verification: { type: 'script', script: 'verify.sh' } }), 'verify.sh'],
    [
      'a starter file that is a folder',
      { ...withConfig({ workspace: { starterFiles: ['a'] } }), 'starter/a/b': '' },
      'starter/a',
    ],
    [
      'a starter file twice',
      { ...withConfig({ workspace: { starterFiles: ['a', 'A'] } }), 'starter/a': '', 'starter/A': '' },
      'config.json',
    ],
    [
      'a starter file that is a folder of another',
      { ...withConfig({ workspace: { starterFiles: ['A/b', 'a'] } }), 'starter/A/b': '', 'starter/a': '' },
      'config.json',
    ],
    [
      'two starter files that differ in how an accent is written',
      withConfig({ workspace: { starterFiles: ['caf\u00e9.md', 'cafe\u0301.md'] } }),
      'config.json',
    ],
    [
      'two starter files that differ in a letter that has two forms',
      withConfig({ workspace: { starterFiles: ['stra\u00dfe', 'STRASSE'] } }),
      'config.json',
    ],
    [
      'a file of the check in the place of the config',
      withConfig({ verification: { type: 'script', script: 'verify.sh', files: ['Config.json'] } }),
      'config.json',
    ],
    [
      'a file of the check in the place of the starter files',
      withConfig({
        workspace: { starterFiles: ['a'] },
        verification: { type: 'script', script: 'verify.sh', files: ['starter'] },
      }),
      'config.json',
    ],
    [
      'instructions among the starter files',
      { ...withConfig({ workspace: { starterFiles: ['claude.md'] } }), 'starter/claude.md': '' },
      'config.json',
    ],
    [
      'two criteria of one name',
      withConfig({ verification: { type: 'files', files: [{ path: 'a' }, { path: 'a' }] } }),
      'config.json',
    ],
  ];
  const check = (criterion: string, more = {}) => ({ type: 'file_exists', criterion, path: 'a', ...more });
  const named = (name: string) => ({ type: 'file_exists', name, path: 'a' });
  const checks = (...list: object[]) => ({ verification: { type: 'checks', checks: list } });
  const criterion = (id: string, more = {}) => ({ id, title: id.toUpperCase(), ...more });
  const criteria = (...list: object[]) => ({ formatVersion: 2, criteria: list });
  const contradictions: [config: Record<string, unknown>, issue: string][] = [
    [criteria(criterion('a'), { id: 'a', title: 'Another' }), 'criteria: found two with the id "a"'],
    [criteria(criterion('a'), { id: 'b', title: 'A' }), 'criteria: found two with the title "A"'],
    [
      criteria(criterion('a', { stage: 'One' }), criterion('b'), criterion('c', { stage: 'One' })),
      'criteria: found others between those of the stage "One", expected them to stand together',
    ],
    [{ ...criteria(criterion('a', { stage: 'One' })), stages: ['One', 'Two', 'Two'] }, 'stages: found "Two" twice'],
    [
      { ...criteria(criterion('a', { stage: 'One' })), stages: ['Two'] },
      'stages: found no "One", which criteria belong to',
    ],
    [
      { ...criteria(criterion('a', { stage: 'One' }), criterion('b', { stage: 'Two' })), stages: ['Two', 'One'] },
      'stages: found Two, One, expected the order of the criteria: One, Two',
    ],
    [
      criteria(criterion('a'), criterion('b', { needs: ['a', 'x'] })),
      'criteria.1.needs: found "x", expected an id from the list: a, b',
    ],
    [
      criteria(criterion('a', { needs: ['b'] }), criterion('b', { needs: ['c'] }), criterion('c', { needs: ['a'] })),
      'needs: found a circle of A, B, C, expected one that can pass first',
    ],
    [
      { ...criteria(criterion('a')), ...checks(check('a'), check('a')) },
      'verification: found two checks of "A", expected one for each criterion',
    ],
    [
      { ...criteria(criterion('a')), ...checks(check('a'), check('b')) },
      'verification.checks.1.criterion: found "b", expected an id from the list: a',
    ],
    [
      { formatVersion: 2, ...checks(check('b')) },
      'verification.checks.0.criterion: found "b", expected an id from the list: it is empty',
    ],
    [
      { ...criteria(criterion('a'), criterion('b')), ...checks(check('a')) },
      'criteria: found "B", which no check judges',
    ],
    [
      { ...criteria(criterion('a', { needs: ['b'] }), criterion('b')), ...checks(check('a'), check('b')) },
      'needs of "A": found "B", which is checked after it; expected one that is checked before',
    ],
    [checks(named('a'), named('a')), 'verification: found two checks of "a", expected one for each criterion'],
    [
      checks({ name: 'a', type: 'json_equals', at: [], equals: 1 }),
      'verification.checks.0: found neither, expected either "path" or "command"',
    ],
    [
      checks({ name: 'a', type: 'json_equals', path: 'a', command: ['b'], at: [], equals: 1 }),
      'verification.checks.0: found both, expected either "path" or "command"',
    ],
    [
      {
        stages: [
          { title: 'One', criteria: ['a'] },
          { title: 'Two', criteria: ['b', 'a'] },
        ],
      },
      'stages: found "a", expected each criterion in one stage at most, and once',
    ],
    [
      { ...checks(named('a')), stages: [{ title: 'One', criteria: ['b'] }] },
      'criteria: found "b", which no check judges',
    ],
    [{ ...checks(named('a')), hints: { b: ['look'] } }, 'criteria: found "b", which no check judges'],
    [{ ...checks(named('a')), needs: { a: ['b'] } }, 'criteria: found "b", which no check judges'],
    [
      { ...checks(named('a'), named('b')), needs: { a: ['b'] } },
      'needs of "a": found "b", which is checked after it; expected one that is checked before',
    ],
    [
      { needs: { a: ['b'], b: ['c'], c: ['a'], d: ['a'] } },
      'needs: found a circle of b, a, c, expected one that can pass first',
    ],
    [{ needs: { a: ['a'] } }, 'needs: found a circle of a, expected one that can pass first'],
    [{ next: 'demo' }, 'next: found "demo", expected another exercise'],
    [{ solutionFiles: ['a', 'a'] }, 'solutionFiles: a is listed twice'],
    [{ id: 'other' }, 'id: found "other", expected "demo"'],
  ];
  test.each(contradictions)('[exercises 1 conflicts] refuses what contradicts itself: %j', async (config, issue) => {
    const error = await errorOf(loadTree(withConfig(config)));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file: 'config.json', issues: [issue] } });
    expect(error.message).toContain(issue);
  });

  test('[exercises 1 format-version] refuses a later format, and says what to do', async () => {
    const error = await errorOf(loadTree(withConfig({ formatVersion: 3 })));
    expect(error.message).toContain('config.json: formatVersion: found 3, expected 1 or 2');
    expect(error.message).toContain('a newer practice server may read others');
  });

  test('[exercises 3 solution] refuses a solution that lacks a listed file, and asks for none where only a copy is', async () => {
    const tree = withConfig({ solutionFiles: ['a.py'] });
    expect((await loadTree(tree)).config.solutionFiles).toEqual(['a.py']);
    const error = await errorOf(loadTree({ ...tree, 'solution/b.py': '' }));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file: 'solution/a.py' } });
  });

  test('[exercises 5 instructions] gives the instructions for other agents that it ships', async () => {
    const { otherInstructions } = await loadTree({ ...WHOLE, 'AGENTS.md': 'Hello, agents' });
    expect([...otherInstructions]).toEqual([['AGENTS.md', 'Hello, agents']]);
  });

  test('tells of many contradictions by the first, however many and long they are', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `${index}-`.padEnd(60, 'x'));
    const needs = ids.slice(0, 50).map((id) => `${id}-y`);
    const config = {
      ...criteria(...ids.map((id) => criterion(id, { needs }))),
      ...checks(...ids.map((id) => check(id))),
    };
    const error = await errorOf(loadTree(withConfig(config)));
    expect(error.facts.issues).toHaveLength(21);
    expect(error.message.length).toBeLessThan(50_000);
  });

  test('looks for circles among as many needs as there may be without holding up anything', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `criterion ${index}`);
    const needs = Object.fromEntries(
      names.map((name, at) => [name, names.slice(at + 1, at + 51)]).filter(([, others]) => others?.length),
    );
    const text = JSON.stringify({ ...CONFIG, needs });
    const begun = process.cpuUsage();
    expect(decodeExerciseConfig(text, 'demo').ok).toBe(true);
    const { user } = process.cpuUsage(begun);
    expect(user / 1000).toBeLessThan(5 * 50);
  });

  test.each(broken)('refuses %s', async (_what, tree, file) => {
    const error = await errorOf(loadTree(tree));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file } });
    expect(error.facts.issues).not.toHaveLength(0);
    expect(error.message).toContain(file);
  });

  const hostile = [
    '../x',
    '../../etc/passwd',
    '/etc/passwd',
    'a/../../b',
    'a\\..\\b',
    'C:/x',
    './a',
    'a//b',
    'a\nb',
    '',
  ];
  test.each(hostile)('[practice-environment 2.3 file-access] refuses the path %j', async (path) => {
    const error = await errorOf(loadTree(withConfig({ workspace: { starterFiles: [path] } })));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file: 'config.json' } });
  });

  test('[practice-environment 2.3 file-access] refuses a file that is a link out of the exercise', async () => {
    await using folder = await temporaryFolder();
    await withStarter(folder.at('demo'), { a: '' });
    await writeFile(folder.at('secret'), 'secret');
    await symlink(folder.at('secret'), folder.at('demo', 'starter', 'b'));
    await writeTree(folder.at('demo'), withConfig({ workspace: { starterFiles: ['b'] } }));
    const error = await errorOf(loadExercise(folder.at('demo')));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file: 'starter/b' } });
  });

  test('refuses a file of more than two megabytes', async () => {
    const error = await errorOf(loadTree({ ...WHOLE, 'CLAUDE.md': 'x'.repeat(2 * 1024 * 1024 + 1) }));
    expect(error).toMatchObject({ code: 'content_invalid', facts: { file: 'CLAUDE.md' } });
  });
});
