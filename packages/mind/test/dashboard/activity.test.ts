import { PracticeError } from '@agent-factory/protocol';
import type { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { activityOf, readSlots } from '../../src/dashboard/state/activity.js';
import { countActivity } from '../../src/dashboard/state/count-activity.js';
import type { SessionFacts } from '../../src/dashboard/state/sessions.js';
import { streakOf } from '../../src/dashboard/state/streak.js';
import { MindStore } from '../fixtures/mind-store.js';

const zone = process.env.TZ;
let files: MindStore;
beforeEach(async () => {
  files = await MindStore.make();
});
afterEach(async () => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  await files[Symbol.asyncDispose]();
});

function session(startedAt: string, endedAt: string | null): SessionFacts {
  const facts = { projectId: 'kata', isCompleted: true, issueNumber: null };
  return { ...facts, startedAt: Date.parse(startedAt), endedAt: endedAt === null ? null : Date.parse(endedAt) };
}

function add(at: string, type: string, data: object = {}): void {
  files.run(
    'insert into events (at, exercise_id, type, data) values (?, ?, ?, ?)',
    at,
    'kata',
    type,
    JSON.stringify(data),
  );
}

const addAction = (at: string, action = 'file_save') => add(at, 'coach_action', { action, sessionId: 's', data: {} });

async function days(now = Date.parse('2030-01-01T00:00:00Z'), sessions: SessionFacts[] = []) {
  await countActivity(files.store);
  return activityOf({ slots: await readSlots(files.store, now), sessions }, 0, now);
}

/** The same, but for what is given. */
function but<T extends object>(one: T, others: Partial<T>): T {
  return new Proxy(one, {
    get(target, name: keyof T & string) {
      const found = others[name] ?? target[name];
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

describe('activity', () => {
  test('is what the learner does, not what an agent or the coach does', async () => {
    for (const action of [
      'file_open',
      'selection',
      'mcp_tool_call',
      'nudge_sent',
      'dashboard_loaded',
      'phase_completed',
    ])
      addAction('2026-11-27T10:00:00.000Z', action);
    for (const type of ['check_began', 'hint_shown', 'solution_shown', 'check_ended', 'agent_state', 'error'])
      add('2026-11-27T10:00:00.000Z', type);
    expect(await days()).toMatchObject([{ actions: 5 }]);
  });

  test('is counted once, also by two at once, and stays when the log forgets it', async () => {
    for (let minute = 10; minute < 50; minute += 1) addAction(`2026-11-27T10:${minute}:00.000Z`);
    await Promise.all([countActivity(files.store), countActivity(files.store), countActivity(files.store)]);
    expect(await days()).toMatchObject([{ actions: 40 }]);
    addAction('2026-11-27T10:30:00.000Z');
    add('2026-11-27T10:31:00.000Z', 'hint_shown');
    expect(await days()).toMatchObject([{ actions: 42 }]);
    files.run('delete from events');
    expect(await days()).toMatchObject([{ actions: 42 }]);
    addAction('2026-11-27T10:40:00.000Z');
    expect(await days()).toMatchObject([{ actions: 43 }]);
  });

  test('goes on in a log that was made anew', async () => {
    for (let index = 0; index < 10; index += 1) addAction('2026-11-27T10:00:00.000Z');
    await days();
    files.run('delete from events');
    files.run("delete from sqlite_sequence where name = 'events'");
    addAction('2026-11-27T11:00:00.000Z');
    await Promise.all([countActivity(files.store), countActivity(files.store), countActivity(files.store)]);
    expect(await days()).toMatchObject([{ actions: 11 }]);
    addAction('2026-11-27T12:00:00.000Z');
    expect(await days()).toMatchObject([{ actions: 12 }]);
  });

  test('in a log that was made anew is counted once by two, of whom one is late', async () => {
    addAction('2026-11-27T10:00:00.000Z');
    addAction('2026-11-27T10:00:00.000Z');
    await days();
    files.run('delete from events');
    files.run("delete from sqlite_sequence where name = 'events'");
    addAction('2026-11-27T11:00:00.000Z');
    // It has seen that the log is another one, and goes on when that is counted already.
    let isCounted = false;
    const executor = files.store.getExecutor();
    const executeQuery = async (query: CompiledQuery) => {
      const result = await executor.executeQuery(query);
      if (!isCounted) await countActivity(files.store);
      isCounted = true;
      return result;
    };
    const late = but(files.store, { getExecutor: () => but(executor, { executeQuery } as Partial<typeof executor>) });
    await countActivity(late);
    expect(await days()).toMatchObject([{ actions: 3 }]);
  });

  test('waits for the disk only where the learner has done something', async () => {
    const written: string[] = [];
    const watched = files.store.withPlugin({
      transformQuery: ({ node }) => {
        const text = JSON.stringify(node);
        if (/insert into|update coach/.test(text)) written.push(text);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    for (const action of ['mcp_tool_call', 'nudge_sent']) addAction('2026-11-27T10:00:00.000Z', action);
    await countActivity(watched);
    expect(written).toEqual([]);
    addAction('2026-11-27T10:00:00.000Z');
    await countActivity(watched);
    await countActivity(watched);
    expect(written).toHaveLength(1);
  });

  test('of more events than are looked at without a pause is whole', async () => {
    files.run(`insert into events (at, exercise_id, type, data)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 12344)
      select '2026-11-27T10:00:00.000Z', 'kata', iif(i % 2, 'coach_action', 'agent_state'), '{"action":"file_save"}' from n`);
    expect(await days()).toMatchObject([{ actions: 6172 }]);
  });

  test('is counted later where the disk takes nothing now; what is a bug is thrown', async () => {
    addAction('2026-11-27T10:00:00.000Z');
    const failing = (error: Error) =>
      files.store.withPlugin({
        transformQuery: () => {
          throw error;
        },
        transformResult: async ({ result }) => result,
      });
    await countActivity(failing(new PracticeError('storage_full', 'The disk is full.')));
    await expect(countActivity(failing(new Error('a bug')))).rejects.toThrow('a bug');
    expect(await days()).toMatchObject([{ actions: 1 }]);
  });

  test.each([
    // The day of the learner, at whose midnight the clock of the zone says so.
    ['America/New_York', '2026-11-27T04:59:00.000Z', '2026-11-26'],
    ['America/New_York', '2026-11-27T05:00:00.000Z', '2026-11-27'],
    ['Asia/Kathmandu', '2026-11-27T18:14:00.000Z', '2026-11-27'],
    ['Asia/Kathmandu', '2026-11-27T18:15:00.000Z', '2026-11-28'],
    ['Asia/Kolkata', '2026-11-27T18:29:00.000Z', '2026-11-27'],
    ['Asia/Kolkata', '2026-11-27T18:30:00.000Z', '2026-11-28'],
    ['Pacific/Kiritimati', '2026-11-27T10:00:00.000Z', '2026-11-28'],
    ['UTC', '2026-11-27T23:59:59.999Z', '2026-11-27'],
  ])('in %s at %s is of %s', async (name, at, day) => {
    process.env.TZ = name;
    addAction(at);
    expect(await days()).toMatchObject([{ day }]);
  });

  test('over midnight is of both days, also where one has 25 hours, or 23', async () => {
    process.env.TZ = 'America/New_York';
    // Clocks are set back at 2 in the morning of 1 November: from midnight it is 6 hours to what they call 5.
    const back = session('2026-11-01T03:00:00Z', '2026-11-01T10:00:00Z');
    expect(await days(undefined, [back])).toEqual([
      { day: '2026-10-31', minutes: 60, actions: 0 },
      { day: '2026-11-01', minutes: 360, actions: 0 },
    ]);
    // And forward on 8 March.
    const forward = session('2026-03-08T04:00:00Z', '2026-03-08T10:00:00Z');
    expect(await days(undefined, [forward])).toEqual([
      { day: '2026-03-07', minutes: 60, actions: 0 },
      { day: '2026-03-08', minutes: 300, actions: 0 },
    ]);
  });

  test('takes no session that was left open for work, and no day for longer than it is', async () => {
    process.env.TZ = 'UTC';
    const left = session('2026-11-01T08:00:00Z', '2026-11-20T08:00:00Z');
    expect(await days(undefined, [left])).toEqual([{ day: '2026-11-01', minutes: 720, actions: 0 }]);
    expect(await days(undefined, [left, left, left])).toEqual([{ day: '2026-11-01', minutes: 1440, actions: 0 }]);
  });

  test('of a session that goes on is that it has begun', async () => {
    process.env.TZ = 'UTC';
    expect(await days(undefined, [session('2026-11-27T08:00:00Z', null)])).toEqual([
      { day: '2026-11-27', minutes: 0, actions: 0 },
    ]);
  });
});

describe('a row of days', () => {
  const streak = (list: string[], now: string) =>
    streakOf(
      list.map((day) => ({ day, minutes: 1, actions: 1 })),
      Date.parse(now),
    );

  test('goes on as long as today is not over, and ends when a day is left out', () => {
    process.env.TZ = 'UTC';
    const list = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-25', '2026-11-26'];
    expect(streak(list, '2026-11-26T12:00:00Z')).toEqual({ current: 2, longest: 3 });
    expect(streak(list, '2026-11-27T23:59:00Z')).toEqual({ current: 2, longest: 3 });
    expect(streak(list, '2026-11-28T00:00:00Z')).toEqual({ current: 0, longest: 3 });
    expect(streak([...list, '2026-11-27'], '2026-11-27T12:00:00Z')).toEqual({ current: 3, longest: 3 });
    expect(streak([], '2026-11-27T12:00:00Z')).toEqual({ current: 0, longest: 0 });
  });

  test('goes over the days on which clocks change, and over months and leap days', () => {
    process.env.TZ = 'America/New_York';
    expect(streak(['2026-03-07', '2026-03-08', '2026-03-09'], '2026-03-10T03:59:00Z')).toEqual({
      current: 3,
      longest: 3,
    });
    expect(streak(['2026-10-31', '2026-11-01', '2026-11-02'], '2026-11-04T04:59:00Z')).toEqual({
      current: 3,
      longest: 3,
    });
    expect(streak(['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01T12:00:00Z')).toEqual({
      current: 3,
      longest: 3,
    });
  });
});
