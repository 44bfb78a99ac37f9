import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { lintCommand } from '../src/commands/lint.js';
import { mutantCommand } from '../src/commands/mutant.js';
import { Heard, saying, TemporaryProject, WORDS_CHECK } from './support.js';

const FILE = 'exercises/words/mutants.json';
const COPY = 'exercises/.mutants/words/half/mutant/answer.txt';

interface Flags {
  why?: string;
  fails?: string[];
}

/** Runs the command on the exercise `words`, with nobody at the terminal or somebody who answers. */
async function mutant(project: TemporaryProject, name: string, flags: Flags = {}, answer?: string) {
  const heard = new Heard();
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  if (answer !== undefined) input.write(`${answer}\n`);
  const terminal = { input, output: new PassThrough() };
  const options = { ...flags, signal: new AbortController().signal };
  const code = await mutantCommand(project, 'words', name, options, terminal, heard);
  return { code, heard };
}

const mutantsIn = (project: TemporaryProject) => JSON.parse(project.read(FILE));

/** An exercise whose author has laid a mutant out, and changed this. */
async function changed(text: string, name = 'half') {
  const project = new TemporaryProject();
  project.words('words');
  await mutant(project, name);
  project.write({ [COPY.replace('half', name)]: text });
  return project;
}

describe('mutant', () => {
  test('lays the finished work out beside the exercises, where git does not see it, and says what to do', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'starter/notes.md': 'notes' } });
    const before = project.read(FILE);
    const { code, heard } = await mutant(project, 'half');
    expect(code).toBe(0);
    expect(project.read(COPY)).toBe('one two\n');
    expect(project.read('exercises/.mutants/words/half/mutant/notes.md')).toBe('notes');
    expect(project.read('exercises/.mutants/.gitignore')).toBe('*\n');
    expect(heard.text).toMatch(
      /Make the mistake in \S*\.mutants\/words\/half\/mutant\/, and then: .*mutant words half/,
    );
    expect(project.read(FILE)).toBe(before);
  });

  test('records what was changed, with what it was seen to fail, and clears up', async () => {
    using project = await changed('one\n');
    const { code, heard } = await mutant(project, 'half', { why: 'Says half.' });
    expect(heard.text).toContain('-one two\n+one');
    expect(heard.text).toContain('✓ one\n✗ two: the word is not there');
    expect(code).toBe(0);
    expect(mutantsIn(project).half).toEqual({ why: 'Says half.', fails: ['two'], edits: [saying('one')] });
    expect(Object.keys(mutantsIn(project))).toEqual(['only-one', 'only-two', 'other-words', 'nothing', 'half']);
    expect(existsSync(project.at('exercises/.mutants'))).toBe(false);
    expect(project.read('exercises/words/solution/answer.txt')).toBe('one two\n');
  });

  test('records files that are added and removed', async () => {
    using project = await changed('one\n');
    project.write({ [COPY.replace('answer.txt', 'more/new.txt')]: 'new\n' });
    const added = await mutant(project, 'half', { why: 'w' });
    expect(added.heard.text).toContain('--- /dev/null\n+++ half/more/new.txt\n');
    expect(mutantsIn(project).half.edits).toContainEqual({ file: 'more/new.txt', replace: ['new', ''] });
    await mutant(project, 'half');
    project.remove(COPY);
    const removed = await mutant(project, 'half', { fails: ['one', 'two'] });
    expect(removed.code).toBe(0);
    expect(removed.heard.text).toContain('--- solution/answer.txt\n+++ /dev/null\n');
    expect(mutantsIn(project).half.edits).toContainEqual({ file: 'answer.txt', replace: null });
  });

  test('asks why at a terminal, and says what to add where there is none', async () => {
    using project = await changed('one\n');
    await expect(mutant(project, 'half')).rejects.toThrow('Say with --why');
    await mutant(project, 'half', {}, 'Forgets the rest.');
    expect(mutantsIn(project).half.why).toBe('Forgets the rest.');
  });

  test('changes one that is there, and keeps why and what it fails', async () => {
    using project = new TemporaryProject();
    project.words('words');
    const { heard } = await mutant(project, 'only-one');
    expect(heard.text).toContain('only-one: Forgets two.');
    const path = COPY.replace('half', 'only-one');
    expect(project.read(path)).toBe('one\n');
    project.write({ [path]: 'one one\n' });
    expect((await mutant(project, 'only-one')).code).toBe(0);
    expect(mutantsIn(project)['only-one']).toEqual({
      why: 'Forgets two.',
      fails: ['two'],
      edits: [saying('one one')],
    });
  });

  test('does not let one that is there fail something else, unless it is said', async () => {
    using project = new TemporaryProject();
    project.words('words');
    await mutant(project, 'only-one');
    project.write({ [COPY.replace('half', 'only-one')]: 'two\n' });
    const { code, heard } = await mutant(project, 'only-one');
    expect(code).toBe(1);
    expect(heard.text).toContain('survives “two”, which it should fail');
    expect((await mutant(project, 'only-one', { fails: ['one'] })).code).toBe(0);
    expect(mutantsIn(project)['only-one'].fails).toEqual(['one']);
  });

  test.for<[string, string, Flags, string]>([
    ['no criterion notices', 'one two!\n', {}, 'no criterion notices it'],
    ['fails less than it should', 'one\n', { fails: ['one'] }, 'survives “one”, which it should fail'],
    ['fails more than it should', '\n', { fails: ['one'] }, 'fails “two”, which it does not name'],
  ])('does not record one that %s, and keeps it for its author', async ([, text, flags, words]) => {
    using project = await changed(text);
    const before = project.read(FILE);
    const { code, heard } = await mutant(project, 'half', { why: 'w', ...flags });
    expect(code).toBe(1);
    expect(heard.text).toContain(words);
    expect(heard.text).toMatch(/It is not recorded\. It stays in \S*half/);
    expect(project.read(FILE)).toBe(before);
    expect(project.read(COPY)).toBe(text);
  });

  test('records one as soon as the check has learned to notice it', async () => {
    using project = await changed('one two!\n');
    expect((await mutant(project, 'half', { why: 'Shouts.' })).code).toBe(1);
    project.write({ 'exercises/words/verify.sh': WORDS_CHECK.replace('grep -q "$1"', 'grep -q "$1\\( \\|$\\)"') });
    expect((await mutant(project, 'half', { why: 'Shouts.' })).code).toBe(0);
    expect(mutantsIn(project).half.fails).toEqual(['two']);
  });

  test('sees only the mistake where the solution has changed meanwhile', async () => {
    using project = await changed('one\n');
    project.write({ 'exercises/words/solution/answer.txt': '# words\none two\n' });
    await mutant(project, 'half', { why: 'w' });
    expect(mutantsIn(project).half.edits).toEqual([saying('one')]);
  });

  test('says that the solution has changed where the mistake was, and leaves everything as it is', async () => {
    using project = await changed('one\n');
    project.write({ 'exercises/words/solution/answer.txt': 'two one\n' });
    const before = project.read(FILE);
    await expect(mutant(project, 'half', { why: 'w' })).rejects.toThrow(
      /The solution has changed since .+half\/mutant was laid out.+\nhalf.edits.0: these lines are not in answer.txt/,
    );
    expect(project.read(FILE)).toBe(before);
    expect(project.read(COPY)).toBe('one\n');
  });

  test('lays the solution out where the edits of a mutant cannot be made any more', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'solution/answer.txt': 'two one\n' } });
    const { heard } = await mutant(project, 'only-one');
    expect(heard.text).toContain('only-one.edits.0: these lines are not in answer.txt');
    expect(heard.text).toContain('this is the solution as it is');
    expect(project.read(COPY.replace('half', 'only-one'))).toBe('two one\n');
  });

  test('makes the first mutant of an exercise that has no file of them', async () => {
    using project = await changed('one\n');
    project.remove(FILE);
    await mutant(project, 'half', { why: 'w' });
    expect(Object.keys(mutantsIn(project))).toEqual(['half']);
  });

  test.for<[string, (project: TemporaryProject) => void, string]>([
    ['nothing was changed', (project) => project.write({ [COPY]: 'one two\n' }), 'differs from the solution'],
    [
      'a file was changed that is no text',
      (project) => project.write({ [COPY]: Buffer.from([0xff, 0xfe]) }),
      'answer.txt is not UTF-8 text',
    ],
    [
      'a file was added that no system could have',
      (project) => project.write({ [COPY.replace('answer', 'why?')]: 'because' }),
      'without any of',
    ],
    [
      'a link was put in the place of a file',
      (project) => {
        project.remove(COPY);
        symlinkSync('/dev/zero', project.at(COPY));
      },
      'answer.txt is a symbolic link',
    ],
    ['mutants.json cannot be read', (project) => project.write({ [FILE]: '{' }), 'mutants.json first: not JSON'],
    [
      'the exercise is not whole',
      (project) => project.remove('exercises/words/verify.sh'),
      'Not true of words: it is whole',
    ],
  ])('says so where %s', async ([, change, words]) => {
    using project = await changed('one\n');
    change(project);
    await expect(mutant(project, 'half', { why: 'w' })).rejects.toThrow(words);
    expect(readdirSync(project.at(dirname(COPY)))).toContain('answer.txt');
  });

  test('lays out nothing through a link, and says where it is', async () => {
    using project = new TemporaryProject();
    project.words('words', { files: { 'solution/more.txt': '' } });
    project.remove('exercises/words/solution/more.txt');
    symlinkSync('/dev/zero', project.at('exercises/words/solution/more.txt'));
    await expect(mutant(project, 'half')).rejects.toThrow('solution/more.txt is a symbolic link');
    expect(existsSync(project.at('exercises/.mutants'))).toBe(false);
  });

  test('keeps what others record while the check runs, and refuses if it is the same mutant', async () => {
    using project = await changed('one\n');
    await mutant(project, 'late');
    project.write({ [COPY.replace('half', 'late')]: 'two\n' });
    const [half, late] = await Promise.all(['half', 'late'].map((name) => mutant(project, name, { why: name })));
    expect([half?.code, late?.code]).toEqual([0, 0]);
    expect(Object.keys(mutantsIn(project))).toEqual(expect.arrayContaining(['half', 'late']));
    await mutant(project, 'half');
    project.write({ [COPY]: 'one one\n' });
    const again = mutant(project, 'half');
    const { half: recorded, ...others } = mutantsIn(project);
    project.write({ [FILE]: JSON.stringify({ ...others, half: { ...recorded, why: 'Another reason.' } }) });
    await expect(again).rejects.toThrow(/Somebody has changed half .*\. Your changes stay in .*half/);
    expect(mutantsIn(project).half.why).toBe('Another reason.');
    expect(project.read(COPY)).toBe('one one\n');
  });

  test('records no backup of an editor', async () => {
    using project = await changed('one\n');
    for (const name of ['answer.txt~', '#answer.txt#', '.answer.txt.swp']) {
      project.write({ [COPY.replace('answer.txt', name)]: 'one two\n' });
    }
    await mutant(project, 'half', { why: 'w' });
    expect(mutantsIn(project).half.edits).toEqual([saying('one')]);
  });

  test('takes names that are folders on every system, and exercises that are there', async () => {
    using project = new TemporaryProject();
    project.words('words');
    await expect(mutant(project, '../solution')).rejects.toThrow('only lower-case letters, digits and hyphens');
    project.remove('exercises/words');
    await expect(mutant(project, 'half')).rejects.toThrow('There is no exercise in');
    expect(readdirSync(project.exercises)).toEqual(['_policy.md']);
  });

  test('leaves other mutants that are laid out where they are', async () => {
    using project = await changed('one\n');
    await mutant(project, 'nothing');
    await mutant(project, 'half', { why: 'w' });
    expect(readdirSync(project.at('exercises/.mutants/words'))).toEqual(['nothing']);
    const heard = new Heard();
    await lintCommand(project, [], { jobs: 1 }, heard);
    expect(heard.text).toContain('1 exercise:');
  });
});
