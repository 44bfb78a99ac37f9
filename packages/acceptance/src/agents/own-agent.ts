import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the agent is called in `agents.json`. */
export const OWN_AGENT = 'bell';

/** All there is to an agent of one's own: it asks before it rings, says what it was told, and can be stopped. */
const PROGRAM = `
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const tell = (update) => say({ method: 'session/update', params: { sessionId: 's', update } });
const toolCall = { toolCallId: 'ring', title: 'Ring the bell', kind: 'execute' };
const options = [{ optionId: 'y', name: 'OK', kind: 'allow_once' }, { optionId: 'n', name: 'No', kind: 'reject_once' }];
require('readline').createInterface(process.stdin).on('line', (line, { id, method, result } = JSON.parse(line)) => {
  if (/initialize|new/.test(method)) say({ id, result: { protocolVersion: 1, sessionId: 's' } });
  if (method === 'session/prompt') say({ id, method: 'session/request_permission', params: { toolCall, options } });
  if (result) tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: JSON.stringify(result) } });
  if (result) say({ id, result: { stopReason: result.outcome.optionId ? 'end_turn' : 'cancelled' } });
});
`;

/** What it answers to an answer. */
export const OWN_ANSWERS = {
  yes: '{"outcome":{"outcome":"selected","optionId":"y"}}',
  no: '{"outcome":{"outcome":"selected","optionId":"n"}}',
  stopped: '{"outcome":{"outcome":"cancelled"}}',
};

/** Writes the agent, and the file that describes it, as a student does. The daemon reads it when it starts. */
export async function describeOwnAgent(home: string): Promise<void> {
  const folder = join(home, '.af-practice');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'bell.cjs'), PROGRAM.trimStart());
  const agent = { name: 'Bell', command: process.execPath, arguments: [join(folder, 'bell.cjs')], transport: 'acp' };
  const agents = { [OWN_AGENT]: { ...agent, terminal: false } };
  await writeFile(join(folder, 'agents.json'), JSON.stringify({ agents }, null, 2));
}
