import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { budgetOf } from '../../src/store/entities/api-calls.js';
import { deleteGap, findGaps } from '../../src/store/entities/gaps.js';
import { findKata } from '../../src/store/entities/katas.js';
import { createSession, deleteSessions, findSession } from '../../src/store/entities/sessions.js';
import { COACH_TABLES } from '../../src/store/tables.js';
import { CoachStore } from '../fixtures/coach-store.js';

let files: CoachStore;
beforeEach(async () => {
  files = await CoachStore.make();
});
afterEach(() => files[Symbol.asyncDispose]());

/** Name and type of a column; `*` is the primary key, `->` the table that it refers to. */
function columnsOf(table: string): string[] {
  const parents = new Map(
    files
      .all(`select "from" as name, "table" as parent, on_delete from pragma_foreign_key_list('${table}')`)
      .map((row) => [row.name, `${row.parent} ${row.on_delete}`]),
  );
  return files
    .all(`select name, type, pk from pragma_table_info('${table}')`)
    .map(
      ({ name, type, pk }) =>
        `${pk === 1 ? '*' : ''}${name} ${type}${parents.has(name) ? ` -> ${parents.get(name)}` : ''}`,
    );
}

describe('the coach’s tables', () => {
  test('are made in a database that has none: thirteen tables, two of them of the log and the student’s choices, and the action log as a view [coaching-backend FR-011] [coaching-backend SC-006] [coaching-backend 2.1]', () => {
    const names = files.all(
      "select type || ' ' || name as name from sqlite_master where name like 'coach_%' and type in ('table', 'view') order by 1",
    );
    expect(names.map(({ name }) => name)).toEqual([
      'table coach_activity',
      'table coach_api_call_log',
      'table coach_assessment_history',
      'table coach_dreyfus_assessments',
      'table coach_kata_specs',
      'table coach_knowledge_gaps',
      'table coach_memories',
      'table coach_passed_criteria',
      'table coach_phase_hints',
      'table coach_phases',
      'table coach_plans',
      'table coach_progress_events',
      'table coach_projects',
      'table coach_sessions',
      'table coach_tutor_leaks',
      'view coach_action_log',
    ]);
  });

  test('have the columns of a session [coaching-backend FR-014] and a plan [coaching-backend FR-015]', () => {
    expect(columnsOf('coach_sessions')).toEqual([
      '*id TEXT',
      'project_id TEXT',
      'project_dir TEXT',
      'issue_number INTEGER',
      'issue_title TEXT',
      'status TEXT',
      'started_at TEXT',
      'ended_at TEXT',
      'wrapped_up TEXT',
      'wrapping_up TEXT',
    ]);
    expect(columnsOf('coach_plans')).toEqual([
      '*id TEXT',
      'session_id TEXT -> coach_sessions CASCADE',
      'raw_plan_text TEXT',
      'created_at TEXT',
      'memory_connection TEXT',
      'estimated_difficulty TEXT',
    ]);
  });

  test('have the columns of a phase [coaching-backend FR-016], its hints [coaching-backend FR-017] and its events [coaching-backend FR-021]', () => {
    expect(columnsOf('coach_phases')).toEqual([
      '*id TEXT',
      'plan_id TEXT -> coach_plans CASCADE',
      'number INTEGER',
      'title TEXT',
      'description TEXT',
      'status TEXT',
      'hint_level TEXT',
      'expected_files TEXT',
      'started_at TEXT',
      'completed_at TEXT',
    ]);
    expect(columnsOf('coach_phase_hints')).toEqual([
      '*id TEXT',
      'phase_id TEXT -> coach_phases CASCADE',
      'type TEXT',
      'path TEXT',
      'start_line INTEGER',
      'end_line INTEGER',
      'style TEXT',
      'hover_text TEXT',
    ]);
    expect(columnsOf('coach_progress_events')).toEqual([
      '*id TEXT',
      'phase_id TEXT -> coach_phases CASCADE',
      'event_type TEXT',
      'data TEXT',
      'created_at TEXT',
    ]);
  });

  test('have the columns of an assessment [coaching-backend FR-018], a gap [coaching-backend FR-019] and a kata [coaching-backend FR-020]', () => {
    expect(columnsOf('coach_dreyfus_assessments')).toEqual([
      '*id TEXT',
      'skill_area TEXT',
      'stage TEXT',
      'confidence REAL',
      'evidence TEXT',
      'assessed_at TEXT',
    ]);
    expect(columnsOf('coach_knowledge_gaps')).toEqual([
      '*id TEXT',
      'session_id TEXT -> coach_sessions SET NULL',
      'project_id TEXT',
      'topic TEXT',
      'severity TEXT',
      'evidence TEXT',
      'related_concepts TEXT',
      'frequency INTEGER',
      'last_encountered_at TEXT',
      'addressed INTEGER',
    ]);
    expect(columnsOf('coach_kata_specs')).toEqual([
      '*id TEXT',
      'knowledge_gap_id TEXT -> coach_knowledge_gaps CASCADE',
      'title TEXT',
      'description TEXT',
      'scaffolding_code TEXT',
      'instructor_notes TEXT',
      'constraints TEXT',
      'user_attempts TEXT',
      'created_at TEXT',
    ]);
  });

  test('have the columns of the action log [coaching-backend FR-039] and of calls of models [coaching-backend FR-040]', () => {
    const view = columnsOf('coach_action_log').map((column) => column.split(' ')[0]);
    expect(view).toEqual(['id', 'session_id', 'action_type', 'data', 'created_at', 'project_id']);
    expect(columnsOf('coach_api_call_log')).toEqual([
      '*id TEXT',
      'session_id TEXT -> coach_sessions SET NULL',
      'project_id TEXT',
      'call_type TEXT',
      'model TEXT',
      'input_hash TEXT',
      'latency_ms INTEGER',
      'input_tokens INTEGER',
      'output_tokens INTEGER',
      'cost_estimate REAL',
      'cost_beyond REAL',
      'created_at TEXT',
    ]);
  });

  test('are told to the daemon as they are, so that it can find what is missing and save what can be read', () => {
    for (const [table, { columns }] of Object.entries(COACH_TABLES.tables)) {
      const made = files.all(`select iif(pk > 0, '*', '') || name as name from pragma_table_info('${table}')`);
      expect(
        made.map(({ name }) => name),
        table,
      ).toEqual(columns);
    }
  });

  test('are told in an order in which a parent comes before its children', () => {
    const order = Object.keys(COACH_TABLES.tables);
    for (const [place, table] of order.entries())
      for (const { parent } of files.all(`select "table" as parent from pragma_foreign_key_list('${table}')`))
        expect(order.indexOf(String(parent)), table).toBeLessThan(place);
  });

  test('keep what is in them when they are opened again [coaching-backend 2.2]', async () => {
    const { id } = await createSession(files.store, { projectId: 'kata', projectDir: '/tmp/kata' });
    files.close();
    files.open();
    await files.migrate();
    expect(await findSession(files.store, id)).toMatchObject({ projectDir: '/tmp/kata', status: 'active' });
  });

  test('take two writers at once, in a database with a write-ahead log [coaching-backend FR-012] [coaching-backend SC-009] [coaching-backend EC-07]', async () => {
    const first = files.store;
    const second = files.open();
    expect(files.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    const made = await Promise.all(
      [first, second, first, second].map((store) => createSession(store, { projectId: 'kata', projectDir: '/' })),
    );
    for (const { id } of made) expect(await findSession(first, id)).toBeDefined();
  });
});

test('what was known of the learner is kept when the mind comes, and no longer goes with its session [coach mind]', async () => {
  await using old = await CoachStore.make('001-coach');
  const at = '2026-11-01T10:00:00.000Z';
  old.run("insert into coach_sessions values ('s', 'kata', '/', null, null, 'completed', ?, ?)", at, at);
  old.run("insert into coach_api_call_log values ('c', 's', 'review', 'm', 'h', 9, 1, 2, 0.5, ?)", at);
  old.run("insert into coach_knowledge_gaps values ('g', 's', 'Races', 'low', 'e', '[]', 3, ?, 0)", at);
  old.run("insert into coach_kata_specs values ('k', 'g', 't', 'd', 'c', 'n', '[]', '[]')");
  await old.migrate();
  await deleteSessions(old.store, 'kata');
  const kept = { sessionId: null, projectId: 'kata' };
  expect(await findGaps(old.store)).toMatchObject([{ ...kept, id: 'g', topic: 'Races', frequency: 3 }]);
  expect(await findKata(old.store, 'k')).toMatchObject({ knowledgeGapId: 'g', createdAt: at });
  expect(await budgetOf(old.store)).toMatchObject({ calls: 1, cost: 0.5 });
  await deleteGap(old.store, 'g');
  expect(await findKata(old.store, 'k')).toBeUndefined();
});
