// Speaks Claude Code's stream-json: one answer of as many megabytes as its first argument says, in words, as fast as
// they are taken.
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const MEGABYTES = Number(process.argv[2]);
const BYTES_PER_MB = 1_000_000;
const LINES_AT_ONCE = 500;
const SESSION = '84abee64-49c9-475a-bb50-8ba80ea55554';

interface Call {
  readonly type: string;
  readonly request_id?: string;
}

const line = (value: object) => `${JSON.stringify({ ...value, session_id: SESSION })}\n`;
const inStream = (event: object) =>
  line({ type: 'stream_event', event, parent_tool_use_id: null, uuid: '110d3e7d-4a3d-41de-a963-fbe4a10fd1c4' });

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** One answer, with another message every so often, as an agent has that uses tools. */
async function flood(): Promise<void> {
  const words = Array.from({ length: LINES_AT_ONCE }, (_, n) =>
    inStream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `word ${n}, ` } }),
  ).join('');
  let bytes = 0;
  for (let message = 0; bytes < MEGABYTES * BYTES_PER_MB; message++) {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const opened = { id: `msg_${message}`, type: 'message', role: 'assistant', model: 'bench', content: [], usage };
    await write(inStream({ type: 'message_start', message: opened }));
    await write(inStream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }));
    await write(words);
    await write(inStream({ type: 'content_block_stop', index: 0 }));
    await write(inStream({ type: 'message_stop' }));
    bytes += words.length;
  }
  await write(line({ type: 'result', subtype: 'success', is_error: false, result: '', total_cost_usd: 0, usage: {} }));
}

createInterface({ input: process.stdin }).on('line', async (text) => {
  const call = JSON.parse(text) as Call;
  if (call.type === 'user') await flood();
  if (call.type !== 'control_request') return;
  const response = { subtype: 'success', request_id: call.request_id, response: { models: [] } };
  await write(line({ type: 'control_response', response }));
});
