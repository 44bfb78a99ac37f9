import { describe, expect, test } from 'vitest';
import { readCapture } from '../events/read-log.js';
import { told } from '../events/recording.js';

const HELLO = 'Hello! I am your tutor, and this is a longer sentence to be streamed in pieces.';
const BYE = 'answer: The tool is done. Bye.';

describe('a conversation in a terminal, by the log of Claude Code', () => {
  test('is told turn by turn', () => {
    expect(told(readCapture('claude.terminal').finish())).toEqual([
      ...['question: hello', `answer: ${HELLO}`, 'done'],
      ...['question: run something', 'answer: I will **run** it.'],
      ...['execute completed: touch made.txt && echo out-2', BYE, 'done'],
      ...['question: refuse this', 'execute refused: touch never.txt', 'cancelled'],
      ...['question: read two', 'answer: Reading.', 'read completed: /home/student/work/a.txt'],
      ...['read completed: /home/student/work/a.txt', BYE, 'done'],
      ...['question: write a file', 'answer: Writing.', 'edit completed: /home/student/work/hello.py', BYE, 'done'],
      ...['question: hold on', 'answer: Waiting now.', 'cancelled'],
      ...['question: hello again', `answer: ${HELLO}`, 'done'],
      // To a command of the student's own: it is no question, and is answered all the same.
      ...[`answer: ${HELLO}`, 'done'],
      ...['question: go wrong', 'failed: API Error: 400 scripted failure'],
    ]);
  });

  test('keeps what has no event, and passes over what is no part of it', () => {
    const kinds = readCapture('claude.terminal').raw.map((entry) => entry as Record<string, unknown>);
    expect(kinds.map(({ type, subtype, isCompactSummary }) => subtype ?? isCompactSummary ?? type)).toEqual([
      'compact_boundary',
      true,
    ]);
  });

  test('has the ids of the log, and the edits and commands', () => {
    const { items } = readCapture('claude.terminal').finish();
    expect(items.filter(({ kind }) => kind === 'answer').map(({ id }) => id)).toContainEqual(
      expect.stringMatching(/^msg_[0-9a-f]+:0$/),
    );
    const tools = items.filter((item) => item.kind === 'tool');
    expect(tools[0]).toMatchObject({ detail: { command: 'touch made.txt && echo out-2', output: 'out-2' } });
    expect(tools.at(-1)).toMatchObject({
      detail: { edits: [{ path: 'hello.py', oldText: null, newText: 'print("hello")\n' }] },
    });
  });

  test('counts every answer once, though each of its blocks tells its usage', () => {
    const ends = readCapture('claude.terminal')
      .finish()
      .items.filter((item) => item.kind === 'run_end');
    expect(ends.map(({ usage }) => usage?.inputTokens)).toEqual([100, 200, 100, 200, 200, 100, 100, 100, undefined]);
    expect(ends[1]?.usage).toEqual({ inputTokens: 200, cachedInputTokens: 0, outputTokens: 40, reasoningTokens: 0 });
  });

  test('over the pipe is told alike', () => {
    expect(told(readCapture('claude.piped').finish())).toEqual([
      ...['question: hello', `answer: ${HELLO}`, 'done'],
      ...['question: run something', 'answer: I will **run** it.'],
      ...['execute completed: touch made.txt && echo out-2', BYE, 'done'],
      ...['question: refuse this', 'execute refused: touch never.txt', BYE, 'done'],
      ...['question: write a file', 'answer: Writing.', 'edit completed: /home/student/work/hello.py', BYE, 'done'],
      ...['question: hold on', 'answer: Waiting now', 'cancelled'],
    ]);
  });
});

describe('a conversation in a terminal, by the log of Codex', () => {
  test('is told turn by turn', () => {
    expect(told(readCapture('codex.terminal').finish())).toEqual([
      ...['question: hello', `answer: ${HELLO}`, 'done'],
      ...['question: run something', 'answer: I will **run** it.'],
      ...['execute completed: touch made.txt && echo out-2', BYE, 'done'],
      ...['question: refuse this', 'execute failed: touch never.txt', 'cancelled'],
      ...['question: read two', 'answer: Reading.', 'execute completed: cat a.txt', 'execute completed: cat a.txt'],
      ...[BYE, 'done'],
      ...['question: write a file', 'answer: Writing.'],
      ...['edit completed: /home/student/work/hello.py, /home/student/work/a.txt', BYE, 'done'],
      ...['question: go wrong', 'failed: {"error":{"type":"invalid_request_error","message":"scripted failure"}}'],
      ...['question: hold on', 'cancelled'],
      ...['question: hello again', `answer: ${HELLO}`, 'done'],
      // The history was made shorter.
      'done',
      ...['question: hello once more', `answer: ${HELLO}`, 'done'],
    ]);
  });

  test('tells of tools as the conversation over the pipe does', () => {
    const tools = readCapture('codex.terminal')
      .finish()
      .items.filter((item) => item.kind === 'tool');
    expect(tools.map(({ name }) => name)).toEqual([...new Array(4).fill('commandExecution'), 'fileChange']);
    expect(tools[0]).toMatchObject({ result: 'out-2\n', detail: { exitCode: 0, output: 'out-2\n' } });
    expect(tools.at(-1)?.detail).toMatchObject({
      edits: [
        { path: 'hello.py', oldText: null, newText: 'print("hello")\n' },
        { path: 'a.txt', patch: '@@ -1,2 +1,2 @@\n one\n-two\n+three\n' },
      ],
    });
    expect(tools.at(-1)?.detail.command).toBeUndefined();
  });

  test('counts what was used once, though the totals are told again and again', () => {
    const ends = readCapture('codex.terminal')
      .finish()
      .items.filter((item) => item.kind === 'run_end');
    const inputs = ends.map(({ usage }) => usage?.inputTokens ?? 0);
    expect(inputs).toEqual([100, 200, 100, 200, 200, 0, 0, 100, 100, 100]);
  });

  test('of an older version counts from the totals', () => {
    const without = (line: string) => !line.includes('"token_usage_record"');
    const ends = readCapture('codex.terminal', without)
      .finish()
      .items.filter((item) => item.kind === 'run_end');
    expect(ends.map(({ usage }) => usage?.inputTokens ?? 0)).toEqual([100, 200, 100, 200, 200, 0, 0, 100, 100, 100]);
  });
});

describe('a conversation in a terminal, by the log of Gemini CLI', () => {
  test('is told turn by turn, and what is written once more after an interruption is not told again', () => {
    expect(told(readCapture('gemini.terminal').finish())).toEqual([
      ...['question: hello', `answer: ${HELLO}`, 'done'],
      ...['question: run something', 'answer: I will **run** it.'],
      ...['execute completed: touch made.txt && echo out-2', BYE, 'done'],
      ...['question: refuse this', 'execute refused: touch never.txt', 'cancelled'],
      ...['question: read two', 'answer: Reading.', 'read completed: a.txt', 'read completed: a.txt', BYE, 'done'],
      ...['question: write a file', 'answer: Writing.', 'edit completed: /home/student/work/hello.py', BYE, 'done'],
      ...['question: hold on', 'cancelled'],
      ...['question: hello again', `answer: ${HELLO}`, 'done'],
      ...['question: go wrong', expect.stringMatching(/^failed: \[API Error: .*scripted failure/)],
    ]);
  });

  test('has commands with what they printed, edits, and usage', () => {
    const { items } = readCapture('gemini.terminal').finish();
    const tools = items.filter((item) => item.kind === 'tool');
    expect(tools[0]).toMatchObject({
      result: 'out-2',
      detail: { command: 'touch made.txt && echo out-2', output: 'out-2' },
    });
    expect(tools.at(-1)?.detail.edits).toEqual([{ path: 'hello.py', oldText: null, newText: 'print("hello")\n' }]);
    const ends = items.filter((item) => item.kind === 'run_end');
    expect(ends.map(({ usage }) => usage?.inputTokens ?? 0)).toEqual([100, 200, 100, 200, 200, 0, 100, 0]);
  });
});
