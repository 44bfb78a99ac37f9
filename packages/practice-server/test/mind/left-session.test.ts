import { expect, test } from 'vitest';
import { Coaching } from '../coach/support/coaching.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

interface Row {
  readonly status: string;
  readonly wrapped_up: string | null;
}

test('a session that a kill has cut off is wrapped up at the next start [coach mind-left]', async () => {
  await using home = await Home.make();
  const options = { home, agent: { run: 'while read line; do :; done' } };
  {
    await using coaching = await Coaching.open(options);
    await coaching.start();
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    await page.next('fs:content');
    page.send('file:save', { path: 'src/main.py', content: 'print(2)\n' });
    await page.next('fs:save_ack');
  }
  const state = home.in('.af-practice', 'state.db');
  const read = () => query(state, 'select status, wrapped_up from coach_sessions')[0] as Row | undefined;
  expect(read()).toEqual({ status: 'active', wrapped_up: null });
  await home.killTmux();
  await using _daemon = await TestDaemon.open(options);
  const wrappedUp = await waitUntil('it is wrapped up', async () => read()?.wrapped_up ?? undefined);
  expect(read()?.status).toBe('abandoned');
  expect(JSON.parse(String(wrappedUp)).by).toMatch(/rules|model/);
});
