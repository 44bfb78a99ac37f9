import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { copyWithHeader } from '../../src/store/mending/header.js';
import { RUNS_ON } from '../fixtures/agent.js';
import { serveLessons } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { execute, executeElsewhere } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { progressDocument } from '../fixtures/progress-document.js';
import { Site } from '../fixtures/site.js';
import { waitUntil } from '../fixtures/wait-until.js';

const ID = { exerciseId: 'first-steps' };
const PAGE = 4096;

async function open(home: Home): Promise<TestDaemon> {
  return TestDaemon.open({ home, content: home.in('site') });
}

/** A home with a live session, an attempt at it, and progress of three hundred other exercises. */
async function usedHome(): Promise<{ home: Home; ticket: string }> {
  const home = await Home.make();
  await writeLessons(home.in('site'), lessons(exercise()));
  await using daemon = await open(home);
  const { wsUrl } = await daemon.start();
  await daemon.post('/exercises/verify', ID);
  await daemon.post('/progress/import', progressDocument('later', 300, 20));
  return { home, ticket: ticketOf(wsUrl) };
}

function ticketOf(wsUrl: string): string {
  return new URL(wsUrl).searchParams.get('ticket') ?? '';
}

function stateOf(home: Home): string {
  return home.in('.af-practice', 'state.db');
}

/** Changes the bytes of a database that nobody has open. */
function damage(path: string, change: (bytes: Buffer) => Buffer | undefined): void {
  const database = new Database(path);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, change(bytes) ?? bytes);
}

/** Runs a statement, and leaves the database as a program does that is killed then: the change is in `-wal` alone. */
function executeAndDie(path: string, sql: string): void {
  const database = new Database(path);
  database.pragma('wal_checkpoint(truncate)');
  database.exec(sql);
  const suffixes = ['', '-wal', '-shm'];
  for (const suffix of suffixes) copyFileSync(path + suffix, `${path}.kept${suffix}`);
  database.close();
  for (const suffix of suffixes) renameSync(`${path}.kept${suffix}`, path + suffix);
}

function rootPage(path: string, table: string): number {
  const database = new Database(path);
  const row = database.prepare('select rootpage from sqlite_schema where name = ?').get(table);
  database.close();
  return (row as { rootpage: number }).rootpage;
}

async function asideOf(home: Home): Promise<string[]> {
  return (await readdir(home.in('.af-practice'))).filter((name) => name.includes('.damaged-'));
}

describe('[practice-environment 2.2 data-loss] a damaged state database', () => {
  const damages: Array<[what: string, harm: (path: string) => void, kept: 'all' | 'most']> = [
    ['with a header of zeros', (path) => damage(path, (bytes) => bytes.fill(0, 0, 100)), 'all'],
    ['with a damaged list of tables', (path) => damage(path, (bytes) => bytes.fill(0x41, 100, PAGE)), 'all'],
    [
      'with damaged pages in the middle',
      (path) =>
        damage(path, (bytes) => {
          const middle = Math.floor(bytes.length / PAGE / 2) * PAGE;
          return bytes.fill(0x55, middle, middle + 2 * PAGE);
        }),
      'most',
    ],
    ['that was cut', (path) => damage(path, (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.75))), 'most'],
    ['that misses a table', (path) => execute(path, 'drop table hint_reveals'), 'all'],
    ['that misses a column', (path) => execute(path, 'alter table hint_reveals drop column attempts'), 'all'],
    ['that misses the record of its migrations', (path) => execute(path, 'drop table kysely_migration'), 'all'],
    [
      'whose record of migrations has a hole',
      (path) => execute(path, "delete from kysely_migration where name = '001-foundation'"),
      'all',
    ],
  ];

  test.each(damages)('%s is set aside, and what can be read of it goes on', async (_what, harm, kept) => {
    const { home, ticket } = await usedHome();
    await using _home = home;
    harm(stateOf(home));
    await using daemon = await open(home);
    const started = await daemon.start();
    expect([started.status, ticketOf(started.wsUrl)]).toEqual(['resumed', ticket]);
    const { exercises } = await daemon.progress();
    expect(exercises.find(({ exerciseId }) => exerciseId === 'first-steps')?.attempts).toBe(1);
    expect(exercises.length).toBeGreaterThan(kept === 'all' ? 300 : 100);
    expect((await daemon.post('/exercises/verify', ID)).status).toBe(200);
    expect((await asideOf(home)).length).toBeGreaterThan(0);
  });

  test('of a daemon that was killed keeps the latest changes, and is set aside with them', async () => {
    const { home, ticket } = await usedHome();
    await using _home = home;
    executeAndDie(stateOf(home), "update exercise_progress set attempts = 99 where exercise_id = 'later-7'");
    const changes = readFileSync(`${stateOf(home)}-wal`);
    writeFileSync(stateOf(home), readFileSync(stateOf(home)).fill(0, 0, 100));
    await using daemon = await open(home);
    expect(ticketOf((await daemon.start()).wsUrl)).toBe(ticket);
    const { exercises } = await daemon.progress();
    expect(exercises.find(({ exerciseId }) => exerciseId === 'later-7')?.attempts).toBe(99);
    const [aside = 'none', ...more] = (await asideOf(home)).sort();
    expect(more).toEqual([`${aside}-shm`, `${aside}-wal`]);
    expect(readFileSync(home.in('.af-practice', `${aside}-wal`)).equals(changes)).toBe(true);
  });

  test('is mended also beside what a mending left that was killed', async () => {
    const { home, ticket } = await usedHome();
    await using _home = home;
    damage(stateOf(home), (bytes) => bytes.fill(0, 0, 100));
    for (const suffix of ['-wal', '-journal'])
      mkdirSync(`${stateOf(home)}.rebuilding${suffix}/with/things`, { recursive: true });
    await using daemon = await open(home);
    expect(ticketOf((await daemon.start()).wsUrl)).toBe(ticket);
    const left = (await readdir(home.in('.af-practice'))).filter((name) => /rebuilding|copy/.test(name));
    expect(left).toEqual([]);
  });

  test('that was mended is shared with other programs: what each of them writes, the others see', async () => {
    const { home } = await usedHome();
    await using _home = home;
    execute(stateOf(home), 'drop table hint_reveals');
    await using daemon = await open(home);
    await daemon.post('/progress/import', progressDocument('mine', 30, 20));
    executeElsewhere(stateOf(home), "update exercise_progress set attempts = 99 where exercise_id = 'later-7'");
    await daemon.post('/progress/import', progressDocument('also-mine', 30, 20));
    const { exercises } = await daemon.progress();
    expect(exercises.find(({ exerciseId }) => exerciseId === 'later-7')?.attempts).toBe(99);
  });

  test('is named in the message, with the file that it was renamed to', async () => {
    const { home } = await usedHome();
    await using _home = home;
    damage(stateOf(home), (bytes) => bytes.fill(0, 0, 100));
    await using daemon = await serveLessons(home);
    await daemon.discovery();
    const [aside = 'none'] = await asideOf(home);
    await waitUntil('both names', () => daemon.stderr.includes(stateOf(home)) && daemon.stderr.includes(aside));
    expect(daemon.stderr).not.toMatch(/permission|belongs to/);
  });

  test('found while the daemon runs is named in the answer, and mended at the next start', async () => {
    const { home } = await usedHome();
    await using _home = home;
    {
      await using daemon = await open(home);
      execute(stateOf(home), 'drop table criterion_progress');
      const { status, json } = await daemon.post('/exercises/verify', ID);
      expect([status, json.error, json.path]).toEqual([500, 'storage_damaged', stateOf(home)]);
      expect(json.message).toContain('Start the practice server again');
    }
    await using daemon = await open(home);
    expect((await daemon.post('/exercises/verify', ID)).status).toBe(200);
  });

  test('whose mending was interrupted is mended by the next start', async () => {
    const { home, ticket } = await usedHome();
    await using _home = home;
    damage(stateOf(home), (bytes) => bytes);
    renameSync(stateOf(home), `${stateOf(home)}.rebuilding`);
    {
      await using daemon = await open(home);
      expect(ticketOf((await daemon.start()).wsUrl)).toBe(ticket);
    }
    writeFileSync(`${stateOf(home)}.rebuilding`, 'half of it');
    await using daemon = await open(home);
    expect(ticketOf((await daemon.start()).wsUrl)).toBe(ticket);
    expect(existsSync(`${stateOf(home)}.rebuilding`)).toBe(false);
  });
});

describe('[practice-environment 2.2 data-loss] a live session whose records are gone', () => {
  test('is taken in with its workspace, agent and conversation: its work is checked at once, and nothing is overwritten', async () => {
    await using home = await Home.make();
    const starter = { 'answer.txt': 'nothing yet\n', 'mine.txt': 'shipped\n' };
    const content = await writeLessons(home.in('site'), lessons(exercise({ starter })));
    const records = async (): Promise<Array<Record<string, string>>> => {
      const state = new Database(stateOf(home));
      const rows = state.prepare('select * from workspaces').all() as Array<Record<string, string>>;
      state.close();
      return rows;
    };
    let before: Record<string, string> | undefined;
    {
      await using daemon = await TestDaemon.open({ home, content, agent: RUNS_ON });
      await daemon.start();
      [before] = await records();
    }
    writeFileSync(home.workspace('first-steps', 'answer.txt'), 'done');
    execute(stateOf(home), 'delete from workspaces');
    execute(stateOf(home), 'delete from sessions');
    await using daemon = await TestDaemon.open({ home, content });
    expect((await daemon.post('/exercises/verify', ID)).json).toMatchObject({ complete: true });
    const [after] = await records();
    expect(after).toMatchObject({
      agent: 'claude',
      version: '1.0.0',
      conversation_id: before?.conversation_id,
      setup_done: 1,
    });
    const seeded = JSON.parse(after?.seeded ?? '').map(({ path }: { path: string }) => path);
    expect(seeded.sort()).toEqual(['CLAUDE.md', 'mine.txt']);
    expect((await daemon.start()).status).toBe('resumed');
    expect(readFileSync(home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('done');
  });

  test('is taken in by its first check where the cache is gone too', async () => {
    await using site = await Site.open(lessons(exercise()));
    await using home = await Home.make();
    {
      await using daemon = await TestDaemon.open({ home, content: site.url });
      await daemon.start();
    }
    renameSync(home.in('.af-practice'), home.in('gone'));
    writeFileSync(home.workspace('first-steps', 'answer.txt'), 'done');
    await using daemon = await TestDaemon.open({ home, content: site.url });
    expect(daemon.daemon.foundSessions).toBe(1);
    expect((await daemon.post('/exercises/verify', ID)).json).toMatchObject({ complete: true });
  });

  test('with a damaged page of workspaces is taken in as well', async () => {
    const { home } = await usedHome();
    await using _home = home;
    writeFileSync(home.workspace('first-steps', 'answer.txt'), 'done');
    const page = rootPage(stateOf(home), 'workspaces');
    damage(stateOf(home), (bytes) => bytes.fill(0x55, (page - 1) * PAGE, page * PAGE));
    await using daemon = await open(home);
    expect((await daemon.post('/exercises/verify', ID)).json).toMatchObject({ complete: true });
  });

  test('that was reset is not taken in', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    await daemon.post('/exercises/reset', ID);
    expect((await daemon.post('/exercises/verify', ID)).json.error).toBe('exercise_not_started');
  });
});

describe('the copy of a damaged database with a healthy beginning', () => {
  /** Of bytes that tell the two apart. */
  async function twoFiles() {
    const home = await Home.make();
    const [damaged, healthy] = [home.in('damaged'), home.in('healthy')];
    writeFileSync(damaged, Buffer.alloc(2 * PAGE, 'd'));
    writeFileSync(healthy, Buffer.alloc(2 * PAGE, 'h'));
    return { home, damaged, healthy };
  }

  test('is for its owner alone, and leaves the damaged one as it is', async () => {
    const { home, damaged, healthy } = await twoFiles();
    await using _home = home;
    const copy = copyWithHeader(damaged, healthy, 'header') ?? '';
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readFileSync(copy, 'latin1').slice(98, 102)).toBe('hhdd');
    expect(readFileSync(damaged).equals(Buffer.alloc(2 * PAGE, 'd'))).toBe(true);
  });

  test.each([
    ['is shorter than a page', PAGE - 1],
    ['does not fit into memory', 256 * 1024 * 1024 + 1],
  ])('is not made of one that %s', async (_what, bytes) => {
    const { home, damaged, healthy } = await twoFiles();
    await using _home = home;
    truncateSync(damaged, bytes);
    expect(copyWithHeader(damaged, healthy, 'page')).toBeUndefined();
    expect((await readdir(home.path)).sort()).toEqual(['damaged', 'healthy']);
  });
});

describe('leftovers beside the state database', () => {
  test.each(['state.db-wal', 'state.db-shm', 'lock.db-journal', 'lock.db-wal'])(
    '%s as garbage, or as a folder, prevent nothing',
    async (name) => {
      const { home, ticket } = await usedHome();
      await using _home = home;
      damage(stateOf(home), (bytes) => bytes);
      for (const make of [
        (path: string) => writeFileSync(path, 'garbage '.repeat(5000)),
        (path: string) => mkdirSync(`${path}/with/things`, { recursive: true }),
      ]) {
        rmSync(home.in('.af-practice', name), { recursive: true, force: true });
        make(home.in('.af-practice', name));
        await using daemon = await open(home);
        expect(ticketOf((await daemon.start()).wsUrl)).toBe(ticket);
      }
    },
  );
});
