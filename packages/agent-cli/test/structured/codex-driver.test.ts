import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json.js';
import { Driving, type DrivingOptions } from '../events/driving.js';

const THREAD = 'thread-1';

const hear = (driving: Driving, message: Json) => driving.hear(JSON.stringify(message));
const notify = (driving: Driving, method: string, params: Json) =>
  hear(driving, { method, params: { threadId: THREAD, ...params } });

interface Opened {
  readonly driving: Driving;
  begin(turnId: string): Promise<void>;
  methods(): unknown[];
}

/** A driver whose requests are answered as Codex does; `turn/start` when the test says so. */
async function open(options: DrivingOptions = {}): Promise<Opened> {
  const driving = await Driving.of('codex', options);
  let started: unknown;
  driving.onSend = ({ id, method }) => {
    if (method === 'turn/start') started = id;
    else if (method === 'thread/start') queueMicrotask(() => hear(driving, { id, result: { thread: { id: THREAD } } }));
    else if (id !== undefined) queueMicrotask(() => hear(driving, { id, result: {} }));
  };
  await driving.driver.open();
  const begin = async (turnId: string) => {
    hear(driving, { id: started, result: { turn: { id: turnId } } });
    await turn();
  };
  return { driving, begin, methods: () => driving.sent.map(({ method }) => method) };
}

const used = (inputTokens: number) => ({ tokenUsage: { last: { inputTokens, outputTokens: 1 } } });

describe('a turn of Codex', () => {
  test('may do what the mode that the student chose allows, from the next turn on', async () => {
    const { driving, begin } = await open();
    const allowed = async (turnId: string) => {
      driving.ask('hello');
      await begin(turnId);
      notify(driving, 'turn/completed', { turn: { id: turnId, status: 'completed' } });
      const { params } = driving.sent.findLast(({ method }) => method === 'turn/start') as { params: Json };
      return { approvalPolicy: params.approvalPolicy, sandbox: (params.sandboxPolicy as Json).type };
    };
    expect(await allowed('turn-1')).toEqual({ approvalPolicy: 'untrusted', sandbox: 'workspaceWrite' });
    await driving.driver.choose({ mode: 'read' });
    expect(await allowed('turn-2')).toEqual({ approvalPolicy: 'untrusted', sandbox: 'readOnly' });
    await driving.driver.choose({ mode: 'edit' });
    expect(await allowed('turn-3')).toEqual({ approvalPolicy: 'on-request', sandbox: 'workspaceWrite' });
    await expect(driving.driver.choose({ mode: 'yolo' })).rejects.toMatchObject({ facts: { reason: 'refused' } });
    expect(await allowed('turn-4')).toEqual({ approvalPolicy: 'on-request', sandbox: 'workspaceWrite' });
  });

  test('asks nobody and confines nothing where the place is its sandbox, and has no other mode', async () => {
    const { driving, begin } = await open({ isUnconfined: true });
    expect(driving.driver.state.modes?.map(({ id }) => id)).toEqual(['free']);
    await expect(driving.driver.choose({ mode: 'ask' })).rejects.toMatchObject({ facts: { reason: 'refused' } });
    driving.ask('hello');
    await begin('turn-1');
    const paramsOf = (asked: string) => driving.sent.findLast(({ method }) => method === asked)?.params;
    expect(paramsOf('thread/start')).toMatchObject({ approvalPolicy: 'never', sandbox: 'danger-full-access' });
    expect(paramsOf('turn/start')).toMatchObject({
      approvalPolicy: 'never',
      sandboxPolicy: { type: 'dangerFullAccess' },
    });
  });

  test('counts what each of its requests has used, and not what it tells again of an earlier turn', async () => {
    const { driving, begin } = await open();
    driving.ask('hello');
    await begin('turn-2');
    notify(driving, 'thread/tokenUsage/updated', { turnId: 'turn-1', ...used(1000) });
    notify(driving, 'thread/tokenUsage/updated', { turnId: 'turn-2', ...used(10) });
    notify(driving, 'thread/tokenUsage/updated', { turnId: 'turn-2', ...used(20) });
    notify(driving, 'turn/completed', { turn: { id: 'turn-2', status: 'completed' } });
    const [end] = driving.recording.finish().items.filter((item) => item.kind === 'run_end');
    expect(end?.usage).toMatchObject({ inputTokens: 30, outputTokens: 2 });
  });

  test('that has no name yet is not taken for the one before when it is interrupted', async () => {
    const { driving, begin, methods } = await open();
    driving.ask('hello');
    await begin('turn-1');
    notify(driving, 'turn/completed', { turn: { id: 'turn-1', status: 'completed' } });
    driving.ask('again');
    driving.driver.interrupt();
    expect(methods()).not.toContain('turn/interrupt');
    await begin('turn-2');
    expect(driving.sent.at(-1)).toMatchObject({ method: 'turn/interrupt', params: { turnId: 'turn-2' } });
  });

  test('hears nothing of what another thread of Codex’ says, and does not end with its turn', async () => {
    const { driving, begin } = await open();
    driving.ask('hello');
    await begin('turn-1');
    notify(driving, 'item/agentMessage/delta', { threadId: 'other', itemId: 'm', delta: 'not for you' });
    notify(driving, 'turn/completed', { threadId: 'other', turn: { id: 'turn-9', status: 'completed' } });
    notify(driving, 'item/agentMessage/delta', { itemId: 'm', delta: 'hi' });
    notify(driving, 'turn/completed', { turn: { id: 'turn-1', status: 'completed' } });
    const items = driving.recording.finish().items.map((item) => ('text' in item ? item.text : item.kind));
    expect(items).toEqual(['hello', 'hi', 'run_end']);
  });

  test('that is interrupted before it has a name is interrupted as soon as it has one, and the next one is not', async () => {
    const { driving, begin, methods } = await open();
    driving.ask('hello');
    driving.driver.interrupt();
    expect(methods()).not.toContain('turn/interrupt');
    await begin('turn-1');
    expect(driving.sent.at(-1)).toMatchObject({ method: 'turn/interrupt', params: { turnId: 'turn-1' } });
    notify(driving, 'turn/completed', { turn: { id: 'turn-1', status: 'interrupted' } });
    driving.ask('again');
    await begin('turn-2');
    expect(methods().filter((method) => method === 'turn/interrupt')).toHaveLength(1);
  });
});
