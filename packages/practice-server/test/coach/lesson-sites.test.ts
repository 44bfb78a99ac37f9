import { rename, rm, symlink } from 'node:fs/promises';
import { AGENT_ROUTES } from '@agent-factory/protocol/agents';
import { COACH_ROUTES } from '@agent-factory/protocol/coach';
import { CONVERSATION_ROUTES } from '@agent-factory/protocol/conversations';
import { HINT_ROUTES } from '@agent-factory/protocol/hints';
import { NUDGE_ROUTES } from '@agent-factory/protocol/nudges';
import { PROGRESS_ROUTES } from '@agent-factory/protocol/progress';
import { RECORDING_ROUTES } from '@agent-factory/protocol/recordings';
import { STAGE_ROUTES } from '@agent-factory/protocol/stages';
import { WATCH_ROUTES } from '@agent-factory/protocol/watch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../fixtures/wait-until.js';
import { Coaching } from './support/coaching.js';

const LESSON_SITE = { Origin: 'http://localhost:3000' };
/** Of a folder that nobody has opened. */
const NO_FOLDER = 'folder--0000000000';

let coaching: Coaching;

beforeEach(async () => {
  coaching = await Coaching.open();
});
afterEach(() => coaching[Symbol.asyncDispose]());

describe('a lesson site', () => {
  const get = async (path: string) => {
    const { status, text } = await coaching.daemon.request(path, { headers: LESSON_SITE });
    return [status, text] as const;
  };
  const post = async (path: string, body: object) => {
    const { status, text } = await coaching.post(path, body, LESSON_SITE);
    return [status, text] as const;
  };

  /** What a page of it gets for everything that takes the id of an exercise. */
  async function answersFor(id: string): Promise<unknown> {
    const subject = { kind: 'exercise', exerciseId: id };
    const terminal = coaching.daemon.connect(
      `ws://127.0.0.1:${coaching.daemon.daemon.port}/terminal/af-${id}?ticket=x`,
    );
    await waitUntil('the terminal is refused', () => terminal.closed);
    const answers = {
      talk: await post(CONVERSATION_ROUTES.create.path, { subject, agent: 'claude' }),
      talks: await get(`${CONVERSATION_ROUTES.list.path}?exerciseId=${id}`),
      choose: await post(AGENT_ROUTES.choose.path, { exerciseId: id, agent: 'shell' }),
      switch: await post(AGENT_ROUTES.switch.path, { exerciseId: id, agent: 'shell' }),
      start: await post('/exercises/start', { exerciseId: id }),
      reset: await post('/exercises/reset', { exerciseId: id }),
      verify: await post('/exercises/verify', { exerciseId: id }),
      finish: await post('/exercises/finish', { exerciseId: id }),
      hint: await post(HINT_ROUTES.hint.path, { exerciseId: id, criterion: 'x' }),
      solution: await post(HINT_ROUTES.solution.path, { exerciseId: id, confirmed: true }),
      nudges: await get(NUDGE_ROUTES.state.path.replace(':id', id)),
      stages: await get(STAGE_ROUTES.stages.path.replace(':id', id)),
      watch: await post(WATCH_ROUTES.watch.path, { exerciseId: id }),
      record: await post(RECORDING_ROUTES.start.path, { exerciseId: id, input: false }),
      forget: await post(PROGRESS_ROUTES.resetProgress.path, { exerciseId: id }),
      coach: await post(COACH_ROUTES.start.path, { projectId: id }),
      looks: await get(COACH_ROUTES.actions.path.replace(':id', id)),
      history: await get(`/terminal/af-${id}/history?ticket=x`),
      terminal: terminal.closed,
    };
    return JSON.parse(JSON.stringify(answers).replaceAll(id, 'ID'));
  }

  test('cannot tell a folder of the student from one that there is not', async () => {
    await coaching.start();
    expect(await answersFor(coaching.id)).toEqual(await answersFor(NO_FOLDER));
  });

  test('starts no other agent in a folder, and chooses none for it', async () => {
    await coaching.start();
    const subject = { kind: 'exercise', exerciseId: coaching.id };
    const talk = await post(CONVERSATION_ROUTES.create.path, { subject, agent: 'claude' });
    expect([talk[0], JSON.parse(talk[1]).error]).toEqual([409, 'not_an_exercise']);
    await post(AGENT_ROUTES.choose.path, { exerciseId: coaching.id, agent: 'shell' });
    expect((await coaching.start()) as object).toMatchObject({ agent: 'claude' });
  });

  test('does not count what runs in folders', async () => {
    await coaching.start();
    await coaching.page();
    const health = async (headers: Record<string, string>) =>
      (await coaching.daemon.request('/health', { headers })).json;
    const owner = await waitUntil('the session is counted', async () => {
      const said = await health(await coaching.bearer());
      return said.activeSessions === 1 && said.capabilities.coach.projects === 1 ? said : undefined;
    });
    expect(owner.capabilities.coach).toEqual({ projects: 1, connections: 1, mcpSessions: 0 });
    const shown = await health(LESSON_SITE);
    expect([shown.activeSessions, shown.capabilities.coach]).toEqual([0, {}]);
  });

  test('reads of no folder in what was chosen and what was done', async () => {
    const { wsUrl } = await coaching.start();
    const chosen = { exerciseId: coaching.id, agent: 'claude' };
    const { json } = await coaching.post(AGENT_ROUTES.choose.path, chosen, await coaching.cookie());
    expect(json.exerciseChoices).toEqual({ [coaching.id]: 'claude' });
    const terminal = coaching.daemon.connect(wsUrl, { headers: await coaching.cookie() });
    await terminal.attached();
    for (const line of ['one', 'two']) {
      terminal.type(`${line}\r`);
      await waitUntil('the agent has heard it', () => terminal.output.includes(`heard ${line}`));
    }
    for (const path of [AGENT_ROUTES.agents.path, '/progress', '/exercises/sessions', '/events?after=start&follow=no'])
      expect([path, (await get(path))[1]]).toEqual([path, expect.not.stringContaining('folder--')]);
  });
});

test('a link in the place of a folder is not followed, and the folder is there again when it is back', async () => {
  await coaching.start();
  const agent = await coaching.agent();
  const headers = await coaching.cookie();
  const moved = coaching.home.in('projects', 'moved');
  await rename(coaching.folder, moved);
  await symlink(coaching.home.in('.af-practice'), coaching.folder);
  await expect(agent.call('paige_open_file', { path: 'workbench.key' })).rejects.toThrow('project_not_found');
  const { payload } = await coaching.knock(headers).next('connection:error');
  expect(payload.code).toBe('project_not_found');
  await rm(coaching.folder);
  await rename(moved, coaching.folder);
  await agent.call('paige_open_file', { path: 'src/main.py' });
});

test('a lesson site that may start no more agents is not told in which folder one runs', async () => {
  await using full = await Coaching.open({ flags: { maxSessions: 1 } });
  await full.start();
  const { status, json } = await full.post('/exercises/start', { exerciseId: 'first-steps' }, LESSON_SITE);
  expect([status, json.running]).toEqual([429, ['Claude Code in the terminal of the Workbench']]);
  expect(json.message).not.toContain('folder--');
});
