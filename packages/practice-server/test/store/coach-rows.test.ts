import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { run, serve } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { execute, query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const NOW = "'2026-01-01T00:00:00.000Z'";
/** One that has ended: a session that is not over would be ended at the start. */
const SESSION = `insert into coach_sessions (id, project_id, project_dir, status, started_at, ended_at)
  values ('session', 'kata', '/kata', 'completed', ${NOW}, ${NOW})`;

function plan(id: string, session: string): string {
  return `insert into coach_plans values ('${id}', '${session}', 'Step by step', ${NOW}, null, null)`;
}

function phase(id: string, of: string): string {
  return `insert into coach_phases values ('${id}', '${of}', 1, 'Read', '', 'pending', 'none', '[]', null, null)`;
}

/** A home whose state.db has rows of the coach, whole and without their parents, and then a header of nothing. */
async function damagedHome(): Promise<{ home: Home; state: string; damaged: Buffer }> {
  const home = await Home.make();
  const state = home.in('.af-practice', 'state.db');
  {
    await using _daemon = await TestDaemon.open({ home });
  }
  const rows = [
    ...[SESSION, plan('whole', 'session'), phase('whole', 'whole')],
    // The page with their session is lost, say; then those of a plan that is skipped have no parent either.
    ...[plan('orphan', 'nobody'), phase('of-orphan', 'orphan'), phase('orphan', 'no-plan')],
  ];
  execute(state, ['pragma foreign_keys = off', ...rows].join(';\n'));
  const database = new Database(state);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  const damaged = readFileSync(state).fill(0, 0, 100);
  writeFileSync(state, damaged);
  return { home, state, damaged };
}

test('[coaching-backend EC-06] a damaged state.db is said plainly and set aside whole; rows of the coach go on, and those without a parent are left out', async () => {
  const { home, state, damaged } = await damagedHome();
  await using _home = home;
  {
    await using cli = serve(home, ['--agent', 'shell', '--content', home.in('site')]);
    await cli.discovery();
    await waitUntil('it is said', () =>
      cli.stderr.includes('was damaged. A new one was started with what could be read'),
    );
    expect(await cli.end('SIGTERM')).toEqual({ code: 0, signal: null });
  }
  const [aside = 'none'] = (await readdir(home.in('.af-practice'))).filter((name) => /^state.*damaged-/.test(name));
  expect(readFileSync(home.in('.af-practice', aside)).equals(damaged)).toBe(true);
  expect(query(state, 'select id from coach_sessions')).toEqual([{ id: 'session' }]);
  expect(query(state, 'select id from coach_plans')).toEqual([{ id: 'whole' }]);
  expect(query(state, 'select id from coach_phases')).toEqual([{ id: 'whole' }]);
  expect(query(state, 'pragma foreign_key_check')).toEqual([]);
});

test('[coaching-backend EC-06] a state.db that cannot be opened at all ends the start, and stays as it is', async () => {
  await using home = await Home.make();
  const state = home.in('.af-practice', 'state.db');
  {
    await using _daemon = await TestDaemon.open({ home });
  }
  execute(state, `insert into kysely_migration values ('999-later', ${NOW})`);
  const database = new Database(state);
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  const before = readFileSync(state);
  const { code, stderr } = await run(home, ['coach', home.in('site'), '--port', '0', '--no-open', '--agent', 'shell']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('was written by a newer practice server')]);
  expect(readFileSync(state).equals(before)).toBe(true);
});
