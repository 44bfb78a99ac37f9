// An agent that speaks the Agent Client Protocol and prints at once, as a program of its own. It answers `tokens 500`
// with as many words, one every few milliseconds, each the time at which it is printed; anything else with a sentence.
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** As fast as the fastest models speak, in paragraphs as they write. */
const TOKEN_EVERY_MS = 10;
const TOKENS_A_PARAGRAPH = 80;
/** What the fastest models take to their first word: until then the page is done with the question. */
const FIRST_TOKEN_MS = 300;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly prompt?: readonly { readonly text?: string }[] };
}

const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function say(text: string): void {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  write({ method: 'session/update', params: { sessionId: 'bench', update } });
}

async function turn({ prompt = [] }: Call['params']): Promise<object> {
  const [, count] = /tokens (\d+)$/.exec((prompt.at(-1)?.text ?? '').trim()) ?? [];
  if (count === undefined)
    say('An agent is **a loop** around a model:\n\n```python\nwhile True:\n    respond()\n```\n');
  else await pause(FIRST_TOKEN_MS);
  for (let token = 0; token < Number(count ?? 0); token++) {
    const end = token % TOKENS_A_PARAGRAPH === TOKENS_A_PARAGRAPH - 1 ? '\n\n' : ' ';
    say((performance.timeOrigin + performance.now()).toFixed(1) + end);
    await pause(TOKEN_EVERY_MS);
  }
  return { stopReason: 'end_turn' };
}

async function answer({ method, params }: Call): Promise<object> {
  if (method === 'initialize') return { protocolVersion: 1, agentCapabilities: {} };
  if (method === 'session/new') return { sessionId: 'bench' };
  return method === 'session/prompt' ? turn(params) : {};
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const call = JSON.parse(line) as Call;
  const result = await answer(call);
  if (call.id !== undefined) write({ id: call.id, result });
});
