import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { newStudent, Scenario, startModelApi } from '@agent-factory/acceptance';
import { expect, it } from 'vitest';
import { PROVIDERS, type Provider } from '../../src/contract/agents.js';
import { TRIGGERS } from '../../src/contract/triggers.js';
import { runStudent } from '../../src/wrapper/student-run.js';
import { STUDENT, startGateway } from '../gateway/gateway-fixture.js';

const DONE = '{"status":"completed","summary":"done"}';
/** What the model runs, one after the other, and what is to be seen of it. */
const SEEN = [
  // Codex reads both streams for itself, so either may come first.
  { command: 'echo one; echo two >&2', exitCode: 0, output: /^(?:one\s+two|two\s+one)\s*$/ },
  { command: 'true', exitCode: 0, output: /^$/ },
  { command: 'echo out; exit 3', exitCode: 3, output: /^out\s*$/ },
  { command: 'no-such-program', exitCode: 127, output: /no-such-program: command not found\s*$/ },
  // Outside of its folder: nothing confines it but its container.
  { command: 'echo x > ../outside.txt && cat ../outside.txt', exitCode: 0, output: /^x\s*$/ },
];

async function studentOf(provider: Provider) {
  const turn = {
    when: () => true,
    reply: ({ results }: { results: readonly string[] }) => {
      const next = SEEN[results.length]?.command;
      return { steps: [next === undefined ? { text: DONE } : { run: next }] };
    },
  };
  await using api = await startModelApi(new Scenario([turn]));
  await using gateway = await startGateway(api.url, { agent: { ...STUDENT, provider } });
  await using machine = await newStudent({ agents: [provider] });
  const folder = join(await realpath(machine.home), 'work');
  await mkdir(folder);
  const student = { stepMs: 30_000, maxRetries: 5, mayAsk: [...TRIGGERS] };
  const task = {
    ...{ role: 'student' as const, secret: 'secret', modelToken: gateway.token, port: 0, provider, prompt: 'Begin.' },
    ...{ folder, iteration: 1, limitMs: 100_000, student, useProxy: false },
  };
  const base = { PATH: machine.env.PATH, LANG: 'C.UTF-8', TMPDIR: machine.env.TMPDIR };
  return await runStudent({ task, base, home: machine.home, origin: gateway.url, onLive: () => undefined });
}

it.each(PROVIDERS)('every command of the real %s is seen with its exit code and its output', async (provider) => {
  const result = await studentOf(provider);
  expect(result).toMatchObject({ kind: 'answer', answer: { status: 'completed' } });
  expect(result).toMatchObject({
    commands: SEEN.map(({ output, ...seen }) => ({ ...seen, output: expect.stringMatching(output) })),
  });
});
