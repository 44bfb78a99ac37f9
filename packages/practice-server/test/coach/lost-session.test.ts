import { type Action, COACH_ROUTES } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { bearer, Coaching } from './support/coaching.js';

test('a coached session that died while the daemon was away was abandoned; the next agent begins a new one', async () => {
  await using home = await Home.make();
  const options = { home, agent: { run: 'while read line; do :; done' } };
  let project: string;
  {
    await using coaching = await Coaching.open(options);
    await coaching.start();
    project = coaching.id;
  }
  await home.killTmux();
  {
    await using daemon = await TestDaemon.open(options);
    const headers = await bearer(home);
    const ended = await waitUntil('its end is written down', async (): Promise<Action | undefined> => {
      const { json } = await daemon.request(`/coach/projects/${project}/actions?type=session_ended`, { headers });
      return json.actions[0];
    });
    expect(ended.data).toMatchObject({ status: 'abandoned', durationMs: expect.any(Number) });
    const started = await daemon.request(COACH_ROUTES.start.path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ projectId: project }),
    });
    expect(started.status).toBe(200);
  }
  const sessions = 'select status, ended_at is null as goes_on from coach_sessions order by started_at';
  expect(query(home.in('.af-practice', 'state.db'), sessions)).toEqual([
    { status: 'abandoned', goes_on: 0 },
    { status: 'active', goes_on: 1 },
  ]);
});
