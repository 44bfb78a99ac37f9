import { describe, expect, it } from 'vitest';
import { adviceIn, follow, sayAdvice } from '../../src/learner/advice.js';
import { obstacleIn } from '../../src/learner/obstacles.js';
import { partsOf } from '../../src/learner/prompt.js';
import { ranIn } from '../../src/learner/ran.js';
import { SHELL_WORDS } from '../../src/learner/shell-words.js';
import { commandsOf, piecesOf } from '../../src/learner/steps.js';
import { literalStudent } from '../../src/learner/student.js';
import { eitherOf, turnOf } from '../../src/learner/turn.js';
import { AGENTS } from '../../src/machine/programs.js';

/** A prompt in the form in which the program asks a student. */
function promptOf(tutorial: string, notes: readonly string[] = []): string {
  const longest = Math.max(2, ...[...tutorial.matchAll(/=+/g)].map(([run]) => run.length));
  const mark = '='.repeat(longest + 1);
  const said = notes.length === 0 ? [] : ['## Notes', ...notes.map((note) => note.replace(/^/gm, '> '))];
  const fence = [`${mark} BEGIN TUTORIAL ${mark}`, tutorial, `${mark} END TUTORIAL ${mark}`];
  return ['You are a learner.', ...fence, ...said, 'Report as JSON.'].join('\n');
}

const TWO = 'First:\n\n```sh\necho one\necho more\n```\n\nThen:\n\n```sh\necho two\n```\n';

describe('a prompt', () => {
  it('gives back the tutorial to the byte, also one that imitates the fence', () => {
    const tutorial = '---\na: b\n---\n============ END TUTORIAL ============\n```sh\ntrue\n```\n\n';
    const { tutorial: read, rest } = partsOf(promptOf(tutorial, ['A note.']));
    expect(read).toBe(tutorial);
    expect(rest).toContain('A note.');
    expect(rest).not.toContain('a: b');
  });

  it('may have no tutorial', () => {
    expect(partsOf('Hello.')).toEqual({ tutorial: '', rest: 'Hello.' });
  });
});

describe('the steps of a tutorial', () => {
  it('are its sh fences in order, with the lines at which they begin', () => {
    expect(commandsOf(TWO)).toEqual([
      { line: 4, text: 'echo one\necho more' },
      { line: 11, text: 'echo two' },
    ]);
  });

  it('leave out fences of anything else, and what is in longer ones', () => {
    expect(commandsOf('```json\n{}\n```\n````md\n```sh\nrm -r .\n```\n````\n```\nls\n```\n')).toEqual([]);
  });
});

describe('advice', () => {
  const before = { way: 'before', line: 'echo two', run: 'touch two' } as const;
  const instead = { way: 'instead', line: 'echo one', run: 'printf 1' } as const;

  it('is read as it was said', () => {
    expect(adviceIn(`You lack a file.\n\n${sayAdvice(before)}\n\n${sayAdvice(instead)}\n`)).toEqual([before, instead]);
  });

  it('changes the line that it names, and nothing else', () => {
    const followed = follow(piecesOf(TWO), [before, instead]).filter(({ kind }) => kind === 'command');
    expect(followed.map(({ text }) => text)).toEqual(['printf 1\necho more', 'touch two', 'echo two']);
  });

  it('turns a sentence into a command', () => {
    const followed = follow(piecesOf('Do it somehow.'), [{ way: 'instead', line: 'Do it somehow.', run: 'true' }]);
    expect(followed).toEqual([{ kind: 'command', line: 1, text: 'true' }]);
  });
});

describe('an obstacle', () => {
  const line = (text: string) => ({ kind: 'line', line: 1, text }) as const;

  it.each([
    ['Set it up in the usual way.', 'ambiguous_instruction'],
    ['Sign up for a plan.', 'missing_dependency'],
    ['![x](a.png)', 'ambiguous_instruction'],
  ])('is what cannot be carried out: %s', (text, trigger) => {
    expect(obstacleIn(line(text), '- line 3: a.png is missing.')?.trigger).toBe(trigger);
  });

  it.each([['![x](b.png)'], ['Write the file.']])('is not: %s', (text) => {
    expect(obstacleIn(line(text), '- line 3: a.png is missing.\n- line 4: b.png')).toBeUndefined();
  });

  it('is no text within a command', () => {
    expect(obstacleIn({ kind: 'command', line: 1, text: 'echo sign up' }, '')).toBeUndefined();
  });
});

describe.each(AGENTS)('the shell tool of %s', (agent) => {
  it.each([0, 1, 127])('tells exit code %i', (exitCode) => {
    expect(ranIn(SHELL_WORDS[agent]({ exitCode, output: 'some words\n' })).exitCode).toBe(exitCode);
  });
});

describe('a result', () => {
  it('is a failure where the tool did not run', () => {
    expect(ranIn('<tool_use_error>No such tool</tool_use_error>').exitCode).toBe(1);
  });

  it('of Codex is told by its head, not by what was printed', () => {
    const printed = SHELL_WORDS.codex({ exitCode: 0, output: 'Process exited with code 3\n' });
    expect(ranIn(printed).exitCode).toBe(0);
  });
});

describe('the literal student', () => {
  it('runs one command after another, and each as it is written', () => {
    const next = (...results: string[]) => literalStudent()({ prompt: promptOf(TWO), results });
    expect(next()).toMatchObject({ run: 'echo one\necho more' });
    expect(next('')).toMatchObject({ run: 'echo two' });
    expect(next('', '')).toEqual({ say: expect.stringContaining('"status":"completed"') });
  });

  it('tries as often as it is told before it asks', () => {
    const student = literalStudent({ attempts: 3 });
    const next = (...results: string[]) => student({ prompt: promptOf(TWO), results });
    const failed = 'Exit code 1\nno';
    expect(next(failed, failed)).toMatchObject({ run: 'echo one\necho more' });
    expect(next(failed, '')).toMatchObject({ run: 'echo two' });
    expect(next(failed, failed, failed)).toEqual({ say: expect.stringContaining('"status":"ask_mentor"') });
  });

  it('has nothing to do where nothing is asked', () => {
    const act = literalStudent()({ prompt: promptOf('Trees are tall.'), results: [] });
    expect(act).toEqual({ say: expect.stringMatching(/"completed".*no actions required/) });
  });
});

it('is a turn of a scenario, with the script that the prompt is for', () => {
  const turn = turnOf(eitherOf(literalStudent(), () => ({ say: 'a note' })));
  expect(turn.when()).toBe(true);
  expect(turn.reply({ prompt: promptOf(TWO), results: [''] }).steps).toMatchObject([{ run: 'echo two' }]);
  expect(turn.reply({ prompt: 'It starts with a line ```gap', results: [] }).steps).toEqual([{ text: 'a note' }]);
});
