import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { Paste } from '../../src/terminal/paste.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';
import { heard } from './support/fakes.js';

const FRAME_BYTES = 64 * 1024;

/** Pastes as a page does it, and goes on before it is answered. */
function paste(terminal: TestTerminal, bytes: Buffer): void {
  terminal.send({ type: 'paste', bytes: bytes.length });
  for (let at = 0; at < bytes.length; at += FRAME_BYTES) terminal.type(bytes.subarray(at, at + FRAME_BYTES));
}

/** A program that reads so many raw bytes, and writes them to `read.bin`. `before` is printed first. */
async function readBytes(terminal: TestTerminal, count: number, before = ''): Promise<void> {
  terminal.type(
    `stty raw -echo; printf '${before}'; echo ready $((40 + 2)); head -c ${count} > read.bin; stty sane; printf '\\033[?2004l'; echo read $((40 + 2))\r`,
  );
  await terminal.shows('ready 42');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function seen(daemon: TestDaemon): Promise<Buffer> {
  return readFile(daemon.home.workspace('first-steps', 'read.bin'));
}

async function buffers(daemon: TestDaemon): Promise<string> {
  return daemon.home.tmux('list-buffers', '-F', '#{buffer_name}').catch(() => '');
}

describe('a paste', () => {
  test('[terminal 1 paste-whole] [practice-environment 3.2 paste] of any bytes arrives as it was, and what is typed around it stays in order', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const bytes = randomBytes(3 * 1024 * 1024);
    await readBytes(terminal, bytes.length + 10);
    terminal.type('first');
    paste(terminal, bytes);
    terminal.type('later');
    expect(await terminal.frame('pasted')).toEqual({ type: 'pasted', bytes: bytes.length });
    await terminal.shows('read 42');
    const whole = Buffer.concat([Buffer.from('first'), bytes, Buffer.from('later')]);
    expect(sha256(await seen(daemon))).toBe(sha256(whole));
    expect(await buffers(daemon)).toBe('');
  });

  test('[terminal 1 paste-whole] may share a frame with the keys behind it', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    await readBytes(terminal, 8);
    terminal.send({ type: 'paste', bytes: 5 });
    terminal.type('pa');
    terminal.type('stekey');
    await terminal.shows('read 42');
    expect((await seen(daemon)).toString()).toBe('pastekey');
  });

  test('[terminal 1 paste-bracketed] stands in brackets where the program asked for them, and only there', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    await readBytes(terminal, 17, '\\033[?2004h');
    paste(terminal, Buffer.from('a\rb\tc'));
    await terminal.shows('read 42');
    expect((await seen(daemon)).toString()).toBe('\x1b[200~a\rb\tc\x1b[201~');
    terminal.clear();
    await readBytes(terminal, 5);
    paste(terminal, Buffer.from('a\rb\tc'));
    await terminal.shows('read 42');
    expect((await seen(daemon)).toString()).toBe('a\rb\tc');
  });

  test('[terminal 1 paste-whole] [practice-environment 3.2 paste] that is given up, or whose page goes, leaves nothing in the program', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const terminal = daemon.connect(wsUrl);
    await terminal.attached();
    await readBytes(terminal, 5);
    terminal.send({ type: 'paste', bytes: 1_000_000 });
    terminal.type(Buffer.alloc(500_000, 'x'));
    terminal.send({ type: 'paste_cancel' });
    terminal.type('ab');
    terminal.send({ type: 'paste', bytes: 1_000_000 });
    terminal.type(Buffer.alloc(999_999, 'x'));
    terminal.send({ type: 'ping' });
    await terminal.frame('pong');
    terminal.socket.terminate();
    const next = daemon.connect(wsUrl);
    await next.attached();
    await waitUntil('nothing of it is kept', async () => (await buffers(daemon)) === '');
    next.type('cde');
    await next.shows('read 42');
    expect((await seen(daemon)).toString()).toBe('abcde');
    expect(terminal.frames.some(({ type }) => type === 'pasted' || type === 'error')).toBe(false);
  });

  test('[terminal 1 paste-whole] fails with the writer who is taken over, and its rest is no typing', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const [first, second] = [daemon.connect(wsUrl), daemon.connect(wsUrl)];
    await first.attached();
    await second.attached();
    const [writer, other] = first.frames.some((frame) => frame.type === 'attached' && frame.role === 'writer')
      ? [first, second]
      : [second, first];
    await readBytes(writer, 3);
    writer.send({ type: 'paste', bytes: 100_000 });
    writer.type(Buffer.alloc(50_000, 'x'));
    other.send({ type: 'takeover' });
    expect((await writer.frame('error')).code).toBe('paste_failed');
    writer.send({ type: 'takeover' });
    writer.type(Buffer.alloc(50_000, 'x'));
    writer.type('abc');
    await other.shows('read 42');
    expect((await seen(daemon)).toString()).toBe('abc');
  });

  test('[terminal 1 paste-whole] within a paste is a broken protocol', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.send({ type: 'paste', bytes: 10 });
    terminal.send({ type: 'paste', bytes: 10 });
    expect((await terminal.ended()).code).toBe(4004);
  });

  test('[terminal 1 paste-whole] lets go of whoever waits for tmux to take more, also when it fails', async () => {
    let fail = (_: Error) => {};
    const paste = new Paste(
      2_000_000,
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    const told = vi.fn();
    const patience = paste.take(Buffer.alloc(1_000_000, 'x'));
    void patience?.then(told);
    await heard();
    expect(patience).toBeDefined();
    expect(told).not.toHaveBeenCalled();
    fail(new Error('tmux is gone'));
    await heard();
    expect(told).toHaveBeenCalledOnce();
    expect(paste.take(Buffer.alloc(1_000_000, 'x'))).toBeUndefined();
  });
});
