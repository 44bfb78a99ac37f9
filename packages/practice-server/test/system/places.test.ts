import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockHome } from '../../src/store/home-lock.js';
import { setAside } from '../../src/system/files/set-aside.js';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { Site } from '../fixtures/site.js';

const ID = { exerciseId: 'first-steps' };

async function open(home: Home): Promise<TestDaemon> {
  return TestDaemon.open({ home, content: home.in('site') });
}

describe('what is in the way in the home folder', () => {
  const names = ['state.db', 'lock.db', 'cache', 'logs', 'archive', 'tmux.conf', 'cache/tmux-widths.json'];
  const places = [...names.map((name) => `.af-practice/${name}`), '.af-practice-server.json', '.af-practice'];

  test('is given another name, and nothing of it is lost', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    for (const place of places) {
      const wantsFolder = /(?:cache|logs|archive|practice)$/.test(place);
      mkdirSync(home.in(place, '..'), { recursive: true });
      if (existsSync(home.in(place))) renameSync(home.in(place), `${home.in(place)}.before`);
      if (wantsFolder) writeFileSync(home.in(place), 'kept');
      else mkdirSync(home.in(place, 'kept'), { recursive: true });
      await using daemon = await open(home);
      expect([place, (await daemon.start()).status]).toEqual([place, expect.stringMatching(/created|resumed/)]);
      await daemon.post('/exercises/reset', ID);
      const folder = home.in(place, '..');
      const aside = (await readdir(folder)).filter((name) => name.includes('.damaged-'));
      expect([place, aside.length > 0]).toEqual([place, true]);
    }
  }, 60_000);

  test('stays where another daemon has put something else there meanwhile, such as its lock', async () => {
    await using home = await Home.make();
    const path = home.in('lock.db');
    mkdirSync(path);
    const { ino } = statSync(path);
    renameSync(path, `${path}.aside`);
    const lock = lockHome(path);
    expect(setAside(path, ino)).toBeUndefined();
    expect(lock.holds()).toBe(true);
    lock.release();
    rmSync(path);
    expect(setAside(path, ino)).toBeUndefined();
  });

  test('is named with what to do, where only the student can tell', async () => {
    await using home = await Home.make();
    writeFileSync(home.in('af-practice'), 'a file of the student');
    await expect(open(home)).rejects.toThrow(/af-practice should be a folder.*Give it another name/);
    renameSync(home.in('af-practice'), home.in('mine'));
    mkdirSync(home.in('.af-practice'));
    symlinkSync('/nowhere/state.db', home.in('.af-practice', 'state.db'));
    await expect(open(home)).rejects.toThrow(/state.db is a link that leads nowhere.*rm /);
    const { code, stderr } = await run(home, ['--port', '0', '--no-open', '--agent', 'shell']);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
  });

  test('as a link that leads nowhere is replaced where it holds nothing', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    mkdirSync(home.in('.af-practice'));
    for (const name of ['lock.db', 'tmux.conf', 'logs', 'cache'])
      symlinkSync('/nowhere/x', home.in('.af-practice', name));
    symlinkSync('/nowhere/x', home.in('.af-practice-server.json'));
    await using daemon = await open(home);
    expect((await daemon.start()).status).toBe('created');
  });
});

describe('a file that is read back', () => {
  test.each([
    ['half written', (path: string) => writeFileSync(path, '{"port": 31')],
    ['of another kind', (path: string) => writeFileSync(path, '[null, 1, "x"]')],
    ['larger than any of ours', (path: string) => void spawnSync('truncate', ['-s', '5G', path])],
    ['a pipe that nobody writes to', (path: string) => void spawnSync('mkfifo', [path])],
    ['unreadable', (path: string) => writeFileSync(path, '{}', { mode: 0o000 })],
  ])('%s is as good as none', async (_what, spoil) => {
    await using home = await Home.make();
    await using site = await Site.open(lessons(exercise()));
    {
      await using daemon = await TestDaemon.open({ home, content: site.url });
      await daemon.start();
      await daemon.request('/exercises');
      await daemon.request('/terminal/widths', { headers: { Origin: daemon.origin } });
    }
    const state = await readdir(home.in('.af-practice'), { recursive: true });
    const names = ['registry.json', 'current.json', 'tmux-widths.json'];
    const read = state.filter((path) => names.some((name) => path.endsWith(`/${name}`)));
    expect(read).toHaveLength(names.length);
    const paths = read.map((path) => home.in('.af-practice', path));
    for (const path of [...paths, home.in('.af-practice-server.json')]) {
      rmSync(path, { force: true });
      spoil(path);
    }
    await using daemon = await TestDaemon.open({ home, content: site.url });
    expect((await daemon.request('/exercises')).json.source).toBe('content');
    expect((await daemon.start()).status).toBe('resumed');
    expect((await daemon.request('/terminal/widths', { headers: { Origin: daemon.origin } })).status).toBe(200);
    expect(JSON.parse(await home.read('.af-practice-server.json')).port).toBe(daemon.daemon.port);
  });
});

describe('practice-server doctor', () => {
  test('looks at every place, changes none, and takes no lock of the daemon that runs', async () => {
    await using daemon = await TestDaemon.open({ flags: { logLevel: 'error' } });
    const { home } = daemon;
    await daemon.start();
    await daemon.request('/exercises');
    const before = await snapshot(home);
    const { stdout } = await run(home, ['--agent', 'shell', '--content', home.in('site'), 'doctor']);
    for (const name of ['~/af-practice', '~/.af-practice', '~/.af-practice/logs', '~/.af-practice/tmux.conf'])
      expect(stdout).toContain(`ok       ${name} is in order\n`);
    expect(stdout).toContain('ok       ~/.af-practice/state.db is intact\n');
    expect(await snapshot(home)).toEqual(before);
    expect(() => lockHome(home.in('.af-practice', 'lock.db'))).toThrow('Another practice server');
    expect((await daemon.request('/health')).status).toBe(200);
  });

  test('makes nothing in a home that is empty', async () => {
    await using home = await Home.make();
    const { stdout } = await run(home, ['--agent', 'shell', 'doctor']);
    expect(stdout).toContain('ok       ~/.af-practice will be created at the next start\n');
    expect(await readdir(home.path)).toEqual([]);
  });

  test('names what is wrong, each in a line with what to do', async () => {
    await using home = await Home.make();
    mkdirSync(home.in('.af-practice', 'lock.db'), { recursive: true });
    writeFileSync(home.in('.af-practice', 'state.db'), 'garbage '.repeat(1000));
    writeFileSync(home.in('.af-practice', 'cache'), '');
    writeFileSync(home.in('.af-practice-server.json'), '{');
    writeFileSync(home.in('af-practice'), '');
    symlinkSync('/nowhere', home.in('.af-practice', 'archive'));
    chmodSync(home.in('.af-practice'), 0o755);
    chmodSync(home.in('.af-practice', 'state.db'), 0o600);
    chmodSync(home.in('.af-practice-server.json'), 0o600);
    const before = await snapshot(home);
    const { code, stdout } = await run(home, ['--agent', 'shell', 'doctor']);
    expect(code).toBe(1);
    const lines = [
      /^missing {2}.*\/af-practice should be a folder but is something else\. Give it another name/m,
      /^note {5}.*\.af-practice can be read by other users.*\n {11}The next start closes it/m,
      /^note {5}~\/\.af-practice\/state\.db is damaged.*\n {11}The next start sets it aside/m,
      /^note {5}.*lock\.db should be a file.*\n {11}The next start gives it another name/m,
      /^note {5}.*cache should be a folder.*\n {11}The next start gives it another name/m,
      /^missing {2}.*archive is a link that leads nowhere\. Bring back what it leads to.*rm /m,
      /^note {5}~\/\.af-practice-server\.json is not a discovery file/m,
    ];
    for (const line of lines) expect(stdout).toMatch(line);
    expect(await snapshot(home)).toEqual(before);
  });
});

/** Every file below the home with its size, permissions and time of change. */
async function snapshot(home: Home): Promise<string[]> {
  const entries = await readdir(home.path, { recursive: true });
  const ours = entries.filter((path) => /^\.?af-practice/.test(path)).sort();
  const found = ours.map(async (path) => {
    const { size, mode, mtimeMs } = await lstat(home.in(path));
    return [path, size, mode.toString(8), mtimeMs].join(' ');
  });
  return Promise.all(found);
}

describe('the files of the daemon', () => {
  test('are for their owner alone, whatever they were before and whatever the umask is', async () => {
    await using home = await Home.make();
    await writeLessons(home.in('site'), lessons(exercise()));
    mkdirSync(home.in('.af-practice', 'logs'), { recursive: true });
    writeFileSync(home.in('.af-practice', 'logs', '2026-01-01.log'), '');
    for (const name of ['state.db', 'lock.db', 'state.db-wal']) writeFileSync(home.in('.af-practice', name), '');
    for (const name of await readdir(home.in('.af-practice'))) chmodSync(home.in('.af-practice', name), 0o777);
    chmodSync(home.in('.af-practice', 'logs', '2026-01-01.log'), 0o644);
    chmodSync(home.in('.af-practice'), 0o755);
    const umask = process.umask(0);
    try {
      await using daemon = await TestDaemon.open({ home, content: home.in('site'), flags: { logLevel: 'error' } });
      await daemon.start();
      await daemon.request('/terminal/widths', { headers: { Origin: daemon.origin } });
      expect(await openTo(home.in('.af-practice'))).toEqual([]);
      expect((await stat(home.in('.af-practice'))).mode & 0o777).toBe(0o700);
      expect((await stat(home.in('af-practice'))).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(umask);
    }
  });

  test.skipIf(process.getuid?.() !== 0)('in a folder of another user are refused with a sentence', async () => {
    await using home = await Home.make();
    mkdirSync(home.in('.af-practice'));
    chownSync(home.in('.af-practice'), 12345, 12345);
    await expect(open(home)).rejects.toThrow(/\.af-practice belongs to another user\..*chown/);
  });
});

/** What somebody else could open. Copies of exercises have whatever bits they have, behind the door of the cache. */
async function openTo(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = entries.filter(({ parentPath, name }) => !/\/exercises(?:\/|$)/.test(join(parentPath, name)));
  const modes = own.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path, mode: (await stat(path)).mode & 0o777, wanted: entry.isDirectory() ? 0o700 : 0o600 };
  });
  const wrong = (await Promise.all(modes)).filter(({ mode, wanted }) => mode !== wanted);
  return wrong.map(({ path, mode }) => `${path} ${mode.toString(8)}`);
}
