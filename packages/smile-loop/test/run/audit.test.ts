import { expect, it } from 'vitest';
import { configFrom } from '../../src/config/load.js';
import { studentAnswerSchema } from '../../src/contract/agents.js';
import { TRIGGERS } from '../../src/contract/triggers.js';
import { mentorWrapperTask, studentWrapperTask } from '../../src/run/agents/prompts.js';
import { Audit, auditOf } from '../../src/run/audit.js';

const command = { command: 'ls', exitCode: 0, output: '', startedAtMs: 0, durationMs: 1, timedOut: false };
const SECRETS = { secret: 'the-secret', modelToken: 'the-token' };

it('counts requests that were denied by iteration and host', () => {
  const denied = (iteration: number, host: string) => ({ kind: 'denied', iteration, host, at: 'then' }) as const;
  const file = { iteration: 1, path: 'a', bytes: 2 };
  expect(
    auditOf([
      { kind: 'command', iteration: 1, command },
      denied(1, 'a.test'),
      denied(1, 'a.test'),
      { kind: 'file', file },
      denied(2, 'a.test'),
    ]),
  ).toEqual({
    commands: [{ iteration: 1, ...command }],
    files: [file],
    llmCalls: [],
    denied: [
      { iteration: 1, host: 'a.test', count: 2 },
      { iteration: 2, host: 'a.test', count: 1 },
    ],
  });
});

it('writes down no more than some thousand requests that were denied', async () => {
  const written: unknown[] = [];
  const audit = new Audit({ appendAudit: async (record: unknown) => void written.push(record) } as never, () => 0);
  for (let number = 0; number < 6000; number += 1) audit.denied(1, `${number}.test`);
  await audit.student(1, { kind: 'refusal', text: '', commands: [command] }, []);
  expect(written).toHaveLength(5001);
  expect(written.at(-1)).toMatchObject({ kind: 'command' });
});

function planOf(settings: object = {}) {
  const config = configFrom(settings, '/me/smile.json');
  return { config, tutorial: { text: '# Mine', images: [] } } as unknown as Parameters<typeof studentWrapperTask>[0];
}

it('tells a student its limits, and keeps the secrets out of its prompt', () => {
  const settings = { studentBehavior: { timeoutSeconds: 7, maxRetriesBeforeHelp: 2, askOnTimeout: false } };
  const task = { iteration: 1, mentorNotes: ['A note.'], limitMs: 9 };
  const told = studentWrapperTask(planOf(settings), task, ['app.py'], SECRETS);
  expect(told).toMatchObject({ ...SECRETS, role: 'student', limitMs: 9, useProxy: true, folder: '/workspace/work' });
  expect(told.student).toMatchObject({ stepMs: 7000, maxRetries: 2 });
  expect(told.student?.mayAsk).toEqual(TRIGGERS.filter((trigger) => trigger !== 'timeout'));
  for (const words of ['# Mine', 'A note.', 'app.py']) expect(told.prompt).toContain(words);
  expect(told.prompt).not.toMatch(/the-secret|the-token/);
  expect(studentWrapperTask(planOf({ allowNetwork: true }), task, [], SECRETS).useProxy).toBe(false);
});

it('names pictures as they are laid out, and as the text does where they are missing', () => {
  const images = [
    { path: 'my%20pic.png', place: 'my pic.png', line: 3, status: 'there' },
    { path: 'gone%20.png', line: 4, status: 'missing' },
  ];
  const { config } = planOf();
  const plan = { config, tutorial: { text: '', images } } as unknown as Parameters<typeof studentWrapperTask>[0];
  const { prompt } = studentWrapperTask(plan, { iteration: 1, mentorNotes: [], limitMs: 9 }, [], SECRETS);
  expect(prompt).toContain('line 3: /workspace/tutorial/my pic.png');
  expect(prompt).toContain('line 4: gone%20.png is missing');
});

it('tells a mentor what fails: the question, or the checks in its place', () => {
  const commands = [1, 2, 3, 4, 5, 6].map((number) => ({ ...command, command: `run ${number}`, exitCode: 1 }));
  const answer = studentAnswerSchema.parse({ status: 'ask_mentor', questionForMentor: 'Which port?' });
  const student = { kind: 'answer' as const, answer, fired: [], commands: [...commands, command] };
  const task = { iteration: 1, trigger: 'check_failed' as const, student, mentorNotes: [], limitMs: 9 };
  const asked = mentorWrapperTask(planOf(), task, true, SECRETS);
  expect(asked).toMatchObject({ role: 'mentor', useProxy: true, folder: '/workspace' });
  expect(asked.prompt).toContain('Which port?');
  expect(asked.prompt).toContain('/workspace/repository');
  expect(asked.prompt.match(/\$ (run \d|ls)/g)).toEqual([2, 3, 4, 5, 6].map((number) => `$ run ${number}`));
  const criteria = [
    { name: 'serves', passed: false, message: 'port 80 is shut' },
    { name: 'builds', passed: true },
  ];
  const { prompt } = mentorWrapperTask(planOf(), { ...task, verdict: { passed: false, criteria } }, false, SECRETS);
  expect(prompt).toContain('- serves: port 80 is shut');
  expect(prompt).not.toMatch(/Which port|- builds|\/workspace\/repository/);
});
