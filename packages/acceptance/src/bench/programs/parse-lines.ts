// Reads what the flooding agent says, from its pipe to the events of the conversation, and prints what that took as
// JSON. Its argument is how many megabytes. A program of its own, to be run with --expose-gc: nothing else is in its
// memory.
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AGENT_CLIS, StructuredExecution } from '@agent-factory/agent-cli';
import type { Parsed } from '../measures/parsed.js';

const MEGABYTES = Number(process.argv[2]);
const BYTES_PER_MB = 1_000_000;
const KILOBYTES_PER_MB = BYTES_PER_MB / 1024;
const AGENT = fileURLToPath(new URL('flooding-agent.js', import.meta.url));
const LINE = JSON.stringify({
  type: 'stream_event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word 100, ' } },
  parent_tool_use_id: null,
  uuid: '110d3e7d-4a3d-41de-a963-fbe4a10fd1c4',
  session_id: '84abee64-49c9-475a-bb50-8ba80ea55554',
});

let finished: () => void = () => undefined;
const { chat } = AGENT_CLIS.claude;
if (chat === undefined) throw new Error('Claude Code is no conversation');
const agent = await StructuredExecution.start({
  name: 'Flood',
  form: { ...chat, args: () => [AGENT, String(MEGABYTES)] },
  program: process.execPath,
  cwd: tmpdir(),
  env: {},
  threadId: 'bench',
  sessionId: crypto.randomUUID(),
  onEvent: ({ type }) => {
    if (type === 'RUN_ERROR') throw new Error('The run failed');
    if (type === 'RUN_FINISHED') finished();
  },
});

async function turn(): Promise<number> {
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    finished = resolve;
    agent.send({ runId: crypto.randomUUID(), messageId: crypto.randomUUID(), text: 'Go', prompt: 'Go' });
  });
  return performance.now() - startedAt;
}

/** `JSON.parse` of as many bytes of such lines, alone. */
function parseAlone(): number {
  const startedAt = performance.now();
  for (let bytes = 0; bytes < MEGABYTES * BYTES_PER_MB; bytes += LINE.length) JSON.parse(LINE);
  return performance.now() - startedAt;
}

function memoryMB(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / BYTES_PER_MB;
}

// The first turn is for what grows once: compiled code, and buffers.
await turn();
const before = memoryMB();
const timeMs = await turn();
const peakMB = process.resourceUsage().maxRSS / KILOBYTES_PER_MB;
const parsed: Parsed = { timeMs, jsonMs: parseAlone(), grownMB: memoryMB() - before, peakMB };
await agent.end();
process.stdout.write(JSON.stringify(parsed));
