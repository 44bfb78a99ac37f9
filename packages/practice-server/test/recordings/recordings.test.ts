import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { recordingsResponseSchema } from '@agent-factory/protocol/recordings';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { paneSize } from '../fixtures/pane-size.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';
import { eventsOf, printedIn, typedIn } from './cast.js';
import { Studio } from './studio.js';

const SECRET = 'sk-ant-0123456789';
const MASKED = '*'.repeat(SECRET.length);

let daemon: TestDaemon;
let studio: Studio;
let terminal: TestTerminal;

beforeEach(async () => {
  daemon = await TestDaemon.open({ environment: { ANTHROPIC_API_KEY: SECRET } });
  studio = new Studio(daemon);
  terminal = await daemon.open();
  // Otherwise a recording may begin with another size, and hold a second drawing.
  await paneSize(daemon, '100x30');
});
afterEach(() => daemon[Symbol.asyncDispose]());

async function run(line: string, shows: string): Promise<void> {
  terminal.type(`${line}\r`);
  await terminal.shows(shows);
}

describe('a recording', () => {
  test('holds what is printed from its first screen on, and is listed, downloaded and deleted', async () => {
    await run('echo "before $((40+2))"', 'before 42');
    const started = await studio.start();
    expect(started).toMatchObject({ exerciseId: 'first-steps', agent: 'shell', cols: 100, rows: 30, recording: true });
    await run('echo "größe $((20+1))"', 'größe 21');
    expect(await studio.list()).toMatchObject([{ id: started.id, recording: true, truncated: false }]);
    const stopped = await studio.stop();
    expect(stopped).toMatchObject({ id: started.id, recording: false, truncated: false, endedBy: 'stopped' });

    const file = await studio.get(`/recordings/${started.id}`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/x-asciicast']);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="first-steps-${started.id}.cast"`);
    expect(Buffer.byteLength(file.text)).toBe(stopped.bytes);
    const { header, events } = eventsOf(file.text);
    expect(header).toMatchObject({ version: 3, term: { cols: 100, rows: 30 }, title: 'first-steps' });
    expect(events[0]?.[2]).toContain('before 42');
    expect(printedIn(file.text)).toContain('größe 21');
    const lasts = events.reduce((sum, [interval]) => sum + interval, 0);
    expect(lasts * 1000).toBeLessThanOrEqual(stopped.durationMs + 1);
    expect(recordingsResponseSchema.parse((await studio.get('/recordings')).json).recordings).toEqual([stopped]);
    expect((await studio.delete(started.id)).json).toEqual({ status: 'deleted' });
    expect((await studio.get('/recordings')).json).toMatchObject({ recordings: [], bytes: 0 });
  });

  test('can be downloaded while it goes on: whole events, as far as it is', async () => {
    const { id } = await studio.start();
    await run('echo "now $((1+1))"', 'now 2');
    await studio.until('it is in the file', async () => {
      const { text } = await studio.get(`/recordings/${id}`);
      return printedIn(text).includes('now 2');
    });
    await studio.stop();
  });

  test('is in a folder and a file that nobody else can read, also where the folder was there', async () => {
    const folder = daemon.home.in('.af-practice', 'recordings');
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    const { id } = await studio.start();
    expect(await readdir(folder)).toEqual([`${id}.cast`]);
    expect([(await stat(folder)).mode & 0o777, (await stat(`${folder}/${id}.cast`)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    await studio.stop();
  });

  test('[cli-execution-modes Q1 no-input] holds no key that was typed, nor any that was pasted, unless that was asked for', async () => {
    await studio.start();
    await run('echo "typed $((1+1))"', 'typed 2');
    expect(typedIn(await studio.stopAndRead())).toBe('');

    expect(await studio.start({ input: true })).toMatchObject({ withInput: true });
    await run('echo "typed $((1+2))"', 'typed 3');
    terminal.send({ type: 'paste', bytes: 6 });
    terminal.type('p\u00e4ste');
    await terminal.frame('pasted');
    terminal.type('\x03');
    await daemon.home.tmux('display-message', '-p', '');
    expect(typedIn(await studio.stopAndRead())).toBe('echo "typed $((1+2))"\rp\u00e4ste\x03');
  });

  test('holds only what the writer types: the keys of a tab that watches reach nobody', async () => {
    const watcher = daemon.connect((await daemon.start()).wsUrl);
    await watcher.attached();
    await studio.start({ input: true });
    watcher.type('from the watcher');
    await run('echo "$((2+2)) is four"', '4 is four');
    expect(typedIn(await studio.stopAndRead())).toBe('echo "$((2+2)) is four"\r');
  });

  test('holds every new size, and the whole screen as tmux has laid it out for it', async () => {
    await run('echo "wide $((1+1))"', 'wide 2');
    await studio.start();
    terminal.send({ type: 'resize', cols: 60, rows: 20 });
    await paneSize(daemon, '60x20');
    await run('tput cols; echo "narrow $((1+1))"', 'narrow 2');
    const { events } = eventsOf(await studio.stopAndRead());
    const at = events.findIndex(([, code]) => code === 'r');
    expect(events[at]?.[2]).toBe('60x20');
    expect(events[at + 1]?.[2]).toContain('wide 2');
  });

  test('holds what its own pane prints, and nothing of another that the student opens beside it', async () => {
    await studio.start();
    await daemon.home.tmux('split-window', '-d', 'echo "else$((1+1))where"; exec sleep 60');
    await terminal.shows('else2where');
    await run('echo "here $((40+2))"', 'here 42');
    const printed = printedIn(await studio.stopAndRead());
    expect(printed).toContain('here 42');
    expect(printed).not.toContain('else2where');
  });

  test('[cli-execution-modes Q1 secrets] masks the secrets of the environment in what is printed and typed, in several pieces, too', async () => {
    await studio.start({ input: true });
    await run('printf sk-ant; sleep 0.2; echo "-0123456789 $((1+1))"', '-0123456789 2');
    await run('printf "%s %d\\n" "$ANTHROPIC_API_KEY" $((40+2))', ' 42');
    for (const letter of `: ${SECRET}`) terminal.type(letter);
    await run('; echo "end $((1+1))"', 'end 2');
    const text = await studio.stopAndRead();
    expect(text).not.toContain(SECRET);
    expect(printedIn(text)).toContain(`${MASKED} 42`);
    expect(printedIn(text)).toMatch(/\*{6}[^*]*\*{11} 2/);
    expect(typedIn(text)).toContain(`: ${MASKED}`);
  });

  test('holds the last that was printed, and masks it, where it ends in what may be a secret', async () => {
    await studio.start();
    await run('printf "sk%s" -ant-01; sleep 60', 'sk-ant-01');
    expect(printedIn(await studio.stopAndRead())).toMatch(/\*{9}$/);
  });

  test('masks a secret that is on the screen when it begins, over the edge of the screen', async () => {
    await run(`clear; printf "%90s%s %d\\n" x ${SECRET} $((40+2))`, ' 42');
    await studio.start();
    const text = await studio.stopAndRead();
    const [, , drawn = ''] = eventsOf(text).events[0] ?? [];
    expect(drawn).toContain('**********');
    expect(drawn).not.toContain(SECRET.slice(0, 10));
  });

  test('masks the secrets that its session was started with, whatever the daemon knows now', async () => {
    await daemon.home.tmux('set-environment', '-g', 'OTHER_TOKEN', 'from-another-time');
    await studio.start();
    await run('echo "from-another-time $((1+1))"', 'time 2');
    expect(printedIn(await studio.stopAndRead())).not.toContain('from-another-time');
  });

  test('does not hold up a program that floods its terminal while no page shows it', async () => {
    await studio.start();
    const flood = 'head -c 3000000 /dev/zero | tr "\\0" x > big; cat big; echo done > flooded';
    await run(`echo "flood in $((40+2))"; sleep 0.2; ${flood}`, 'flood in 42');
    await terminal.close();
    await studio.until('the flood is over', async () =>
      (await readdir(daemon.home.workspace('first-steps'))).includes('flooded'),
    );
    const text = await studio.stopAndRead();
    expect(printedIn(text).replace(/[^x]/g, '').length).toBeGreaterThanOrEqual(3_000_000);
  });
});

describe('the pages of a session', () => {
  test('are told that it is recorded, whenever they come, and why it is no longer', async () => {
    const watcher = daemon.connect((await daemon.start()).wsUrl);
    await watcher.attached();
    await studio.start({ input: true });
    const late = daemon.connect((await daemon.start()).wsUrl);
    await late.attached();
    await studio.stop();
    const later = daemon.connect((await daemon.start()).wsUrl);
    await later.attached();
    const on = { type: 'capability', name: 'recordings', state: { recording: true, withInput: true } };
    const off = { type: 'capability', name: 'recordings', state: { recording: false, endedBy: 'stopped' } };
    const about = (page: TestTerminal) => page.frames.filter(({ type }) => type === 'capability');
    for (const page of [terminal, watcher, late]) {
      await page.frame('capability');
      expect(about(page)).toEqual([on, off]);
    }
    expect(about(later)).toEqual([]);
    expect(late.frames.findIndex(({ type }) => type === 'capability')).toBeLessThan(
      late.frames.findIndex(({ type }) => type === 'attached'),
    );
  });
});
