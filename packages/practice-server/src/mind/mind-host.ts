import type { CoachTables } from '@agent-factory/coach/tables';
import type { MindHost } from '@agent-factory/mind';
import { placeOf } from '../coach/project-place.js';
import type { SessionAccess } from '../sessions/session-access.js';

/** The daemon, as the coach's mind sees it. */
export function mindHost(host: SessionAccess, { leakIn }: Pick<MindHost, 'leakIn'>): MindHost {
  const { config, keys, log, sessions, store, closing } = host;
  return {
    store: store.withTables<CoachTables>(),
    environment: config.environment,
    settingsFile: config.paths.mind,
    closing,
    keyOf: (projectId) => keys.of(projectId),
    folderOf: async (projectId) => (await placeOf(host, projectId)).folder,
    leakIn,
    mayNudge: (projectId) => sessions.mayNudge(projectId),
    say: (projectId, text) => sessions.say(projectId, text),
    sayWhenWaiting: (projectId, text, onUnsent) => sessions.sayWhenWaiting(projectId, text, onUnsent),
    logInfo: (message, facts) => log.info(facts, message),
    logWarning: (message, facts) => log.warn(facts, message),
    logFailure: (error, what) => log.error({ err: error }, what),
  };
}
