import { setImmediate as turn } from 'node:timers/promises';
import { listKatas } from '@agent-factory/coach/store';
import type { CoachTables } from '@agent-factory/coach/tables';
import type { DashboardState, Period } from '@agent-factory/protocol/mind';
import type { Kysely } from 'kysely';
import { independenceOf } from '../../independence/independence.js';
import { activityOf, readSlots } from './activity.js';
import { countActivity } from './count-activity.js';
import { readDreyfus, readGaps, readHistory } from './learner.js';
import { beginOf } from './period.js';
import { readInProgress, readSessions } from './sessions.js';
import { costsSince, statsOf } from './stats.js';
import { streakOf } from './streak.js';
import { toldLines } from './told-lines.js';

/** Most katas, the latest first: what a page can show, as of gaps. The list of katas has all. */
const MAX_KATAS = 500;

interface Wanted {
  /** Over which time sums, activity and costs are; the rest is how things stand now (spec 12.10). */
  readonly period: Period;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Also what tells of the student's own folders, which pages of lesson sites know nothing of. */
  readonly withFolders: boolean;
}

/**
 * What the daemon's database tells of the learner: nobody else is asked (spec FR-168, FR-169). Takes less than 100 ms with a
 * year of work in it; queries are synchronous, so others have a turn in between.
 */
export async function dashboardState(
  store: Kysely<CoachTables>,
  { period, now, withFolders }: Wanted,
): Promise<DashboardState> {
  await countActivity(store);
  const begin = beginOf(period, now);
  const sessions = await readSessions(store);
  const done = { sessions, slots: await readSlots(store, now) };
  await turn();
  const costs = await costsSince(store, begin);
  const stats = await statsOf(store, { period, begin, now }, { ...done, costs });
  await turn();
  const allDays = activityOf(done, 0, now);
  return {
    stats,
    costs,
    inProgressSessions: await readInProgress(store, withFolders),
    activity: begin === 0 ? allDays : activityOf(done, begin, now),
    streak: streakOf(allDays, now),
    ...(await readLearner(store, withFolders)),
    independence: await independenceOf(store, withFolders),
    solutionLinesTold: await toldLines(store),
  };
}

async function readLearner(store: Kysely<CoachTables>, withFolders: boolean) {
  const dreyfus = await readDreyfus(store);
  const progress = await readHistory(store);
  const gaps = await readGaps(store, withFolders);
  await turn();
  return { dreyfus, progress, gaps, katas: await listKatas(store, { limit: MAX_KATAS }) };
}
