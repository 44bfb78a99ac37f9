import type { ThreadItem } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json.js';
import { CAPTURED, type Captured, captureLines, transcript } from '../events/captures.js';
import { Driving } from '../events/driving.js';
import { told } from '../events/recording.js';
import { Replay } from '../events/replay.js';

const HELLO = 'Hello! I am your tutor, and this is a longer sentence to be streamed in pieces.';
const BYE = 'answer: The tool is done. Bye.';
const WRITTEN: Readonly<Record<Captured, string>> = {
  claude: 'edit completed: /home/student/work/hello.py',
  codex: `execute completed: cat > hello.py <<'E'\nprint("hello")\nE`,
  gemini: 'edit completed: Writing to hello.py',
};

/** The first process of a captured conversation, played to its end. */
async function played(agent: Captured): Promise<Replay> {
  const replay = await Replay.of(agent);
  await replay.play(transcript(agent)[0] ?? []);
  return replay;
}

function toolsOf(replay: Replay): Extract<ThreadItem, { kind: 'tool' }>[] {
  return replay.driving.recording.finish().items.filter((item) => item.kind === 'tool');
}

describe.each(CAPTURED)('a captured conversation with %s', (agent) => {
  test('[cli-execution-modes E3 processors] is told turn by turn, well-formed', async () => {
    const { driving } = await played(agent);
    expect(told(driving.recording.finish())).toEqual([
      ...['question: hello', `answer: ${HELLO}`, 'done'],
      ...['question: run something', 'answer: I will **run** it.'],
      ...[expect.stringMatching(/^execute completed: touch made.txt && echo out-2/), BYE, 'done'],
      ...['question: refuse this', expect.stringMatching(/^execute refused: touch never.txt/), BYE, 'done'],
      ...['question: write a file', 'answer: Writing.', WRITTEN[agent], BYE, 'done'],
      ...['question: hold on', 'answer: Waiting now', 'cancelled'],
    ]);
  });

  test('asks the student what the agent asks, and tells the agent what they answered', async () => {
    const replay = await played(agent);
    const kinds = toolsOf(replay).map(({ permission }) => permission?.answered?.kind);
    expect(kinds).toEqual(['allow_once', 'reject_once', ...(agent === 'codex' ? [undefined] : ['allow_once'])]);
    expect(replay.driving.recording.thread.asked).toEqual([]);
  });

  test('shows commands with what they printed', async () => {
    const [command] = toolsOf(await played(agent));
    expect(command?.detail.command).toMatch(/^touch made.txt && echo out-2/);
    // Gemini CLI does not tell what its commands print.
    expect(command?.result).toBe({ claude: 'out-2', codex: 'out-2\n', gemini: '' }[agent]);
  });

  test('counts what each turn has used', async () => {
    const { driving } = await played(agent);
    const ends = driving.recording.finish().items.filter((item) => item.kind === 'run_end');
    expect(ends.map(({ usage }) => usage?.inputTokens ?? 0).slice(0, 4)).toEqual([100, 200, 200, 200]);
  });

  test('goes on in another process', async () => {
    const [first = [], second = []] = transcript(agent);
    const before = await Replay.of(agent);
    await before.play(first);
    const resume = before.driving.sessionIds[0] ?? '';
    const replay = await Replay.of(agent, { resume, costBefore: 0.00608 });
    await replay.play(second);
    expect(told(replay.driving.recording.finish())).toEqual(['question: hello', `answer: ${HELLO}`, 'done']);
    expect(replay.driving.sessionIds).toContain(resume);
  });

  test('leaves nothing open when the agent ends in the middle of it', async () => {
    const [said = []] = transcript(agent);
    const until = said.findIndex(({ line }) => /can_use_tool|requestApproval|request_permission/.test(line));
    const replay = await Replay.of(agent);
    await replay.play(said.slice(0, until + 1));
    expect(replay.driving.recording.thread.asked).toHaveLength(1);
    replay.end();
    const thread = replay.driving.recording.finish();
    expect(thread.asked).toEqual([]);
    expect(told(thread).at(-1)).toBe('failed: It ended.');
  });
});

describe('what is sent', () => {
  const bodies = (replay: Replay, isWanted: (message: Json) => boolean) => replay.driving.sent.filter(isWanted);

  test('to Claude Code repeats what was asked', async () => {
    const answers = bodies(await played('claude'), ({ type }) => type === 'control_response');
    expect(answers.slice(0, 2)).toMatchObject([
      { response: { response: { behavior: 'allow', updatedInput: { command: 'touch made.txt && echo out-2' } } } },
      { response: { response: { behavior: 'deny', message: expect.stringContaining('did not allow') } } },
    ]);
  });

  test('to Codex has the ids of its requests, and names the turn that is interrupted', async () => {
    const replay = await played('codex');
    expect(bodies(replay, ({ result }) => result !== undefined)).toEqual([
      { id: 0, result: { decision: 'accept' } },
      { id: 1, result: { decision: 'decline' } },
    ]);
    expect(bodies(replay, ({ method }) => method === 'turn/interrupt')).toMatchObject([
      { params: { turnId: expect.stringMatching(/^01a/) } },
    ]);
  });

  test('to Gemini CLI is JSON-RPC, and cancels what is going on', async () => {
    const replay = await played('gemini');
    expect(replay.driving.sent.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(bodies(replay, ({ method }) => method === 'session/cancel')).toHaveLength(1);
  });
});

describe('Claude Code', () => {
  test('goes on by itself when a command in the background has ended', async () => {
    const driving = await Driving.of('claude');
    driving.ask('do it in background');
    for (const line of captureLines('claude.background')) if (line.startsWith('< ')) driving.hear(line.slice(2));
    expect(told(driving.recording.finish())).toEqual([
      ...['question: do it in background', 'answer: Starting.'],
      ...['execute completed: sleep 2; echo bg-done', BYE, 'done'],
      ...[expect.stringMatching(/^answer: API Error/), expect.stringMatching(/^failed: API Error/)],
    ]);
  });

  test('has its money counted from where the conversation was', async () => {
    const replay = await Replay.of('claude', { costBefore: 0.00608 });
    await replay.play(transcript('claude')[1] ?? []);
    expect(replay.driving.recording.finish().usage.costUsd).toBeCloseTo(0.0008, 6);
  });
});
