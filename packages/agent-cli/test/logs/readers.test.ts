import { describe, expect, test } from 'vitest';
import { type Captured, captureLines } from '../events/captures.js';
import { logReader, readCapture } from '../events/read-log.js';
import { Recording, told } from '../events/recording.js';

const LOGS = ['claude.terminal', 'claude.piped', 'codex.terminal', 'gemini.terminal'] as const;

function read(agent: Captured, entries: readonly object[], { isOver = true } = {}): Recording {
  const recording = new Recording();
  const reader = logReader(agent, recording);
  for (const entry of entries) reader.read(JSON.stringify(entry));
  if (isOver) reader.quiet?.(Number.POSITIVE_INFINITY);
  return recording;
}

describe.each(LOGS)('the reader of %s', (name) => {
  const agent = name.split('.')[0] as Captured;
  const lines = captureLines(name);

  test('tells nothing of a line that it has read before', () => {
    const recording = new Recording();
    const reader = logReader(agent, recording);
    for (const line of [...lines, ...lines]) reader.read(line);
    reader.quiet?.(Number.POSITIVE_INFINITY);
    expect(told(recording.finish())).toEqual(told(readCapture(name).finish()));
  });

  test('tells the same after every line, with every line twice', () => {
    const recording = new Recording();
    const reader = logReader(agent, recording);
    for (const line of lines) {
      reader.read(line);
      reader.read(line);
    }
    reader.quiet?.(Number.POSITIVE_INFINITY);
    expect(recording.events).toEqual(readCapture(name).events);
  });

  test('can begin at any line, with the same ids from there on', () => {
    const whole = idsOf(readCapture(name));
    for (let from = 1; from < lines.length; from += 1) {
      if (isRewritten(lines.slice(0, from))) continue;
      const recording = new Recording();
      const reader = logReader(agent, recording);
      for (const line of lines.slice(from)) reader.read(line);
      recording.writer.endRun({ kind: 'done' });
      recording.finish();
      for (const id of idsOf(recording)) expect(whole).toContain(id);
    }
  });

  test('goes on with a run that somebody else has ended', () => {
    const recording = new Recording();
    const reader = logReader(agent, recording);
    for (const line of lines) {
      reader.read(line);
      recording.writer.endRun({ kind: 'done' });
    }
    recording.finish();
  });
});

/** Gemini CLI writes its history anew in one go, so nobody begins to read within it. */
function isRewritten(before: readonly string[]): boolean {
  const begun = before.findLastIndex((line) => line.includes('"type":"user","content":[{"text":"<session_context>'));
  return begun > before.findLastIndex((line) => line.startsWith('{"$set":{"messages"'));
}

/** Of messages and tools. A run that is cut in two has a second name. */
function idsOf({ thread }: Recording): string[] {
  return thread.items.filter(({ kind }) => kind !== 'run_end').map(({ kind, id }) => `${kind} ${id}`);
}

describe('Claude Code', () => {
  const question = { uuid: 'q', type: 'user', message: { content: 'hi' } };
  const block = (n: number, content: object, stop_reason: string | null = 'end_turn') => ({
    uuid: `a${n}`,
    type: 'assistant',
    message: { id: 'm', content: [content], stop_reason, usage: { input_tokens: 1, output_tokens: n } },
  });
  const thinking = { type: 'thinking', thinking: 'Hm.' };
  const text = { type: 'text', text: 'Hello.' };
  const tool = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } };

  test('ends a turn with the last block of its last answer, though all of them say that it is the last', () => {
    const recording = read('claude', [question, block(0, thinking), block(1, text)]);
    expect(told(recording.finish())).toEqual(['question: hi', 'reasoning: Hm.', 'answer: Hello.', 'done']);
    expect(recording.thread.items.map(({ id }) => id)).toEqual(['q', 'm:0', 'm:1', 'turn-q']);
    expect(recording.thread.usage.outputTokens).toBe(1);
  });

  test('has not ended a turn before anybody can know', () => {
    const { thread } = read('claude', [question, block(0, thinking)], { isOver: false });
    expect(thread.runId).toBe('turn-q');
    const over = read('claude', [question, block(0, text), { uuid: 's', type: 'system', subtype: 'turn_duration' }], {
      isOver: false,
    });
    expect(told(over.finish()).at(-1)).toBe('done');
  });

  test('shows a tool that the student is asked about as one that runs', () => {
    const { thread } = read('claude', [question, block(0, tool, 'tool_use')]);
    expect(told(thread)).toEqual(['question: hi', 'execute running: ls']);
    expect(thread.runId).toBe('turn-q');
  });

  test.each([
    ['a command', { uuid: '1', type: 'user', message: { content: '<command-name>/cost</command-name>' } }],
    ['its output', { uuid: '1', type: 'user', message: { content: '<local-command-stdout>x</local-command-stdout>' } }],
    ['a command of the shell', { uuid: '1', type: 'user', message: { content: '<bash-input>ls</bash-input>' } }],
    ['a note of its own', { uuid: '1', type: 'user', isMeta: true, message: { content: 'x' } }],
    ['a subagent', { uuid: '1', type: 'user', isSidechain: true, message: { content: 'x' } }],
    ['another program', { uuid: '1', type: 'user', origin: { kind: 'task-notification' }, message: { content: 'x' } }],
    ['nobody', { uuid: '1', type: 'user', message: { content: [] } }],
    ['an attachment', { uuid: '1', type: 'attachment', attachment: {} }],
    ['its bookkeeping', { type: 'queue-operation', content: 'hi' }],
    ['an empty answer', { uuid: '1', type: 'assistant', message: { model: '<synthetic>', content: [text] } }],
  ])('does not take %s for the student’s words or an answer', (_, entry) => {
    expect(read('claude', [entry]).events).toEqual([]);
  });

  test('keeps what it does not know and what has a place in the conversation', () => {
    const entry = { uuid: '1', type: 'something-new', text: 'x' };
    expect(read('claude', [entry]).raw).toEqual([entry]);
  });
});

describe('Codex', () => {
  const event = (n: number, payload: object) => ({ timestamp: `2026-01-01T00:00:0${n}Z`, type: 'event_msg', payload });
  const item = (payload: object) => ({ timestamp: 't', type: 'response_item', payload });

  test('of versions without items tells of messages and tools too', () => {
    const recording = read('codex', [
      event(0, { type: 'task_started', turn_id: '1' }),
      event(1, { type: 'user_message', message: 'hi' }),
      event(2, { type: 'agent_reasoning', text: 'Hm.' }),
      event(3, { type: 'agent_message', message: 'Let me see.' }),
      item({ type: 'function_call', name: 'shell', call_id: 'c', arguments: '{"command":["bash","-lc","ls"]}' }),
      item({ type: 'function_call_output', call_id: 'c', output: 'a.txt' }),
      event(4, { type: 'agent_message', message: 'One file.' }),
      event(5, { type: 'task_complete' }),
    ]);
    expect(told(recording.finish())).toEqual([
      ...[
        'question: hi',
        'reasoning: Hm.',
        'answer: Let me see.',
        'execute completed: ls',
        'answer: One file.',
        'done',
      ],
    ]);
  });

  test('tells of a tool without an item of its own, and of one that was refused', () => {
    const recording = read('codex', [
      event(0, { type: 'task_started', turn_id: '1' }),
      item({ type: 'function_call', name: 'update_plan', call_id: 'a', arguments: '{}' }),
      item({ type: 'function_call_output', call_id: 'a', output: 'Plan updated' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'b', input: '*** Begin Patch' }),
      item({ type: 'custom_tool_call_output', call_id: 'b', output: 'Rejected("rejected by user")' }),
      event(1, { type: 'task_complete' }),
    ]);
    expect(told(recording.finish())).toEqual(['other completed: update_plan', 'edit refused: Edit files', 'done']);
  });

  test('does not begin a turn again for a command that outlives it', () => {
    const late = { type: 'CommandExecution', id: 'c', command: ['ls'], status: 'completed' };
    const recording = read('codex', [
      event(0, { type: 'task_started', turn_id: '1' }),
      event(1, { type: 'task_complete' }),
      event(2, { type: 'item_completed', turn_id: '1', item: late }),
    ]);
    expect(told(recording.finish())).toEqual(['done']);
    expect(recording.raw).toEqual([late]);
  });
});

describe('Gemini CLI', () => {
  const question = { id: 'q', type: 'user', content: [{ text: 'hi' }] };
  const answer = { id: 'a', type: 'gemini', content: 'Let me see.', tokens: { input: 1, output: 2 } };
  const call = { id: 'c', name: 'run_shell_command', args: { command: 'ls' }, status: 'success', result: [] };

  test('takes a turn for ended after a long silence, and not when a tool may be waiting', () => {
    const recording = new Recording();
    const reader = logReader('gemini', recording);
    for (const entry of [question, answer]) reader.read(JSON.stringify(entry));
    reader.quiet?.(5000);
    expect(recording.thread.runId).toBe('turn-q');
    reader.read(JSON.stringify({ ...answer, toolCalls: [call] }));
    reader.quiet?.(60_000);
    expect(recording.thread.runId).toBe('turn-q');
    reader.read(JSON.stringify({ ...answer, id: 'b', content: 'One file.' }));
    reader.quiet?.(60_000);
    expect(told(recording.finish())).toEqual([
      ...['question: hi', 'answer: Let me see.', 'execute completed: ls', 'answer: One file.', 'done'],
    ]);
    expect(recording.thread.usage).toMatchObject({ inputTokens: 2, outputTokens: 4 });
  });

  test('goes on in a run of its own when the student was thinking for longer', () => {
    const recording = read('gemini', [question, answer]);
    const reader = logReader('gemini', recording);
    reader.read(JSON.stringify({ ...answer, content: '', toolCalls: [call] }));
    recording.writer.endRun({ kind: 'done' });
    expect(told(recording.finish()).slice(2)).toEqual(['done', 'execute completed: ls', 'done']);
  });

  test('shows what the student has typed, not what was made of it', () => {
    const entry = {
      ...question,
      content: [{ text: 'hi' }, { text: 'a whole file' }],
      displayContent: [{ text: 'hi @file' }],
    };
    expect(told(read('gemini', [entry]).thread)).toEqual(['question: hi @file']);
  });

  test('keeps what it does not know, such as a conversation that is taken back', () => {
    const entries = [{ $rewindTo: 'q' }, { id: 'n', type: 'warning', content: 'x' }];
    expect(read('gemini', entries).raw).toEqual(entries);
  });
});
