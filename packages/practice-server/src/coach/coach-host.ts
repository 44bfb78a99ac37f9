import type { CoachHost, LoggedAction } from '@agent-factory/coach';
import type { CoachTables } from '@agent-factory/coach/tables';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { NewEvent } from '@agent-factory/protocol/events';
import type { SessionAccess } from '../sessions/session-access.js';
import { placeOf } from './project-place.js';

/** The daemon, as the coach sees it. `onSightChanged` tells the agents of a project that they see more or less now. */
export function coachHost(
  host: SessionAccess,
  { onSightChanged, mind, exerciseOf, leakIn }: Pick<CoachHost, 'onSightChanged' | 'mind' | 'exerciseOf' | 'leakIn'>,
): CoachHost {
  return {
    store: host.store.withTables<CoachTables>(),
    ours: [host.config.paths.state],
    placeOf: (projectId) => placeOf(host, projectId),
    logAction: (projectId, row) => host.events.append(eventOf(projectId, row)),
    keepActions: (projectId, rows) => host.events.keep(rows.map((row) => eventOf(projectId, row))),
    onSightChanged,
    exerciseOf,
    leakIn,
    mind,
    logWarning: (message, facts) => host.log.warn(facts, message),
    logFailure: (error, what) => host.log.error({ err: error }, what),
  };
}

function eventOf(exerciseId: ProjectId, data: LoggedAction): NewEvent {
  return { exerciseId, type: 'coach_action', data };
}
