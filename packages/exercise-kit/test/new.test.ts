import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { lintCommand } from '../src/commands/lint.js';
import { newCommand } from '../src/commands/new.js';
import { testCommand } from '../src/commands/test.js';
import { LANGUAGES, type PartialAnswers } from '../src/scaffold/answers.js';
import { Heard, TemporaryProject } from './support.js';

const FLAGS = {
  id: 'tiny',
  title: 'Fit a "headline"',
  lesson: 'new',
  language: 'python',
  difficulty: 'beginner',
  minutes: '20',
};
const NOBODY = { input: new PassThrough(), output: new PassThrough() };

/** Somebody at a terminal who gives these answers, one to each question, and then goes. */
function author(...answers: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let asked = '';
  output.on('data', (data) => {
    asked += data;
    if (!/: $/.test(String(data))) return;
    const answer = answers.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  return { input, output, asked: () => asked };
}

describe('new', () => {
  test.for(LANGUAGES)(
    '[exercises 6 new] makes an exercise in %s that passes lint and test untouched',
    async (language, { expect }) => {
      using project = new TemporaryProject();
      const heard = new Heard();
      expect(await newCommand(() => project, { ...FLAGS, language }, NOBODY, heard)).toBe(0);
      expect(await lintCommand(project, ['tiny'], { jobs: 1 }, heard)).toBe(0);
      expect(heard.text).toContain('1 exercise: 0 errors, 0 warnings');
      expect(await testCommand(project, [], { jobs: 2, signal: new AbortController().signal }, heard)).toBe(0);
      expect(heard.text).toMatch(/1 exercise: 1 starter fails, 2 solution runs pass, 5 mutants caught; 3 criteria/);
      expect(project.read('docs/new-exercises/drafts/tiny.md')).toContain('title: "Fit a \\"headline\\""');
    },
  );

  test('asks for what no flag says, takes the usual answer for an empty one, and asks again after a wrong one', async () => {
    using project = new TemporaryProject();
    const terminal = author('Not An Id', 'asked', '01-part/01-lesson', 'node', '', '25');
    await newCommand(() => project, { title: 'Asked' }, terminal, new Heard());
    expect(terminal.asked()).toContain('only lower-case letters, digits and hyphens');
    const config = JSON.parse(project.read('exercises/asked/config.json'));
    expect(config).toMatchObject({ id: 'asked', title: 'Asked', prerequisites: ['node'], estimatedMinutes: 25 });
    expect(config).toMatchObject({ lessonPath: '01-part/01-lesson', difficulty: 'beginner' });
  });

  test('makes nothing when the author goes before all is answered', async () => {
    using project = new TemporaryProject();
    await expect(newCommand(() => project, {}, author('gone'), new Heard())).rejects.toThrow('nothing was made');
    expect(existsSync(project.at('exercises/gone'))).toBe(false);
  });

  test.for<[string, PartialAnswers, string]>([
    [
      'names the flags that are needed where nobody can be asked',
      { id: 'tiny', title: 'T' },
      '--lesson --language --difficulty --minutes',
    ],
    ['says what is wrong with a flag', { ...FLAGS, minutes: 'many' }, '--minutes: found "many"'],
    ['names the lessons there are for one that is not there', { ...FLAGS, lesson: '09-gone' }, '01-part/01-lesson'],
  ])('%s', async ([, flags, words]) => {
    using project = new TemporaryProject();
    await expect(newCommand(() => project, flags, NOBODY, new Heard())).rejects.toThrow(words);
    expect(existsSync(project.at('exercises/tiny'))).toBe(false);
  });

  test('leaves an exercise of that name as it is', async () => {
    using project = new TemporaryProject({ 'exercises/tiny/notes.md': 'mine' });
    await expect(newCommand(() => project, FLAGS, NOBODY, new Heard())).rejects.toThrow('is there already');
    expect(project.read('exercises/tiny/notes.md')).toBe('mine');
  });

  test('brings the shared policy and library to a first exercise, and leaves those of a project as they are', async () => {
    using project = new TemporaryProject({ 'exercises/_policy.md': 'Ours.\n' });
    project.create();
    expect(project.read('exercises/_policy.md')).toBe('Ours.\n');
    expect(existsSync(project.at('exercises/_lib/python/checks/check_runner.py'))).toBe(true);
  });
});
