import Database from 'libsql';

/** A year of much work: as much as the budgets are for. */
export const YEAR = { sessions: 2000, actions: 100_000, memories: 10_000 } as const;

const HOURS = (365 * 24) / YEAR.sessions;
/** When session i began, and when it ended, in SQL. */
const BEGAN = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ((${YEAR.sessions} - i) * ${HOURS}) || ' hours')`;
const ENDED = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || ((${YEAR.sessions} - i) * ${HOURS} - 1) || ' hours')`;
const PROJECT = "'folder--' || printf('%010d', i % 20)";
const SKILL =
  'json_extract(\'["Async","SQL","Testing","Types","Git","HTTP","Security","Design"]\', \'$[\' || (i % 8) || \']\')';
const STAGE = `json_extract('["novice","advanced_beginner","competent"]', '$[' || (i * 3 / ${YEAR.sessions}) || ']')`;
const SEVERITY = `json_extract('["low","medium","high"]', '$[' || (i % 3) || ']')`;
const ATTEMPTS = "json_array(json_object('code', 'let x = 1;', 'review', 'Good.', 'level', 3, 'passed', json('true')))";
const ACTION = `json_extract('["file_open","file_save","buffer_summary","tab_switch","file_close","selection",
  "agent_tool_call","hint_level_change"]', '$[' || (i % 8) || ']')`;
const WORDS = `json_extract('["closures","promises","indexes","joins","mocks","generics","branches","headers","tokens",
  "layers","loops","recursion","iterators","buffers","threads","locks"]', '$[' || ((i / %) % 16) || ']')`;
const word = (step: number) => WORDS.replace('%', String(step));

/** What each table has; i is the number of the row, from 0. */
const ROWS: readonly (readonly [count: number, table: string, values: string])[] = [
  [
    YEAR.sessions,
    'coach_sessions (id, project_id, project_dir, issue_number, issue_title, status, started_at, ended_at, wrapped_up)',
    `'s' || i, ${PROJECT}, '/home/ada/project', i % 200 + 1, 'Issue ' || (i % 200 + 1),
      iif(i % 10 = 0, 'abandoned', 'completed'), ${BEGAN}, ${ENDED},
      json_object('by', 'rules', 'at', ${ENDED}, 'knowledgeGaps', 0, 'kataSpecs', 0, 'dreyfusUpdates', 0, 'memoriesStored', 5)`,
  ],
  [
    YEAR.sessions,
    'coach_plans (id, session_id, raw_plan_text, created_at)',
    `'p' || i, 's' || i, hex(zeroblob(250)), ${BEGAN}`,
  ],
  [
    YEAR.sessions * 5,
    'coach_phases (id, plan_id, number, title, description, status, hint_level, expected_files)',
    "'h' || i, 'p' || (i / 5), i % 5 + 1, 'Read the code', 'Say what it does.', 'complete', 'region', '[]'",
  ],
  [
    YEAR.sessions * 15,
    'coach_progress_events (id, phase_id, event_type, data, created_at)',
    `'e' || i, 'h' || (i / 3), iif(i % 7 = 0, 'hint_used', 'phase_completed'), null, ${BEGAN.replace('- i)', '- i / 15)')}`,
  ],
  [
    YEAR.sessions,
    'coach_assessment_history (id, skill_area, stage, confidence, assessed_at)',
    `'a' || i, ${SKILL}, ${STAGE}, 0.5, ${BEGAN}`,
  ],
  [
    8,
    'coach_dreyfus_assessments (id, skill_area, stage, confidence, evidence, assessed_at)',
    `'d' || i, ${SKILL}, 'competent', 0.7, 'It was finished.', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  ],
  [
    YEAR.sessions / 4,
    'coach_knowledge_gaps (id, session_id, project_id, topic, severity, evidence, related_concepts, frequency, last_encountered_at, addressed)',
    `'g' || i, 's' || (i * 4), ${PROJECT}, 'Gap ' || i, ${SEVERITY}, 'Has asked.', '["loops"]', i % 7 + 1, ${BEGAN.replace('- i)', '- i * 4)')}, i % 2`,
  ],
  [
    YEAR.sessions / 10,
    'coach_kata_specs (id, knowledge_gap_id, title, description, scaffolding_code, instructor_notes, constraints, user_attempts, created_at)',
    `'k' || i, 'g' || i, 'Kata ' || i, 'x', 'x', 'x', '[]', ${ATTEMPTS}, ${BEGAN.replace('- i)', '- i * 10)')}`,
  ],
  [
    YEAR.sessions * 10,
    'coach_api_call_log (id, session_id, project_id, call_type, model, input_hash, latency_ms, input_tokens, output_tokens, cost_estimate, created_at)',
    `'c' || i, 's' || (i / 10), ${PROJECT}, 'observer_triage', 'haiku', 'abc', 800, 1000, 200, 0.001, ${BEGAN.replace('- i)', '- i / 10)')}`,
  ],
  [
    YEAR.actions,
    'events (at, exercise_id, type, data)',
    `${BEGAN.replace('- i)', `- i * ${YEAR.sessions} / ${YEAR.actions})`)}, ${PROJECT}, 'coach_action', json_object('action', ${ACTION},
      'sessionId', 's' || (i * ${YEAR.sessions} / ${YEAR.actions}), 'data', json_object('path', 'src/deep/in/a/project/module.ts'))`,
  ],
  [
    YEAR.memories,
    'coach_memories (id, session_id, project, content, tags, importance, created_at)',
    `'mem_s' || (i / 5) || '_' || (i % 5), 's' || (i / 5), ${PROJECT}, 'The learner met ' || ${word(1)} || ' together with ' || ${word(16)}
      || ' in case ' || i || ', and understood ' || ${word(256)} || ' by drawing it.', json_array(${word(1)}), ${SEVERITY},
      ${BEGAN.replace('- i)', '- i / 5)')}`,
  ],
];

/** Fills the database of a daemon that does not run. */
export function fillYear(path: string): void {
  const database = new Database(path);
  database.exec('begin');
  for (const [count, table, values] of ROWS)
    database.exec(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count} - 1)
      insert into ${table} select ${values} from n`);
  database.exec('commit');
  database.close();
}
