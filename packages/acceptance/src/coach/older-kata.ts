import { join } from 'node:path';
import Database from 'libsql';

/** A kata as a session leaves it, which need not have been on this day. */
export interface OlderKata {
  readonly gap: string;
  readonly title: string;
  readonly description: string;
  /** What its solution begins with. */
  readonly start: string;
}

/** The daemon writes for milliseconds at a time. */
const BUSY_TIMEOUT_MS = 5000;
const GAP = `insert into coach_knowledge_gaps
  (id, topic, severity, evidence, related_concepts, frequency, last_encountered_at, addressed)
  values ('gap', ?, 'medium', 'It stood still there.', '[]', 1, ?, 0)`;
const KATA = `insert into coach_kata_specs
  (id, knowledge_gap_id, title, description, scaffolding_code, instructor_notes, constraints, user_attempts, created_at)
  values ('kata', 'gap', ?, ?, ?, '', '[]', '[]', ?)`;

/** Leaves a student whose daemon has its database a kata, without asking any model for it. */
export function leaveKata(home: string, { gap, title, description, start }: OlderKata): void {
  const database = new Database(join(home, '.af-practice', 'state.db'));
  const now = new Date().toISOString();
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.prepare(GAP).run(gap, now);
    database.prepare(KATA).run(title, description, start, now);
  } finally {
    database.close();
  }
}
