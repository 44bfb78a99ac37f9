import { afterEach, expect, test, vi } from 'vitest';
import { Tmux } from '../../src/tmux/tmux.js';
import { TestDaemon } from '../fixtures/daemon.js';

afterEach(() => vi.restoreAllMocks());

test('[terminal 2 last-bytes] a page hears of the end of its session also where tmux cannot be asked for a moment', async () => {
  await using daemon = await TestDaemon.open();
  const terminal = await daemon.open();
  const state = vi.spyOn(Tmux.prototype, 'state');
  // As a server answers that is about to end, for as long as it takes.
  for (let times = 0; times < 3; times += 1) state.mockResolvedValueOnce('unknown');
  terminal.type('exit\r');
  expect(await terminal.ended()).toEqual({ code: 4000, reason: 'exited' });
  expect(state.mock.calls.length).toBeGreaterThan(3);
});

test('[practice-environment 2.2 reconnect] a page whose client has ended may come back where tmux cannot be asked for long', async () => {
  await using daemon = await TestDaemon.open();
  const { wsUrl } = await daemon.start();
  const terminal = daemon.connect(wsUrl);
  await terminal.attached();
  const state = vi.spyOn(Tmux.prototype, 'state').mockResolvedValue('unknown');
  await daemon.home.tmux('detach-client', '-s', '=af-first-steps');
  expect((await terminal.ended()).code).toBe(4005);
  state.mockRestore();
  await daemon.connect(wsUrl).attached();
});
