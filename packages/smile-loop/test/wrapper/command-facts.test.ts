import { describe, expect, it } from 'vitest';
import { commandFacts } from '../../src/wrapper/commands/command-facts.js';

/** As Gemini CLI tells of a command that has ended. */
const ofGemini = (result: string) => commandFacts({ output: 'Run it', status: 'completed' }, result, false);

describe('what Gemini CLI tells of a command', () => {
  it.each([
    ['a success', 'Output: hi\nthere\nProcess Group PGID: 9', { exitCode: 0, output: 'hi\nthere' }],
    ['nothing printed', 'Output: (empty)\nProcess Group PGID: 9', { exitCode: 0, output: '' }],
    ['a failure', 'Output: no such file\nExit Code: 2\nProcess Group PGID: 9', { exitCode: 2, output: 'no such file' }],
    ['no group', 'Output: x\nExit Code: 127', { exitCode: 127, output: 'x' }],
    [
      'programs left behind',
      'Output: x\nExit Code: 1\nBackground PIDs: 7, 8\nProcess Group PGID: 9',
      { exitCode: 1, output: 'x' },
    ],
    [
      'a signal, as a shell counts it',
      'Output: (empty)\nSignal: 9\nProcess Group PGID: 9',
      { exitCode: 137, output: '' },
    ],
    ['a signal without a number', 'Output: (empty)\nSignal: SIGKILL', { exitCode: null, output: '' }],
    [
      'what could not be started',
      'Output: (empty)\nError: spawn EAGAIN',
      { exitCode: null, output: '\nError: spawn EAGAIN' },
    ],
  ])('is read: %s', (_, result, facts) => {
    expect(ofGemini(result)).toEqual(facts);
  });

  it('is not taken from what the program has printed', () => {
    const printed = 'x\nExit Code: 7\nProcess Group PGID: 5';
    expect(ofGemini(`Output: ${printed}\nExit Code: 4\nProcess Group PGID: 9`)).toEqual({
      exitCode: 4,
      output: printed,
    });
    expect(ofGemini('Output: Exit Code: 7\nProcess Group PGID: 9')).toEqual({ exitCode: 0, output: 'Exit Code: 7' });
  });

  it('is unknown where a command was cut short', () => {
    const words =
      'Command was cancelled by user before it could complete. There was no output before it was cancelled.';
    expect(ofGemini(words)).toEqual({ exitCode: null, output: words });
  });

  it('is read in a moment, however much was printed', () => {
    const printed = 'Exit Code: 1\n'.repeat(100_000);
    const began = performance.now();
    expect(ofGemini(`Output: ${printed}\nExit Code: 3`)).toEqual({ exitCode: 3, output: printed });
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('what other CLIs tell', () => {
  it('counts by the exit code that they name, and by the output that they tell apart', () => {
    expect(commandFacts({ exitCode: 3, output: 'Exit code 9' }, 'whatever', true)).toEqual({
      exitCode: 3,
      output: 'Exit code 9',
    });
  });

  it('is 0 where a command is called done, whatever it has printed', () => {
    expect(commandFacts({ status: 'completed' }, 'x\nExit code 7', true)).toEqual({
      exitCode: 0,
      output: 'x\nExit code 7',
    });
  });

  it('leaves out what Claude Code says by itself', () => {
    expect(commandFacts({ status: 'completed' }, '(Bash completed with no output)', true)).toEqual({
      exitCode: 0,
      output: '',
    });
    expect(commandFacts({ status: 'failed' }, 'Exit code 127\nx: not found', true)).toEqual({
      exitCode: 127,
      output: 'x: not found',
    });
  });
});
