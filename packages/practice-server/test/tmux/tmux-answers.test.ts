import { describe, expect, test } from 'vitest';
import { parseHistory } from '../../src/tmux/history.js';
import { parseSessions } from '../../src/tmux/servers/session-list.js';
import { readAnswers } from '../../src/tmux/widths/read-answers.js';

const FAILED = expect.objectContaining({ code: 'session_failed' });

describe('the list of sessions', () => {
  const line = (exit: string, pane = '%1') => `af-x 100 200 300 ${pane} 0 ${exit}`;

  test('has no exit code where a program of the student wrote something else into its place', () => {
    const exits = ['0', '130', '', 'done', '-1', '1e3', '0x10', 'NaN'].map((text) => parseSessions(line(text))[0]);
    expect(exits.map((session) => session?.agentExit)).toEqual([0, 130, ...new Array(6).fill(undefined)]);
  });

  test('tells those whose last program has ended', () => {
    const ended = ['0', '1', '', 'x'].map((text) => parseSessions(`af-x 100 200 300 %1 ${text} 0`)[0]?.ended);
    expect(ended).toEqual([false, true, false, false]);
  });

  test('has no session without a pane', () => {
    expect(parseSessions([line('0', ''), line('0', 'x'), line('0', '%')].join('\n'))).toEqual([]);
  });
});

describe('a history', () => {
  test('is what tmux printed behind its facts', () => {
    expect(parseHistory('3 100 0 80 24 bash\na\nb\n', {})).toMatchObject({ lines: 3, cols: 80, text: 'a\nb\n' });
  });

  test.each(['', 'no server running', '1 2 3', '1 100 0 x 24 bash\n'])(
    'is a failed session where it is %j',
    (printed) => {
      expect(() => parseHistory(printed, {})).toThrow(FAILED);
    },
  );
});

describe('widths of characters', () => {
  const questions = { samples: [{ first: 0xa0, last: 0xa0 }], modifierBases: [], texts: ['\u00a0'] };
  const screen = 'x\ne\u0301\u0301|\n\u00e9\u0301|\n';
  const read = (column: number, drawn = screen) =>
    readAnswers(questions, { version: '3.6', replies: `\x1b[1;${column}R`, screen: drawn });

  test('are those that the cursor told', () => {
    expect(read(3)).toMatchObject({ ranges: [[0xa0, 0xa0, 2]], maxCharacterBytes: 5 });
  });

  test('are a failed session where no character is that wide, or nothing was drawn', () => {
    for (const column of [0, 4, 9]) expect(() => read(column)).toThrow(FAILED);
    expect(() => read(2, '')).toThrow(FAILED);
  });
});
