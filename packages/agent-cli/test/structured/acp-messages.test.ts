import { expect, test } from 'vitest';
import { told } from '../events/recording.js';
import { ScriptAgent } from './script-agent.js';

test('an agent that does not name the version of JSON-RPC is understood all the same', async () => {
  await using agent = await ScriptAgent.start(`
    const bare = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    on['session/prompt'] = ({ id }) => { chunk('Hello.'); bare({ id, result: { stopReason: 'end_turn' } }); };`);
  await agent.execution.write('hi');
  await agent.runEnded();
  expect(told(agent.recording.finish())).toEqual(['question: hi', 'answer: Hello.', 'done']);
});

test('a question to which no answer could be sent is not asked, and kept as it is', async () => {
  await using agent = await ScriptAgent.start(
    `on['session/prompt'] = ({ id }) => { ask(undefined); chunk('Hello.'); done(id); };`,
  );
  await agent.execution.write('hi');
  await agent.runEnded();
  expect(told(agent.recording.finish())).toEqual(['question: hi', 'answer: Hello.', 'done']);
  expect(agent.recording.raw).toMatchObject([{ method: 'session/request_permission' }]);
});
