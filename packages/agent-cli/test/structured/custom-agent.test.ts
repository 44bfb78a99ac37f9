import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '@agent-factory/subprocess';
import { expect, test } from 'vitest';
import { AgentList, StructuredExecution } from '../../src/index.js';
import { Recording, told } from '../events/recording.js';
import { newHome } from '../support.js';

/** Whoever writes an agent of their own writes no more than this. */
const AGENT = `#!${process.execPath}
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const tell = (update) => say({ method: 'session/update', params: { sessionId: 's', update } });
let turn;
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  if (method === 'session/new') say({ id, result: { sessionId: 's' } });
  if (method === 'session/prompt') turn = id;
  if (method === 'session/prompt' && params.prompt[0].text === 'Do it.') say({ id: 'q', method: 'session/request_permission', params: { sessionId: 's', toolCall: { toolCallId: 't', title: 'rm -r x', kind: 'delete' }, options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }, { optionId: 'n', name: 'No', kind: 'reject_once' }] } });
  if (method === 'session/prompt' && params.prompt[0].text === 'Hello.') { tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello ' + process.argv[2] + '.' } }); say({ id, result: { stopReason: 'end_turn' } }); }
  if (result) { tell({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: result.outcome.optionId === 'y' ? 'completed' : 'failed' }); say({ id: turn, result: { stopReason: 'end_turn' } }); }
  if (method === 'session/cancel') say({ id: turn, result: { stopReason: 'cancelled' } });
});
`;

test('[cli-execution-modes E2 custom] an agent of the student’s own is a conversation, asks for permissions and can be interrupted', async () => {
  await using home = await newHome();
  await home.write('bin/mine', AGENT);
  await chmod(join(home.path, 'bin/mine'), 0o755);
  const mine = { command: 'mine', transport: 'acp', transportArguments: ['there'], terminal: false };
  await writeFile(join(home.path, 'agents.json'), JSON.stringify({ agents: { mine } }));
  const cli = new AgentList(join(home.path, 'agents.json')).get('mine');
  const recording = new Recording();
  if (cli.chat === undefined) throw new Error('it has no transport');
  const execution = await StructuredExecution.start({
    name: cli.name,
    form: cli.chat,
    program: (await findExecutable(cli.command ?? '', home.env)) ?? '',
    cwd: home.path,
    env: home.env,
    threadId: 't',
    sessionId: crypto.randomUUID(),
    onEvent: (event) => recording.add(event),
  });
  const ended = () => expect.poll(() => execution.isRunning).toBe(false);
  const asked = () => expect.poll(() => recording.thread.asked.length).toBe(1);

  await execution.write('Hello.');
  await ended();
  for (const option of ['y', 'n']) {
    await execution.write('Do it.');
    await asked();
    execution.answer(recording.thread.asked[0]?.id ?? '', option);
    await ended();
  }
  await execution.write('Do it.');
  await asked();
  await execution.interrupt();
  await ended();
  await execution.end();

  expect(told(recording.finish())).toEqual([
    ...['question: Hello.', 'answer: Hello there.', 'done'],
    ...['question: Do it.', 'delete completed: rm -r x', 'done'],
    // The same id for another call: it is another call.
    ...['question: Do it.', 'delete failed: rm -r x', 'done'],
    ...['question: Do it.', 'delete failed: rm -r x', 'cancelled'],
  ]);
});
