import { fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { historyResponseSchema, PracticeError, sessionIdSchema, widthsResponseSchema } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { parseHistory } from '../../src/tmux/history.js';
import { parseSessions } from '../../src/tmux/servers/session-list.js';
import { readAnswers } from '../../src/tmux/widths/read-answers.js';

const exerciseId = fc.string({ unit: fc.constantFrom(...'abc12-'), minLength: 1, maxLength: 20 });
const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
const exitCode = fc.integer({ min: 0, max: 255 });
const session = fc.record({
  exerciseId,
  created: seconds,
  input: seconds,
  output: seconds,
  pane: fc.nat(999),
  ended: fc.boolean(),
  exit: fc.option(exitCode, { nil: undefined }),
});
const field = fc.oneof(
  fc.constantFrom('', '-1', '1e400', 'NaN', '0x10', '12 ', '%1', '%', '1.5', '99999999999999999999'),
  oddText,
);

fuzz({
  parser: 'list of sessions',
  says: 'each session comes back as tmux told it, whatever stands beside it',
  input: fc.tuple(
    session,
    oddText.filter((text) => !text.includes('af-')),
  ),
  holds: ([{ exerciseId: id, created, input, output, pane, ended, exit }, noise]) => {
    const line = [`af-${id}`, created, input, output, `%${pane}`, Number(ended), exit ?? ''].join(' ');
    expect(parseSessions(`${noise}\n${line}\n${noise}`)).toEqual([
      {
        sessionId: `af-${id}`,
        createdAt: created * 1000,
        inputAt: input * 1000,
        activeAt: Math.max(input, output) * 1000,
        paneId: `%${pane}`,
        ended,
        agentExit: exit,
      },
    ]);
  },
});

fuzz({
  parser: 'list of sessions',
  says: 'what a program of the student has written into it becomes no time and no exit code that is none',
  input: fc.tuple(exerciseId, fc.array(field, { maxLength: 8 }), oddText),
  holds: ([id, fields, text]) => {
    for (const each of parseSessions(`af-${id} ${fields.join(' ')}\n${text}`)) {
      expect(sessionIdSchema.safeParse(each.sessionId).success).toBe(true);
      expect(each.paneId).toMatch(/^%\d+$/);
      for (const time of [each.createdAt, each.inputAt, each.activeAt]) {
        expect(Number.isSafeInteger(time) && time >= 0).toBe(true);
        expect(Number.isNaN(new Date(time).getTime())).toBe(false);
      }
      expect(each.agentExit === undefined || Number.isSafeInteger(each.agentExit)).toBe(true);
    }
  },
});

const wish = fc.record({ lines: fc.option(fc.nat(1_000_000), { nil: undefined }), plain: fc.boolean() });
const facts = fc.record({
  size: fc.nat(50_000),
  limit: fc.nat(50_000),
  alternate: fc.boolean(),
  cols: fc.integer({ min: 2, max: 1000 }),
  rows: fc.integer({ min: 1, max: 500 }),
  command: fc.oneof(
    fc.constantFrom('bash', 'a b', ''),
    oddText.filter((text) => !text.includes('\n')),
  ),
});

fuzz({
  parser: 'history',
  says: 'facts and text come back as tmux told them',
  input: fc.tuple(facts, wish, oddText),
  holds: ([{ size, limit, alternate, cols, rows, command }, wished, text]) => {
    const printed = `${size} ${limit} ${Number(alternate)} ${cols} ${rows} ${command}\n${text}`;
    const history = parseHistory(printed, wished);
    expect(history).toMatchObject({ cols, rows, limit, alternate, text, lines: size + (alternate ? rows : 0) });
    expect(historyResponseSchema.safeParse(history).error).toBeUndefined();
    expect(history.from).toBeLessThanOrEqual(history.lines);
  },
});

fuzz({
  parser: 'history',
  says: 'what is no history is a failure of the session, and never a wrong answer',
  input: fc.tuple(
    fc.oneof(
      oddText,
      fc.array(field, { maxLength: 7 }).map((fields) => fields.join(' ')),
    ),
    wish,
  ),
  holds: ([printed, wished]) => {
    const history = orFailure(() => parseHistory(printed, wished));
    if (history !== undefined) expect(historyResponseSchema.safeParse(history).error).toBeUndefined();
  },
});

const QUESTIONS = {
  samples: [
    { first: 0xa0, last: 0xa0 },
    { first: 0x300, last: 0x300 },
    { first: 0x20000, last: 0x200ff },
  ],
  modifierBases: [0x1f44b],
  texts: [
    '\u00a0',
    '\u0300',
    '\u{20000}',
    '\u6f22\u{1f3fd}',
    '\u{1f44b}\u{1f3fd}',
    '\u{1f469}\u200d\u{1f4bb}',
    '\u2764\ufe0f',
    '\u6f22\u{1f1e9}',
  ],
};
const column = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 0, max: 9 }));
const reply = fc.oneof(
  { weight: 20, arbitrary: column.map((each) => `\u001b[1;${each}R`) },
  fc.constantFrom('\u001b[1;12R', '\u001b[2;1R', 'x'),
);
const replies = fc
  .oneof(fc.array(reply, { minLength: 8, maxLength: 8 }), fc.array(reply, { maxLength: 10 }))
  .map((each) => each.join(''));
const screen = fc.oneof(
  oddText,
  fc
    .tuple(oddText, fc.nat(300), fc.nat(300), fc.constantFrom('|', ''))
    .map(([flags, one, two, bar]) => [flags, `${'e'.repeat(one)}${bar}`, `${'e'.repeat(two)}${bar}`, ''].join('\n')),
);

fuzz({
  parser: 'widths of characters',
  says: 'whatever tmux answers, they are such as a page takes, or it is a failure of the session',
  input: fc.record({ version: oddText, replies, screen }),
  holds: (answers) => {
    const widths = orFailure(() => readAnswers(QUESTIONS, answers));
    if (widths !== undefined) expect(widthsResponseSchema.safeParse(widths).error).toBeUndefined();
  },
});

/** Undefined where the answer is that tmux has failed; everything else that is thrown is a bug. */
function orFailure<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PracticeError && error.code === 'session_failed') return undefined;
    throw error;
  }
}
