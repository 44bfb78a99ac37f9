import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { testCommand } from '../src/commands/test.js';
import type { Part } from '../src/prove/prove.js';
import { Heard, saying, TemporaryProject, WORDS_CHECK } from './support.js';

async function proved(
  project: TemporaryProject,
  options: { ids?: string[]; mutants?: string[]; part?: Part; json?: boolean; junit?: string } = {},
) {
  const heard = new Heard();
  const { ids = [], ...rest } = options;
  const code = await testCommand(project, ids, { jobs: 2, signal: new AbortController().signal, ...rest }, heard);
  return { code, heard };
}

/** A mutants.json of the usual mutants, one of them otherwise. */
function mutants(project: TemporaryProject, change: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(project.read('exercises/words/mutants.json')), ...change });
}

describe('test', () => {
  test('[exercises 6 test] counts what it has proved of every exercise', async () => {
    using project = new TemporaryProject();
    project.words('one');
    project.words('two');
    const { code, heard } = await proved(project);
    expect(code).toBe(0);
    expect(heard.outLines[0]).toMatch(
      /^2 exercises: 2 starters fail, 4 solution runs pass, 8 mutants caught; 4 criteria \(/,
    );
  });

  test('takes the exercises it is told, and says which there are for one that is not there', async () => {
    using project = new TemporaryProject();
    project.words('one');
    project.words('two', { files: { 'solution/answer.txt': 'nothing' } });
    expect((await proved(project, { ids: ['one'] })).code).toBe(0);
    await expect(proved(project, { ids: ['three'] })).rejects.toThrow(
      'There is no exercise "three". There are: one, two',
    );
  });

  test('each part has all but the mutants whole, and all parts together have every mutant once', async () => {
    using project = new TemporaryProject();
    project.words('words');
    const parts = [1, 2, 3].map((index) => proved(project, { part: { index, of: 3 }, json: true }));
    const totals = (await Promise.all(parts)).map(({ heard }) => JSON.parse(heard.outLines.join('\n')));
    expect(totals.map((each) => each.totals.mutants).toSorted()).toEqual([1, 1, 2]);
    const titles = totals.flatMap(({ exercises }) => exercises[0].claims.map((one: { title: string }) => one.title));
    const whole = await proved(project, { json: true });
    const all = JSON.parse(whole.heard.outLines.join('\n')).exercises[0].claims;
    expect(new Set(titles)).toEqual(new Set(all.map((one: { title: string }) => one.title)));
    for (const each of totals) expect(each.totals).toMatchObject({ starters: 1, solutions: 2, problems: 0 });
  });

  test('says which part of the mutants it has proved', async () => {
    using project = new TemporaryProject();
    project.words('words');
    const { code, heard } = await proved(project, { part: { index: 2, of: 2 } });
    expect(code).toBe(0);
    expect(heard.outLines[0]).toMatch(/, 2 mutants caught in part 2 of 2; 2 criteria \(/);
  });

  test('fails a starter that passes', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'starter/answer.txt': 'one two' } });
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain('it passes, so there is nothing to do');
  });

  test('fails a starter that cannot be judged', async () => {
    using project = new TemporaryProject();
    project.words('words', {
      files: { 'verify.sh': WORDS_CHECK.replace('BEFORE=', 'grep -q TODO answer.txt && exit 3') },
    });
    const { heard } = await proved(project);
    expect(heard.text).toContain('not true: the starter fails');
    expect(heard.text).toContain('could not be judged');
  });

  test('proves nothing through a link, and writes nothing through it', async () => {
    using project = new TemporaryProject({ 'outside.txt': 'one two\n' });
    project.words('words');
    project.remove('exercises/words/solution/answer.txt');
    symlinkSync(project.at('outside.txt'), project.at('exercises/words/solution/answer.txt'));
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain('solution/answer.txt is a symbolic link');
    expect(project.read('outside.txt')).toBe('one two\n');
  });

  test('fails a solution that does not pass, and says what the check says', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'solution/answer.txt': 'one' } });
    const { heard } = await proved(project);
    expect(heard.text).toContain('not true: the solution (2) passes');
    expect(heard.text).toContain('“Says two” is failed: the word is not there');
  });

  test('fails a check that says nothing about what it fails', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'verify.sh': WORDS_CHECK.replace(',"message":"the word is not there"', '') } });
    expect((await proved(project)).heard.text).toContain('“Says one” is failed without a message');
  });

  test.for<[string, Record<string, unknown>, string]>([
    [
      'survives',
      { 'only-one': { why: 'w', fails: ['one', 'two'], edits: [saying('one')] } },
      'survives “one”, which it should fail',
    ],
    [
      'fails more than it names',
      { nothing: { why: 'w', fails: ['one'], edits: [saying('')] } },
      'fails “two”, which it does not name',
    ],
  ])('fails a mutant that %s', async ([, change, words]) => {
    using project = new TemporaryProject();
    project.words('words');
    project.write({ 'exercises/words/mutants.json': mutants(project, change) });
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain(words);
    expect(heard.text).toMatch(/ {4}-one two\n {4}\+/);
  });

  test('shows the edit of a mutant that is not caught as a unified diff', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'solution/answer.txt': 'a\nb\nc\none two\nd\ne\nf\n' } });
    const wrong = { nothing: { why: 'w', fails: ['one'], edits: [saying('')] } };
    project.write({ 'exercises/words/mutants.json': mutants(project, wrong) });
    const { heard } = await proved(project, { mutants: ['nothing'], ids: ['words'] });
    const shown = '--- solution/answer.txt\n+++ nothing/answer.txt\n@@ -2,5 +2,5 @@\n b\n c\n-one two\n+\n d\n e';
    expect(heard.errLines.map((line) => line.trim()).join('\n')).toContain(shown.replaceAll('\n ', '\n'));
  });

  test('does not run a mutant whose edit cannot be made, and says which', async () => {
    using project = new TemporaryProject();
    project.words('words');
    const wrong = {
      'only-one': { why: 'w', fails: ['two'], edits: [saying('one'), { ...saying('x'), find: 'two' }] },
    };
    project.write({ 'exercises/words/mutants.json': mutants(project, wrong) });
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain('not true: the mutant only-one is caught');
    expect(heard.text).toContain('only-one.edits.1: these lines are not in answer.txt');
    expect(heard.text).toContain('3 mutants caught');
  });

  test('proves only the mutants it is told', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'starter/answer.txt': 'one two' } });
    const { code, heard } = await proved(project, { ids: ['words'], mutants: ['nothing', 'only-one'] });
    expect(heard.outLines[0]).toMatch(/^2 mutants caught \(/);
    expect(code).toBe(0);
    await expect(proved(project, { ids: ['words'], mutants: ['everything'] })).rejects.toThrow(
      'words has no mutant "everything". There are: only-one, only-two',
    );
    project.words('others');
    await expect(proved(project, { mutants: ['nothing'] })).rejects.toThrow('Name the exercise of the mutants');
  });

  test('fails an exercise with three mutants, and one with a criterion that no mutant fails', async () => {
    using project = new TemporaryProject();
    project.words('words');
    const few = ['a', 'b', 'c'].map((name) => [name, { why: 'w', fails: ['two'], edits: [saying('one')] }]);
    project.write({ 'exercises/words/mutants.json': JSON.stringify(Object.fromEntries(few)) });
    const { heard } = await proved(project);
    expect(heard.text).toContain('not true: there are 4 mutants');
    expect(heard.text).toContain('“one” is failed by none');
  });

  test('fails a criterion that the check says nothing of', async () => {
    using project = new TemporaryProject();
    const three = ['one', 'two', 'three'].map((id) => ({ id, title: `Says ${id}` }));
    project.words('words', { config: { criteria: three } });
    const { heard } = await proved(project);
    expect(heard.text).toContain('not true: the check judges the criteria that config.json lists');
    expect(heard.text).toContain('the check prints no row for “three”; it prints: one, two');
  });

  test('fails a check that prints a title which config.json does not list', async () => {
    using project = new TemporaryProject();
    const more = `${WORDS_CHECK}echo '{"name":"Says more","passed":true}'\n`;
    project.words('words', { files: { 'verify.sh': more } });
    expect((await proved(project)).heard.text).toContain(
      'could not be judged: The check printed something that is not a list of criteria. ("Says more" is not the title',
    );
  });

  test('proves an exercise of format 1, whose mutants and rows name criteria by their titles', async () => {
    using project = new TemporaryProject();
    const titles: Record<string, string> = { one: 'Says one', two: 'Says two' };
    const check = WORDS_CHECK.replace('{"id":"%s"', '{"name":"Says %s"');
    project.words('words', {
      config: { formatVersion: 1, criteria: undefined, stages: [{ title: 'All', criteria: ['Says one'] }] },
      files: { 'verify.sh': check },
    });
    const named = JSON.parse(project.read('exercises/words/mutants.json'));
    for (const mutant of Object.values<{ fails: string[] }>(named)) {
      mutant.fails = mutant.fails.map((id) => titles[id] ?? id);
    }
    project.write({ 'exercises/words/mutants.json': JSON.stringify(named) });
    const { code, heard } = await proved(project);
    expect(heard.text).toContain('4 mutants caught; 2 criteria');
    expect(code).toBe(0);
  });

  test('proves what is served: the form that students get, made anew of the sources as they are now', async () => {
    using project = new TemporaryProject();
    const verification = { type: 'script', script: 'verify.sh', files: ['checks/notes.txt'] };
    project.words('words', { config: { verification }, files: { 'checks/notes.txt': '' } });
    expect((await proved(project)).code).toBe(0);
    expect(existsSync(project.at('exercises/dist/words/checks/notes.txt'))).toBe(true);
    project.configure('words', { verification: { ...verification, files: [] } });
    project.write({ 'exercises/words/verify.sh': '#!/bin/sh\nexit 1\n' });
    expect((await proved(project)).heard.text).toContain('not true: the starter fails');
    expect(project.read('exercises/dist/words/verify.sh')).toBe('#!/bin/sh\nexit 1\n');
    expect(existsSync(project.at('exercises/dist/words/checks'))).toBe(false);
  });

  test.for<[string, string, string]>([
    ['a process', 'env -i setsid sleep 60 >/dev/null 2>&1 </dev/null &', 'left sleep running'],
    [
      'a process in another folder',
      'cd / && env -i HOME="$HOME" setsid sleep 60 >/dev/null 2>&1 </dev/null &',
      'left sleep running',
    ],
    ['a file in the workspace', 'echo x > litter.txt', 'left workspace/litter.txt'],
    ['a file in the home folder', 'echo x > "$HOME/litter.txt"', 'left home/litter.txt'],
    ['a temporary file', 'mktemp >/dev/null', 'left temporary/tmp.'],
    ['a file in the exercise', 'echo x > "$AF_EXERCISE_DIR/litter.txt"', 'left litter.txt in the exercise'],
    ['a change in the exercise', 'echo x >> "$AF_EXERCISE_DIR/tutor.md"', 'changed tutor.md in the exercise'],
  ])('fails a check that leaves %s behind', async ([, line, words]) => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'verify.sh': WORDS_CHECK.replace('BEFORE=', line) } });
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain(words);
  });

  test('proves the others where one cannot be loaded', async () => {
    using project = new TemporaryProject();
    project.words('broken', { files: { 'config.json': '{' } });
    project.words('good');
    const { code, heard } = await proved(project);
    expect(code).toBe(1);
    expect(heard.text).toContain('✗ broken');
    expect(heard.text).toContain('✓ good');
  });

  test('says which program is missing on this machine', async () => {
    using project = new TemporaryProject();
    project.words('words', { config: { prerequisites: ['no-such-program'] } });
    expect((await proved(project)).heard.text).toContain('no-such-program is not installed');
  });

  test('writes a report for CI, and JSON for scripts', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'solution/answer.txt': 'one <&"' } });
    const { heard } = await proved(project, { json: true, junit: project.at('reports/junit.xml') });
    const report = project.read('reports/junit.xml');
    expect(report).toContain('<testsuites name="exercise-kit test" tests="10" failures="');
    expect(report).toContain('<failure message="“Says two” is failed: the word is not there">');
    const { totals, exercises } = JSON.parse(heard.outLines.join('\n'));
    expect(totals).toMatchObject({ exercises: 1, starters: 1, solutions: 0 });
    expect(exercises[0].claims[0]).toMatchObject({ title: 'the starter fails' });
  });

  test('cleans up when it is stopped half way', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'verify.sh': WORDS_CHECK.replace('BEFORE=', 'sleep 60') } });
    vi.stubEnv('TMPDIR', project.at('temporary'));
    mkdirSync(project.at('temporary'));
    const stop = new AbortController();
    const running = testCommand(project, [], { jobs: 2, signal: stop.signal }, new Heard());
    await expect.poll(() => readdirSync(project.at('temporary')).length).toBeGreaterThan(0);
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect(readdirSync(project.at('temporary'))).toEqual([]);
    vi.unstubAllEnvs();
  });
});
