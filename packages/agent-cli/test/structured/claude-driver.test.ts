import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json.js';
import { Driving } from '../events/driving.js';

const hear = (driving: Driving, ...messages: readonly Json[]) => {
  for (const message of messages) driving.hear(JSON.stringify(message));
};
const result = (totalCost: number) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: '',
  total_cost_usd: totalCost,
  usage: { input_tokens: 10, output_tokens: 5 },
});

describe('what Claude Code costs', () => {
  test('is its total less what was before: each turn’s own, also after a resumption', async () => {
    const driving = await Driving.of('claude', { resume: 'session', costBefore: 1 });
    for (const total of [1.5, 1.75]) {
      driving.ask('go on');
      hear(driving, result(total));
    }
    const ends = driving.recording.finish().items.filter((item) => item.kind === 'run_end');
    expect(ends.map(({ usage }) => usage?.costUsd)).toEqual([0.5, 0.25]);
  });
});

test('Claude Code is put into no mode in which it would not ask', async () => {
  const driving = await Driving.of('claude');
  const before = driving.sent.length;
  for (const mode of ['bypassPermissions', 'dontAsk', ''])
    await expect(driving.driver.choose({ mode })).rejects.toMatchObject({ facts: { reason: 'refused' } });
  expect(driving.sent).toHaveLength(before);
});

test('a turn of Claude Code’s after one that was interrupted is not cancelled, too', async () => {
  const driving = await Driving.of('claude');
  driving.ask('one');
  driving.driver.interrupt();
  hear(driving, { type: 'result', subtype: 'error_during_execution', is_error: true, usage: {} });
  driving.ask('two');
  hear(driving, result(1));
  const ends = driving.recording.finish().items.flatMap((item) => (item.kind === 'run_end' ? [item.outcome] : []));
  expect(ends).toEqual(['cancelled', 'done']);
});

describe('a question of Claude Code’s', () => {
  const RULE = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'localSettings' };
  const QUESTION = {
    type: 'control_request',
    request_id: 'r1',
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      tool_use_id: 'tool-1',
      input: { command: 'ls' },
      permission_suggestions: [RULE],
    },
  };

  async function answered(optionId: string): Promise<Json> {
    const driving = await Driving.of('claude');
    driving.ask('list them');
    hear(driving, QUESTION);
    driving.answer(optionId);
    const sent = driving.sent.at(-1) as { response: { response: Json } };
    return sent.response.response;
  }

  test('that comes twice is asked once', async () => {
    const driving = await Driving.of('claude');
    driving.ask('list them');
    hear(driving, QUESTION, QUESTION);
    expect(driving.recording.thread.asked).toHaveLength(1);
  });

  test('that is allowed once brings no rule with it', async () => {
    expect(await answered('allow')).toEqual({ behavior: 'allow', updatedInput: { command: 'ls' } });
  });

  test('that is allowed for good is so for the conversation, and nothing is written into the student’s project', async () => {
    expect(await answered('allow_always')).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'ls' },
      updatedPermissions: [{ ...RULE, destination: 'session' }],
    });
  });

  test('that is refused tells the agent not to try it in another way', async () => {
    expect(await answered('deny')).toEqual({ behavior: 'deny', message: expect.stringContaining('did not allow') });
  });
});
