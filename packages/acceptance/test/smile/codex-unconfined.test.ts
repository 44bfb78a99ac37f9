import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_CLIS, findProgram, StructuredExecution } from '@agent-factory/agent-cli';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { expect, it } from 'vitest';
import { Scenario, says } from '../../src/model-api/scenario.js';
import { startModelApi } from '../../src/model-api/server.js';
import { newStudent } from '../../src/student.js';

/** What the real Codex does with one command that nobody has to allow, and that writes outside of its folder. */
async function wroteOutside(form: { isUnconfined?: boolean }) {
  const run = { when: 'write it', reply: { steps: [{ run: 'echo written > ../outside.txt' }] } };
  const scenario = new Scenario([run, { when: () => true, reply: says('Done.') }]);
  await using api = await startModelApi(scenario);
  await using student = await newStudent({ modelApi: api.url, agents: ['codex'] });
  const cwd = await student.trust('work');
  await mkdir(cwd, { recursive: true });
  const { chat } = AGENT_CLIS.codex;
  const program = await findProgram(AGENT_CLIS.codex, student.env);
  if (chat === undefined || program?.kind !== 'found') throw new Error('Codex is not installed.');
  const events: ConversationEvent[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const execution = await StructuredExecution.start({
    ...{ name: 'Codex', form: { ...chat, ...form }, program: program.path, cwd, env: student.env },
    ...{ threadId: crypto.randomUUID(), sessionId: crypto.randomUUID() },
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') end();
      // Nobody is there to answer.
      if (event.type === 'CUSTOM' && event.name === 'permission_asked') end();
    },
  });
  try {
    await execution.write('write it');
    await ended;
  } finally {
    await execution.end();
  }
  const details = events.flatMap((event) =>
    event.type === 'CUSTOM' && event.name === 'tool_call_detail' ? [event.value] : [],
  );
  return {
    asked: events.some((event) => event.type === 'CUSTOM' && event.name === 'permission_asked'),
    exitCode: details.at(-1)?.exitCode,
    written: await readFile(join(cwd, '..', 'outside.txt'), 'utf8').catch(() => undefined),
  };
}

it('the real Codex, unconfined, runs a command at once, and nothing confines it', async () => {
  expect(await wroteOutside({ isUnconfined: true })).toEqual({ asked: false, exitCode: 0, written: 'written\n' });
});

it('the real Codex, as a student has it, does not', async () => {
  expect(await wroteOutside({})).toMatchObject({ written: undefined });
});
