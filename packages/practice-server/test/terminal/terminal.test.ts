import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { paneSize } from '../fixtures/pane-size.js';
import { waitUntil } from '../fixtures/wait-until.js';

/** Of which every screen is large: the pace of a flood holds it to a few screens a second. */
const COLOURFUL_FLOOD = String.raw`awk 'BEGIN { for (;;) for (n = 0; n < 250; n++) printf "\033[38;2;%d;%d;9mx", n, 250 - n }'`;

describe('a terminal connection', () => {
  test('[practice-environment 1.2 connect] [practice-environment 3.2 resize] [practice-environment 3.3 resize] attaches at the size of the first frame and follows each later one', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = daemon.connect((await daemon.start()).wsUrl, { size: { cols: 83, rows: 21 } });
    await terminal.attached();
    terminal.type('stty size\r');
    await terminal.shows('21 83');
    terminal.send({ type: 'resize', cols: 132, rows: 43 });
    await paneSize(daemon, '132x43');
  });

  test('[practice-environment 3.2 ping] answers ping with pong', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.send({ type: 'ping' });
    await terminal.frame('pong');
  });

  test('[practice-environment 1.2 connect] [practice-environment 3.2 typed-text] takes text that is no control frame as typed, as a bare attach add-on sends it', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    for (const text of ['echo ', '{"a"', ': 1} ', '{', '}', ' é✓ $((40 + 2))', '\r']) terminal.sendText(text);
    await terminal.shows('{a: 1} {} é✓ 42');
  });

  test('[practice-environment 1.2 connect] [practice-environment 3.2 ack] a client that never acknowledges gets everything', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('seq 1 60000; sleep 0.3; echo all $((40 + 2))\r');
    await terminal.shows('all 42');
  });

  test('[practice-environment 1.2 connect] a client that acknowledges gets everything too, counted in bytes', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.socket.on('message', (_data, isBinary) => {
      if (isBinary) terminal.send({ type: 'ack', bytes: terminal.receivedBytes });
    });
    terminal.type('yes "é 你好" | head -20000; sleep 0.3; echo all $((40 + 2))\r');
    await terminal.shows('all 42');
    expect(terminal.closed).toBeUndefined();
    terminal.send({ type: 'ping' });
    await terminal.frame('pong');
  });

  test('[terminal 2 flood] a flood comes in a few messages, and its end at once', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    let messages = 0;
    terminal.socket.on('message', () => {
      messages += 1;
    });
    const startedAt = performance.now();
    terminal.type('seq 1 1000000; echo all $((40 + 2))\r');
    await terminal.shows('all 42');
    // A burst of 32, and from then on what the pace allows: a message every 4 ms at the very most.
    expect(messages).toBeLessThan(32 + (performance.now() - startedAt) / 4);
  });

  test('[practice-environment 1.2 connect] [practice-environment 3.2 ack] a client that stops acknowledging is held, and goes on where it stopped', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.send({ type: 'ack', bytes: 0 });
    terminal.type(
      `${COLOURFUL_FLOOD} & until [ -e enough ]; do sleep 0.1; done; kill $!; sleep 0.3; printf '\\033[m\\nall 42\\n'\r`,
    );
    await waitUntil('more than the limit has arrived', () => terminal.receivedBytes > 256 * 1024);
    await delay(2000); // in which it would go on
    await writeFile(daemon.home.workspace('first-steps', 'enough'), '');
    // What was read from the PTY before the pause, at most.
    const mostBytes = 256 * 1024 + 256 * 1024;
    await waitUntil('the flood is over', async () => {
      const screen = await daemon.home.tmux('capture-pane', '-p', '-t', '=af-first-steps:');
      return screen.includes('all 42');
    });
    expect(terminal.receivedBytes).toBeLessThan(mostBytes);
    terminal.send({ type: 'ack', bytes: terminal.receivedBytes });
    terminal.socket.on('message', () => terminal.send({ type: 'ack', bytes: terminal.receivedBytes }));
    await terminal.shows('all 42');
  });

  test('[practice-environment 1.2 connect] carries every byte of a large paste', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const paste = randomBytes(768 * 1024).toString('base64');
    expect(paste.length).toBe(1024 * 1024);
    terminal.type(
      `stty raw -echo; echo ready $((40 + 2)); head -c ${paste.length} | sha256sum > sum.txt; stty sane; echo read $((40 + 2))\r`,
    );
    await terminal.shows('ready 42');
    for (let at = 0; at < paste.length; at += 64 * 1024) terminal.type(paste.slice(at, at + 64 * 1024));
    await terminal.shows('read 42');
    const sum = createHash('sha256').update(paste).digest('hex');
    expect(await readFile(daemon.home.workspace('first-steps', 'sum.txt'), 'utf8')).toContain(sum);
  });

  test('[practice-environment 1.2 connect] [practice-environment 3.2 input] carries bytes that are no text, keys of a terminal among them', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const bytes = Buffer.from([...'\x01\x02\x04\x11\x12\x13\x16\x1c\x7f'].map((key) => key.charCodeAt(0)));
    terminal.type(
      `stty raw -echo; echo ready $((40 + 2)); head -c ${bytes.length} | od -An -tx1 > keys.txt; stty sane; echo read $((40 + 2))\r`,
    );
    await terminal.shows('ready 42');
    terminal.type(bytes);
    await terminal.shows('read 42');
    const keys = (await readFile(daemon.home.workspace('first-steps', 'keys.txt'), 'utf8')).trim();
    expect(keys).toBe('01 02 04 11 12 13 16 1c 7f');
  });
});

describe('a connection that breaks the protocol', () => {
  const malformed: Array<[string, string]> = [
    ['a size of nothing', '{"type": "resize", "cols": 0, "rows": 0}'],
    ['a size that is no number', '{"type": "resize", "cols": "80", "rows": 24}'],
    ['a size beyond every screen', '{"type": "resize", "cols": 100000, "rows": 24}'],
    ['a resize without a size', '{"type": "resize"}'],
    ['a type that nobody knows', '{"type": "reboot"}'],
    ['a negative acknowledgement', '{"type": "ack", "bytes": -1}'],
    ['an acknowledgement of the future', '{"type": "ack", "bytes": 99999999}'],
    ['a size below nothing', '{"type": "resize", "cols": -1, "rows": -1}'],
    ['a size of a billion', '{"type": "resize", "cols": 1000000000, "rows": 1000000000}'],
    ['a size that no JSON can hold', '{"type": "resize", "cols": null, "rows": null}'],
    ['a paste of nothing', '{"type": "paste", "bytes": 0}'],
    ['a paste beyond the limit', '{"type": "paste", "bytes": 67108865}'],
  ];

  test('[practice-environment 3.2 error] is told what was wrong and closed with 4004', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    for (const [how, frame] of malformed) {
      const terminal = daemon.connect(wsUrl);
      await terminal.attached();
      terminal.sendText(frame);
      expect([how, (await terminal.ended()).code]).toEqual([how, 4004]);
      const words = expect.stringMatching(/\w/);
      expect(terminal.frames.at(-1)).toMatchObject({ type: 'error', code: 'invalid_frame', message: words });
    }
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
  });

  test('by a takeover before its size is closed with 4004', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const terminal = daemon.connect(wsUrl, { size: null });
    await terminal.opened();
    terminal.send({ type: 'takeover' });
    expect((await terminal.ended()).code).toBe(4004);
    expect(terminal.frames).toMatchObject([{ type: 'error', code: 'invalid_frame' }]);
  });

  test('[practice-environment 1.6 one-writer] is not heard any more while it closes', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const writer = daemon.connect(wsUrl);
    await writer.attached();
    const other = daemon.connect(wsUrl);
    await other.attached();
    other.sendText('{"type": "resize"}');
    other.send({ type: 'takeover' });
    expect((await other.ended()).code).toBe(4004);
    writer.type('echo sum $((40 + 2))\r');
    await writer.shows('sum 42');
  });

  test('[practice-environment 3.2 resize] by keys before its size loses the keys and nothing else', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = daemon.connect((await daemon.start()).wsUrl, { size: null });
    await terminal.opened();
    terminal.type('echo early\r');
    terminal.send({ type: 'resize', cols: 80, rows: 24 });
    await terminal.attached();
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect(terminal.output).not.toContain('early');
  });

  test('[terminal 9 bad-frames] by half a character in a text frame is closed with 1007', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.socket.send(Buffer.from([0x65, 0xc3]), { binary: false });
    expect((await terminal.ended()).code).toBe(1007);
    expect((await daemon.request('/health')).status).toBe(200);
  });

  test('[terminal 9 bad-frames] in nothing but empty frames and half a character goes on', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    for (const part of [[], [0xc3], []]) terminal.type(Buffer.from(part));
    terminal.sendText('');
    terminal.type('\x15echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect(terminal.closed).toBeUndefined();
  });

  test('by a huge frame is closed with 1009', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type(Buffer.alloc(1024 * 1024 + 1));
    expect((await terminal.ended()).code).toBe(1009);
    expect((await daemon.request('/health')).status).toBe(200);
  });
});

test('[terminal 3 clipboard] what a program copies arrives, and no program reads it back', async () => {
  await using daemon = await TestDaemon.open();
  const terminal = await daemon.open();
  const secret = Buffer.from('a secret').toString('base64');
  // tmux copies to the clients that are there: not to one that is still arriving.
  terminal.type('echo ready $((40 + 2))\r');
  await terminal.shows('ready 42');
  terminal.type(`printf '\\033]52;c;%s\\007' ${secret}\r`);
  // Which of a terminal's clipboards it is, tmux tells from 3.4 on.
  await terminal.shows(`;${secret}`);
  terminal.clear();
  // Reads until nothing came for half a second.
  terminal.type(
    `stty raw -echo min 0 time 5; printf '\\033]52;c;?\\007'; cat > reply; stty sane; echo read $((40 + 2))\r`,
  );
  await terminal.shows('read 42');
  expect(await readFile(daemon.home.workspace('first-steps', 'reply'), 'utf8')).not.toContain(secret);
});

test('[terminal 2 last-bytes] a page that acknowledges late hears of the end behind all output', async () => {
  await using daemon = await TestDaemon.open();
  const terminal = await daemon.open();
  terminal.send({ type: 'ack', bytes: 0 });
  terminal.type(`${COLOURFUL_FLOOD}\r`);
  await waitUntil('the output is held', () => terminal.receivedBytes > 256 * 1024);
  await daemon.home.tmux('kill-session', '-t', '=af-first-steps');
  terminal.send({ type: 'ping' });
  await terminal.frame('pong');
  terminal.socket.on('message', () => terminal.send({ type: 'ack', bytes: terminal.receivedBytes }));
  terminal.send({ type: 'ack', bytes: terminal.receivedBytes });
  expect((await terminal.ended()).code).toBe(4000);
  expect(terminal.frames.at(-1)).toEqual({ type: 'session_ended', reason: 'exited' });
});

test('[terminal 2 last-bytes] a client that never acknowledges hears of the end right behind the last output', async () => {
  await using daemon = await TestDaemon.open();
  const waits: number[] = [];
  // The quickest of three: a machine that stands still once is not the question.
  for (let round = 0; round < 3; round += 1) {
    const terminal = await daemon.open();
    let lastOutputAt = 0;
    terminal.socket.on('message', (_data, isBinary) => {
      if (isBinary) lastOutputAt = performance.now();
    });
    terminal.type('seq 1 100000; exit\r');
    expect((await terminal.ended()).code).toBe(4000);
    expect(terminal.frames.at(-1)).toEqual({ type: 'session_ended', reason: 'exited' });
    waits.push(performance.now() - lastOutputAt);
  }
  expect(Math.min(...waits)).toBeLessThan(1000);
});

test('[terminal 2 last-bytes] a page that acknowledges no more hears of the end all the same', async () => {
  // Sessions are looked at every two seconds then.
  await using daemon = await TestDaemon.open({ flags: { idleTimeout: 8000 } });
  const terminal = await daemon.open();
  terminal.send({ type: 'ack', bytes: 0 });
  terminal.type('seq 1 1000000; exit\r');
  expect((await terminal.ended()).code).toBe(4000);
  expect(terminal.frames.at(-1)).toEqual({ type: 'session_ended', reason: 'exited' });
});

describe('a connection that is cut from the side of tmux', () => {
  test('[practice-environment 2.2 reconnect] may come back: the session lives', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const terminal = daemon.connect(wsUrl);
    await terminal.attached();
    await daemon.home.tmux('detach-client', '-s', '=af-first-steps');
    expect((await terminal.ended()).code).toBe(4005);
    await daemon.connect(wsUrl).attached();
  });
});

test('[practice-environment 2.2 reconnect] [practice-environment 3.3 attach] a hundred visits leave no descriptor and no tmux client behind', async () => {
  await using daemon = await TestDaemon.open();
  const { wsUrl } = await daemon.start();
  const visit = async (): Promise<void> => {
    const terminal = daemon.connect(wsUrl);
    await terminal.attached();
    await terminal.close();
  };
  await visit();
  const descriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  const before = await descriptors();
  for (let count = 0; count < 100; count += 1) await visit();
  await waitUntil('as many descriptors are open as before', async () => (await descriptors()) <= before + 2);
  await waitUntil('no tmux client is left', async () => {
    return (await daemon.home.tmux('list-clients').catch(() => '')) === '';
  });
}, 240_000);
