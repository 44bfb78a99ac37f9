import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { healthSchema } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PracticeDaemon } from '../src/daemon.js';
import { processesWith } from '../src/machine/processes.js';
import { waitUntil } from '../src/machine/wait-until.js';
import { Scenario, says } from '../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../src/model-api/server.js';
import { newStudent, type Student } from '../src/student.js';

const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const EXERCISE = 'ch34-first-agent';

let api: ModelApi;
let student: Student;
let daemon: PracticeDaemon;

beforeEach(async () => {
  api = await startModelApi(new Scenario([{ when: /./, reply: says('Hello from the tutor.') }]));
  student = await newStudent({ modelApi: api.url });
  await student.trust(join('af-practice', EXERCISE));
  daemon = await PracticeDaemon.start({ student, content: EXERCISES });
});

afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

async function startExercise(): Promise<void> {
  const response = await fetch(`${daemon.url}/exercises/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${daemon.token}` },
    body: JSON.stringify({ exerciseId: EXERCISE }),
  });
  expect(await response.json()).toMatchObject({ sessionId: `af-${EXERCISE}` });
}

describe('the built daemon of one student', () => {
  it('answers with what this student has installed [practice-environment 3.1 health]', async () => {
    const ask = async () => healthSchema.parse(await (await fetch(`${daemon.url}/health`)).json());
    expect(await ask()).toMatchObject({ healthy: true, port: daemon.port });
    // Asking Claude Code itself takes a second; the daemon does not wait for it.
    const claude = async () => {
      const { dependencies } = await ask();
      return dependencies.claude?.signedIn === undefined ? undefined : dependencies.claude;
    };
    expect(await waitUntil(claude, () => 'Claude Code has not told whether it is signed in')).toMatchObject({
      installed: true,
      signedIn: true,
      version: expect.any(String),
    });
  });

  it('starts the tutor, who greets, and keeps it through its own death [practice-environment 7.1 server]', async () => {
    await startExercise();
    const pane = daemon.pane(EXERCISE);
    await pane.waitForScreen('Hello from the tutor.');
    await daemon.kill();
    await daemon.restart();
    expect(await pane.text()).toContain('Hello from the tutor.');
    const sessions = await (await fetch(`${daemon.url}/exercises/sessions`)).json();
    expect(sessions).toMatchObject({ sessions: [{ exerciseId: EXERCISE, status: 'running' }] });
  });

  it('leaves no process behind when it is disposed', async () => {
    await startExercise();
    await daemon.pane(EXERCISE).waitForScreen('Hello from the tutor.');
    expect(await processesWith(`HOME=${student.home}`)).not.toEqual([]);
    await daemon[Symbol.asyncDispose]();
    expect(await processesWith(`HOME=${student.home}`)).toEqual([]);
  });
});
