#!/usr/bin/env node
// Speaks Claude Code's stream-json. Each user message plays the next turn of the script that its HOME has.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const turns = JSON.parse(readFileSync(`${process.env.HOME}/script.json`, 'utf8'));
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
let count = 0;
let interrupted = false;
const log = (entry) => appendFileSync(`${process.env.HOME}/log.ndjson`, `${JSON.stringify(entry)}\n`);
log({ argv: process.argv.slice(2), env: process.env });

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'control_request') {
    if (message.request.subtype === 'interrupt') interrupted = true;
    say({ type: 'control_response', response: { subtype: 'success', request_id: message.request_id, response: {} } });
  } else if (message.type === 'user') {
    log({ said: message.message.content });
    interrupted = false;
    void play(turns.shift() ?? { text: 'nothing more' });
  } else if (message.type === 'control_response') log({ permission: message.response.response.behavior });
});

async function play(turn) {
  for (const command of turn.commands ?? []) await run(command);
  for (const tool of turn.asks ?? []) {
    count += 1;
    say({
      type: 'control_request',
      request_id: `q${count}`,
      request: { subtype: 'can_use_tool', tool_name: tool, input: {}, tool_use_id: `t${count}` },
    });
  }
  if (turn.asks) await new Promise((resolve) => setTimeout(resolve, 100));
  if (turn.error) say({ type: 'result', subtype: 'success', is_error: true, result: turn.error });
  else {
    if (!interrupted)
      say({
        type: 'assistant',
        message: { id: `answer-${Date.now()}-${Math.random()}`, content: [{ type: 'text', text: turn.text ?? '' }] },
      });
    say({ type: 'result', subtype: 'success', is_error: false, result: '' });
  }
}

async function run(command) {
  if (interrupted) return;
  count += 1;
  const id = `t${count}`;
  say({
    type: 'assistant',
    message: { id: `m${count}`, content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-20000)));
  const code = await new Promise((resolve) => child.on('close', (exit) => resolve(exit ?? 143)));
  const failed = code !== 0;
  const content = failed ? `Exit code ${code}\n${output}` : output;
  say({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: failed, content }] } });
  await new Promise((resolve) => setTimeout(resolve, 20));
}
