import { MAX_WATCHERS } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { paneSize } from '../fixtures/pane-size.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';

const SIZE = { cols: 100, rows: 30 };

/** A daemon with a writer and so many who watch. */
async function openViewers(daemon: TestDaemon, watchers: number, size = SIZE) {
  const { wsUrl } = await daemon.start();
  const writer = daemon.connect(wsUrl);
  await writer.attached();
  const watching: TestTerminal[] = [];
  for (let count = 0; count < watchers; count += 1) {
    const watcher = daemon.connect(wsUrl, { size });
    await watcher.attached();
    watching.push(watcher);
  }
  return { wsUrl, writer, watching };
}

/** The roles a page was given, in their order. */
function roles(page: TestTerminal): string[] {
  return page.frames.flatMap((frame) => (frame.type === 'attached' ? [frame.role] : []));
}

function becomes(page: TestTerminal, ...expected: string[]): Promise<unknown> {
  return waitUntil(`the page was ${expected}`, () => roles(page).join() === expected.join());
}

async function typesInto(page: TestTerminal): Promise<void> {
  page.clear();
  page.type('echo sum $((40 + 2))\r');
  await page.shows('sum 42');
}

describe('those who watch a session', () => {
  test('[practice-environment 1.6 one-writer] [terminal 4 watch] [practice-environment 3.2 grid] see what the writer sees, in its grid, and their keys go nowhere', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 2, { cols: 40, rows: 10 });
    for (const watcher of watching) {
      expect(watcher.frames.at(-1)).toEqual({ type: 'attached', role: 'watcher', ...SIZE });
      watcher.type('echo stray\r');
      watcher.send({ type: 'paste', bytes: 3 });
      watcher.type('abc');
      expect((await watcher.frame('error')).code).toBe('paste_failed');
    }
    writer.type('echo sum $((40 + 2))\r');
    for (const page of [writer, ...watching]) await page.shows('sum 42');
    expect(writer.output).not.toContain('stray');
    await paneSize(daemon, '100x30');
  });

  test('[terminal 4 watch] [practice-environment 3.2 grid] [practice-environment 3.3 resize] follow the size of the writer in both directions, and never set it', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 1, { cols: 40, rows: 10 });
    const [watcher] = watching;
    for (const size of [
      { cols: 140, rows: 44 },
      { cols: 61, rows: 17 },
    ]) {
      writer.send({ type: 'resize', ...size });
      await waitUntil('the watcher is told', () => {
        const last = watcher?.frames.at(-1);
        return last?.type === 'grid' && last.cols === size.cols && last.rows === size.rows;
      });
      await paneSize(daemon, `${size.cols}x${size.rows}`);
      const clients = () => daemon.home.tmux('list-clients', '-F', '#{client_width}x#{client_height}');
      await expect
        .poll(async () => new Set((await clients()).trim().split('\n')))
        .toEqual(new Set([`${size.cols}x${size.rows}`]));
    }
    watcher?.send({ type: 'resize', cols: 30, rows: 8 });
    watcher?.send({ type: 'ping' });
    await watcher?.frame('pong');
    await paneSize(daemon, '61x17');
  });

  test('[terminal 4 take-over] [practice-environment 3.2 takeover] write after one frame, at their own size, and the former writer watches', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 1, { cols: 77, rows: 19 });
    const [taker] = watching as [TestTerminal];
    taker.send({ type: 'takeover' });
    await becomes(taker, 'watcher', 'writer');
    await becomes(writer, 'writer', 'watcher');
    // In the grid that there was, as the size the taker came with may be no more its own.
    for (const page of [writer, taker]) expect(page.frames.at(-1)).toMatchObject({ type: 'attached', ...SIZE });
    await paneSize(daemon, '100x30');
    taker.send({ type: 'resize', cols: 77, rows: 19 });
    await paneSize(daemon, '77x19');
    expect(writer.frames.at(-1)).toEqual({ type: 'grid', cols: 77, rows: 19 });
    await typesInto(taker);
    await writer.shows('sum 42');
    writer.send({ type: 'takeover' });
    await becomes(writer, 'writer', 'watcher', 'writer');
    writer.send({ type: 'resize', ...SIZE });
    await paneSize(daemon, '100x30');
    await typesInto(writer);
  });

  test('[terminal 4 take-over] taking over twice changes nothing', async () => {
    await using daemon = await TestDaemon.open();
    const { writer } = await openViewers(daemon, 0);
    writer.send({ type: 'takeover' });
    await typesInto(writer);
    expect(roles(writer)).toEqual(['writer']);
  });

  test('[terminal 4 next-writer] the one that has watched longest writes when the writer goes', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 2);
    const [first, second] = watching as [TestTerminal, TestTerminal];
    await writer.close();
    await becomes(first, 'watcher', 'writer');
    expect(roles(second)).toEqual(['watcher']);
    first.socket.terminate();
    await becomes(second, 'watcher', 'writer');
    await typesInto(second);
  });

  test('acknowledge what they got in every role as one sum', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 1);
    const [page] = watching as [TestTerminal];
    page.socket.on('message', () => page.send({ type: 'ack', bytes: page.receivedBytes }));
    for (const [from, to] of [
      [page, writer],
      [writer, page],
      [page, writer],
    ] as const) {
      from.send({ type: 'takeover' });
      await waitUntil('the role has changed', () => roles(from).at(-1) === 'writer' && roles(to).at(-1) === 'watcher');
    }
    page.type('seq 1 40000; sleep 0.3; echo all $((40 + 2))\r');
    await page.shows('all 42');
    expect(page.closed).toBeUndefined();
  });

  test('[terminal 4 too-many] are refused beyond the limit, and let in when one has gone', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl, watching } = await openViewers(daemon, MAX_WATCHERS);
    const refused = daemon.connect(wsUrl);
    expect((await refused.frame('error')).code).toBe('too_many_viewers');
    expect((await refused.ended()).code).toBe(4007);
    await watching[0]?.close();
    await daemon.connect(wsUrl).attached();
  });

  test('[practice-environment 1.2 destroy] are told when the session ends, each once', async () => {
    await using daemon = await TestDaemon.open();
    const { writer, watching } = await openViewers(daemon, 3);
    writer.type('exit\r');
    for (const page of [writer, ...watching]) {
      expect((await page.ended()).code).toBe(4000);
      expect(page.frames.filter(({ type }) => type === 'session_ended')).toEqual([
        { type: 'session_ended', reason: 'exited' },
      ]);
    }
  });

  test('[practice-environment 2.2 reconnect] may come back alone when their own client was cut', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl, writer, watching } = await openViewers(daemon, 1);
    const clients = await daemon.home.tmux('list-clients', '-F', '#{client_readonly} #{client_tty}');
    const tty = /^1 (\S+)$/m.exec(clients)?.[1] ?? '';
    await daemon.home.tmux('detach-client', '-t', tty);
    expect((await watching[0]?.ended())?.code).toBe(4005);
    await typesInto(writer);
    const again = daemon.connect(wsUrl);
    await becomes(again, 'watcher');
  });
});

describe('a page that has yet to say its size', () => {
  test('[practice-environment 1.6 one-writer] joins where the others are, also when all who were there have gone meanwhile', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl, writer } = await openViewers(daemon, 0);
    const late = daemon.connect(wsUrl, { size: null });
    await late.opened();
    await writer.close();
    // What forgets a session that nobody looks at does so after the close, and after whatever else is due.
    await fetch(`${daemon.url}/health`);
    late.send({ type: 'resize', ...SIZE });
    await late.attached();
    const next = daemon.connect(wsUrl);
    await next.attached();
    expect([...roles(late), ...roles(next)]).toEqual(['writer', 'watcher']);
    late.type('exit\r');
    expect((await late.frame('session_ended')).reason).toBe('exited');
  });

  test('[practice-environment 1.2 destroy] is told when the session ends, and is no part of the next one', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl, writer } = await openViewers(daemon, 0);
    const late = daemon.connect(wsUrl, { size: null });
    await late.opened();
    // It is there when the practice server has answered what it asked before.
    late.send({ type: 'ping' });
    await late.frame('pong');
    expect((await daemon.post('/exercises/reset', { exerciseId: 'first-steps' })).status).toBe(200);
    const told = await writer.frame('session_ended');
    expect(await late.frame('session_ended')).toEqual(told);
    await daemon.start();
    late.send({ type: 'resize', ...SIZE });
    expect((await late.ended()).code).toBe((await writer.ended()).code);
    expect([late.output, late.frames.map(({ type }) => type)]).toEqual(['', ['pong', 'session_ended']]);
  });

  test('is let go when the practice server stops, to come back', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const late = daemon.connect(wsUrl, { size: null });
    await late.opened();
    late.send({ type: 'ping' });
    await late.frame('pong');
    await daemon.daemon.close();
    expect(await late.ended()).toMatchObject({ code: 1001 });
  });
});
