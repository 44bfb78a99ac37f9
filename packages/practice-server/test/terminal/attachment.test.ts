import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Attachment, MAX_UNANSWERED_BYTES } from '../../src/terminal/attachment.js';
import { Guest } from '../../src/terminal/guest.js';
import { BURST_BYTES, MESSAGE_COST_BYTES } from '../../src/terminal/pace.js';
import type { Viewer } from '../../src/terminal/viewer.js';
import { openTerminal } from '../../src/tmux/pty/pty.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { heard, openChannel } from './support/fakes.js';

const PIECE = Buffer.alloc(64 * 1024, 'x');
const SIZE = { cols: 80, rows: 24 };
/** With what a message costs, two of them are what one key is good for. */
const MESSAGE = Buffer.alloc(MESSAGE_COST_BYTES, 'x');
/** So many of them are a flood. */
const FLOOD = BURST_BYTES / (MESSAGE.length + MESSAGE_COST_BYTES);

afterEach(() => {
  vi.useRealTimers();
});

/** A page on a program in a terminal, which reads everything at once and prints nothing unless it says so. */
function attach(script: string) {
  const seen = { output: '' };
  const viewer = {
    bufferedBytes: 0,
    send: () => {},
    sendOutput: (data: Buffer) => {
      seen.output += data.toString();
    },
  } as unknown as Viewer;
  const events = { onAttached: () => {}, onClientExit: () => {} };
  const options = { environment: { PATH: '/usr/bin:/bin' }, cwd: '/', redraw: () => {} };
  const attachment = new Attachment(
    new Guest(viewer, SIZE).flow,
    SIZE,
    (size, terminal) =>
      openTerminal(['sh', '-c', `stty raw -echo; printf ready; ${script}`], { size, ...options }, terminal),
    events,
  );
  return { attachment, seen };
}

/** Types until somebody asks for more patience than a moment; returns the bytes and what is waited for. */
async function typeUntilHeld(attachment: Attachment): Promise<{ bytes: number; held: Promise<unknown> }> {
  for (let bytes = PIECE.length; bytes <= 4 * MAX_UNANSWERED_BYTES; bytes += PIECE.length) {
    const patience = attachment.write(PIECE) ?? Promise.resolve();
    const held = await Promise.race([patience.then(() => false), delay(3000, true)]);
    if (held) return { bytes, held: patience };
  }
  throw new Error('it takes keys without a bound');
}

describe('keys for a program that prints nothing', () => {
  test('[terminal 2 input] are taken up to a bound, and from then on wait at the page until it does', async () => {
    const count = MAX_UNANSWERED_BYTES + PIECE.length;
    const { attachment, seen } = attach(`head -c ${count} >/dev/null; sleep 6; echo done; exec cat >/dev/null`);
    await waitUntil('it runs', () => seen.output.includes('ready'));
    const { bytes, held } = await typeUntilHeld(attachment);
    expect(bytes).toBe(count);
    await held;
    expect(seen.output).toContain('done');
    expect((await typeUntilHeld(attachment)).bytes).toBe(count);
    attachment.dispose();
  }, 60_000);

  test('[terminal 2 input] let go of whoever waits when the page does', async () => {
    const { attachment, seen } = attach('exec cat >/dev/null');
    await waitUntil('it runs', () => seen.output.includes('ready'));
    const { held } = await typeUntilHeld(attachment);
    attachment.dispose();
    await held;
  }, 60_000);
});

describe('what comes out of a client', () => {
  test('is not held back as a flood where it is the echo of keys', () => {
    vi.useFakeTimers();
    for (const typed of ['', 'x']) {
      const { guest, client } = openChannel().join();
      for (let count = 1; count < FLOOD; count += 1) client.print(MESSAGE);
      expect(client.isPaused).toBe(false);
      if (typed !== '') guest.attachment?.write(Buffer.from(typed));
      client.print(MESSAGE);
      expect(client.isPaused).toBe(typed === '');
    }
  });

  test('is shown to its end when the client ends in a flood', () => {
    vi.useFakeTimers();
    const { client, socket } = openChannel().join();
    for (let count = 1; count <= FLOOD; count += 1) client.print(MESSAGE);
    client.print('the last words');
    expect(socket.output).not.toContain('the last words');
    client.events.onExit(0);
    expect(socket.output).toContain('the last words');
  });
});

test('nobody waits for keys to reach a client that is gone before tmux has drawn on it', async () => {
  const { guest } = openChannel().join();
  const told = vi.fn();
  void guest.attachment?.flushed().then(told);
  await heard();
  expect(told).not.toHaveBeenCalled();
  guest.detach();
  await heard();
  expect(told).toHaveBeenCalledOnce();
});
