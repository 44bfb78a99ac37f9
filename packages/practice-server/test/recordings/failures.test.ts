import { appendFileSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serveLessons, startExercise } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';
import { eventsOf, printedIn } from './cast.js';
import { Studio } from './studio.js';

const ID = { exerciseId: 'first-steps' };
const HEAD = [
  '{"version":3,"term":{"cols":80,"rows":24},"timestamp":1795419382,"title":"first-steps"}',
  '# practice {"exerciseId":"first-steps","agent":"shell","withInput":false}',
].join('\n');
const TAIL = '# ended {"durationMs":2000,"endedBy":"stopped"}';

const idOf = (number: number) => `20261123-081500-${number.toString(16).padStart(8, '0')}`;

describe('a recording that cannot be', () => {
  let daemon: TestDaemon;
  let studio: Studio;

  beforeEach(async () => {
    daemon = await TestDaemon.open();
    studio = new Studio(daemon);
  });
  afterEach(() => daemon[Symbol.asyncDispose]());

  test('is refused with a code and what to do: no session, a second start, a stop without a start', async () => {
    const nothing = await studio.tryStart();
    expect([nothing.status, nothing.json]).toMatchObject([404, { error: 'session_not_found' }]);
    expect(nothing.json.message).toContain('Start the exercise first');
    await daemon.start();
    const idle = await studio.tryStop();
    expect([idle.status, idle.json]).toMatchObject([409, { error: 'recording_not_running' }]);
    expect(idle.json.message).toContain('Start a recording first');
    const answers = await Promise.all([studio.tryStart(), studio.tryStart()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const second = answers.find(({ status }) => status === 409);
    expect(second?.json).toMatchObject({ error: 'recording_running', message: expect.stringContaining('Stop') });
    await studio.stop();
    expect(await studio.list()).toHaveLength(1);
  });

  test('is refused where all of them together are too large, until some are deleted', async () => {
    await daemon.start();
    const folder = daemon.home.in('.af-practice', 'recordings');
    mkdirSync(folder, { recursive: true });
    for (let number = 0; number < 25; number += 1) {
      const path = `${folder}/${idOf(number)}.cast`;
      writeFileSync(path, `${HEAD}\n`);
      truncateSync(path, 20 * 1024 * 1024);
      appendFileSync(path, `\n${TAIL}\n`);
    }
    const { status, json } = await studio.tryStart();
    expect([status, json]).toMatchObject([507, { error: 'recordings_full', limitBytes: 524_288_000 }]);
    expect(json.message).toContain('Delete some of them');
    await studio.delete(idOf(3));
    expect((await studio.tryStart()).status).toBe(200);
    await studio.stop();
  });

  test('has no id that leads anywhere else', async () => {
    await mkdir(daemon.home.in('.af-practice', 'recordings'), { recursive: true });
    await writeFile(daemon.home.in('.af-practice', 'secret.cast'), `${HEAD}\n${TAIL}\n`);
    const odd = [
      '..',
      '../secret',
      '..%2fsecret',
      `${idOf(1)}%00`,
      '%2e%2e%2fsecret',
      `../recordings/${idOf(1)}`,
      'x',
      '%',
    ];
    for (const id of odd) {
      const read = await studio.get(`/recordings/${id}`);
      expect([id, read.status, read.text.includes('version')]).toEqual([id, 404, false]);
      expect([id, (await studio.delete(id)).json.error]).toEqual([id, 'recording_not_found']);
    }
    const { status, json } = await studio.get(`/recordings/${idOf(1)}`);
    expect([status, json.error]).toEqual([404, 'recording_not_found']);
    expect(json.message).toContain('list of recordings');
    expect(await readdir(daemon.home.in('.af-practice'))).toContain('secret.cast');
  });

  test('is not made of what is no recording: it is neither listed, nor changed, nor deleted', async () => {
    const folder = daemon.home.in('.af-practice', 'recordings');
    await mkdir(`${folder}/${idOf(1)}.cast`, { recursive: true });
    const files = {
      [`${idOf(2)}.cast`]: 'garbage',
      [`${idOf(3)}.cast`]: '',
      'notes.txt': 'mine',
      'x.cast': `${HEAD}\n`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(`${folder}/${name}`, text);
    await writeFile(daemon.home.in('elsewhere'), `${HEAD}\n${TAIL}\n`);
    await symlink(daemon.home.in('elsewhere'), `${folder}/${idOf(4)}.cast`);
    expect(await studio.list()).toEqual([]);
    for (const number of [1, 2, 3, 4]) {
      expect((await studio.get(`/recordings/${idOf(number)}`)).status).toBe(404);
      expect((await studio.delete(idOf(number))).json.error).toBe('recording_not_found');
    }
    for (const [name, text] of Object.entries(files)) expect(await readFile(`${folder}/${name}`, 'utf8')).toBe(text);
  });

  test('is not deleted while it goes on', async () => {
    await daemon.start();
    const { id } = await studio.start();
    const { status, json } = await studio.delete(id);
    expect([status, json.error]).toEqual([409, 'recording_running']);
    expect(json.message).toContain('Stop it');
    await studio.stop();
    expect((await studio.delete(id)).status).toBe(200);
  });
});

describe('a recording ends', () => {
  let daemon: TestDaemon;
  let studio: Studio;

  beforeEach(async () => {
    daemon = await TestDaemon.open();
    studio = new Studio(daemon);
  });
  afterEach(() => daemon[Symbol.asyncDispose]());

  test('with its session, and holds the last that was printed', async () => {
    const terminal = await daemon.open();
    await studio.start();
    terminal.type('echo "last words $((40+2))"; exit\r');
    expect(await studio.ended()).toMatchObject({ endedBy: 'session_ended', truncated: false });
    const [{ id } = { id: '' }] = await studio.list();
    expect(printedIn((await studio.get(`/recordings/${id}`)).text)).toContain('last words 42');
  });

  test('with a reset, and the next session can be recorded', async () => {
    await daemon.open();
    await studio.start();
    await daemon.post('/exercises/reset', ID);
    expect(await studio.ended()).toMatchObject({ endedBy: 'session_ended' });
    await daemon.start();
    expect(await studio.start()).toMatchObject({ recording: true });
    await studio.stop();
    expect(await studio.list()).toHaveLength(2);
  });

  test('at its limit, in whole events and with its reason, and its session goes on', async () => {
    const terminal = await daemon.open();
    await studio.start();
    terminal.type('head -c 22000000 /dev/zero | tr "\\0" x; echo "still $((40+2))"\r');
    const ended = await waitUntil('the limit is reached', async () => (await studio.list())[0]?.endedBy, 60_000);
    expect(ended).toBe('size_limit');
    const [recording] = await studio.list();
    expect(recording).toMatchObject({ truncated: true, recording: false });
    expect(recording?.bytes).toBeLessThanOrEqual(20 * 1024 * 1024 + 256);
    expect(recording?.bytes).toBeGreaterThan(19 * 1024 * 1024);
    eventsOf((await studio.get(`/recordings/${recording?.id}`)).text);
    const off = terminal.frames.findLast(({ type }) => type === 'capability');
    expect(off).toMatchObject({ state: { recording: false, endedBy: 'size_limit' } });
    await terminal.shows('still 42');
  }, 90_000);

  test('where all of them together reach their limit', async () => {
    const folder = daemon.home.in('.af-practice', 'recordings');
    mkdirSync(folder, { recursive: true });
    for (let number = 0; number < 25; number += 1) {
      const path = `${folder}/${idOf(number)}.cast`;
      writeFileSync(path, `${HEAD}\n`);
      truncateSync(path, 20 * 1024 * 1024 - 10_000);
      appendFileSync(path, `\n${TAIL}\n`);
    }
    const terminal = await daemon.open();
    const { id } = await studio.start();
    terminal.type('head -c 1000000 /dev/zero | tr "\\0" x; echo "still $((40+2))"\r');
    const ended = await waitUntil(
      'the limit is reached',
      async () => (await studio.list()).find((one) => one.id === id)?.endedBy,
    );
    expect(ended).toBe('total_limit');
    await terminal.shows('still 42');
  });

  test('with the daemon, which is closed, as interrupted', async () => {
    await using home = await Home.make();
    {
      await using first = await TestDaemon.open({ home });
      const terminal = await first.open();
      await new Studio(first).start();
      terminal.type('echo "kept $((40+2))"\r');
      await terminal.shows('kept 42');
    }
    await using next = await TestDaemon.open({ home });
    const [recording] = await new Studio(next).list();
    expect(recording).toMatchObject({ recording: false, truncated: true, endedBy: 'interrupted' });
    expect(printedIn((await new Studio(next).get(`/recordings/${recording?.id}`)).text)).toContain('kept 42');
  });
});

describe('a recording whose daemon was killed', () => {
  test('is finished when anybody looks, holds what was printed, and is not begun again', async () => {
    await using home = await Home.make();
    const origin = { Origin: 'http://localhost:3000', 'Content-Type': 'application/json' };
    const ask = async (port: number, path: string, body?: object) =>
      send(`http://127.0.0.1:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: origin,
        ...(body && { body: JSON.stringify(body) }),
      });
    {
      await using cli = await serveLessons(home);
      const { port } = await cli.discovery();
      await startExercise(port);
      expect((await ask(port, '/recordings/start', ID)).status).toBe(200);
      await home.tmux('send-keys', '-t', '=af-first-steps:', 'echo "kept $((40+2))"', 'Enter');
      await waitUntil('it is on the disk', async () => {
        const [{ id = '' } = {}] = (await ask(port, '/recordings')).json.recordings;
        const text = await home.read('.af-practice', 'recordings', `${id}.cast`);
        return text.includes('kept 42');
      });
      await cli.end('SIGKILL');
    }
    await waitUntil(
      'nobody listens to the session any more',
      async () => (await home.tmux('list-clients')) === '' || undefined,
    );
    await using cli = await serveLessons(home);
    const { port } = await cli.discovery();
    const [recording] = (await ask(port, '/recordings')).json.recordings;
    expect(recording).toMatchObject({ recording: false, truncated: true, endedBy: 'interrupted' });
    const text = await home.read('.af-practice', 'recordings', `${recording.id}.cast`);
    expect(printedIn(text)).toContain('kept 42');
    expect(Buffer.byteLength(text)).toBe(recording.bytes);
    expect(await home.tmux('list-clients')).toBe('');
  });
});

describe('a file that was cut', () => {
  const events = '[0.5,"o","größe"]\n[1.25,"o","\\u001b[1mb"]\n[0.25,"r","90x30"]\n';
  const whole = Buffer.from(`${HEAD}\n${events}`);

  test('anywhere becomes a valid recording of what is whole in it', async () => {
    await using daemon = await TestDaemon.open();
    const studio = new Studio(daemon);
    const folder = daemon.home.in('.af-practice', 'recordings');
    mkdirSync(folder);
    const head = Buffer.byteLength(`${HEAD}\n`);
    for (let length = 0; length <= whole.length; length += 1)
      writeFileSync(`${folder}/${idOf(length)}.cast`, whole.subarray(0, length));
    const list = await studio.list();
    // One whose first two lines are not whole says of no session that it is its recording.
    expect(list.map(({ id }) => Number.parseInt(id.slice(-8), 16)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: whole.length - head + 1 }, (_, index) => head + index),
    );
    for (const { id, durationMs, bytes } of list) {
      const text = await readFile(`${folder}/${id}.cast`, 'utf8');
      const found = eventsOf(text).events;
      expect(Math.round(found.reduce((sum, [interval]) => sum + interval, 0) * 1000)).toBe(durationMs);
      expect(text).toMatch(/# ended .*"interrupted".*\n$/);
      expect(statSync(`${folder}/${id}.cast`).size).toBe(bytes);
    }
    expect(await studio.list()).toEqual(list);
    expect(list[0]).toMatchObject({ durationMs: 2000 });
  });

  test('or garbled ends where it is no longer one, and two who look at once finish it once', async () => {
    await using daemon = await TestDaemon.open();
    const studio = new Studio(daemon);
    const folder = daemon.home.in('.af-practice', 'recordings');
    mkdirSync(folder);
    writeFileSync(`${folder}/${idOf(1)}.cast`, `${HEAD}\n[1,"o","a"]\n[-1,"o","b"]\n[1,"o","c"]\n`);
    const lists = await Promise.all([studio.list(), studio.list(), studio.get(`/recordings/${idOf(1)}`)]);
    expect(lists[0]).toMatchObject([{ durationMs: 1000, endedBy: 'interrupted' }]);
    const text = await readFile(`${folder}/${idOf(1)}.cast`, 'utf8');
    expect(text.match(/# ended/g)).toHaveLength(1);
    expect(text).not.toContain('"c"');
  });
});
