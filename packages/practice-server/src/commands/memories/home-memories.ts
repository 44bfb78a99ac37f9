import type { CoachTables } from '@agent-factory/coach/tables';
import type { MemoryHost } from '@agent-factory/mind';
import { PracticeError } from '@agent-factory/protocol';
import { CAPABILITIES } from '../../capabilities/list.js';
import { tablesOf } from '../../capabilities/tables-of.js';
import type { Config } from '../../config.js';
import { holdHome } from '../../discovery/hold-home.js';
import { findRunningDaemon, type RunningDaemon } from '../../discovery/running-daemon.js';
import { prepareHome } from '../../home/prepare-home.js';
import { openStore } from '../../store/open.js';
import { createLog } from '../../system/log.js';

/** The memories of a home directory while no daemon runs there. */
interface HomeMemories {
  readonly host: MemoryHost;
  /** Where ChromaDB is, if memories are kept there. */
  readonly chromadbUrl: string | undefined;
}

/** What a command does with memories: by a daemon that runs, or by itself, as one that starts now would. Returns the exit code. */
export interface MemoryTask {
  withDaemon(running: RunningDaemon): Promise<number>;
  withoutDaemon(memories: HomeMemories): Promise<number>;
}

/**
 * Does one of the two. No daemon starts in between: it holds the home directory until it is done. Says what is wrong, and
 * what to do, where that can be expected; then the exit code is 1.
 */
export async function withMemories(config: Config, task: MemoryTask): Promise<number> {
  try {
    const running = await findRunningDaemon(config.paths.discovery);
    return running === undefined ? await inHome(config, task) : await task.withDaemon(running);
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function inHome(config: Config, task: MemoryTask): Promise<number> {
  const { paths } = config;
  // What a daemon would log is for the file; the person who waits here is told in other words.
  const log = createLog({
    level: config.logLevel === 'info' ? 'error' : config.logLevel,
    json: config.logJson,
    directory: paths.logs,
  });
  await prepareHome(paths, log);
  const lock = await holdHome(paths, log);
  if ('discovery' in lock) return await task.withDaemon(lock);
  try {
    const store = await openStore(paths.database, log, tablesOf(CAPABILITIES));
    const closing = new AbortController();
    try {
      const host = {
        store: store.withTables<CoachTables>(),
        closing: closing.signal,
        logInfo: (message: string, facts: object) => log.info(facts, message),
        logWarning: (message: string, facts: object) => log.warn(facts, message),
      };
      return await task.withoutDaemon({ host, chromadbUrl: await chromadbUrlOf(config, host) });
    } finally {
      closing.abort();
      await store.destroy();
    }
  } finally {
    lock.release();
  }
}

/** Throws `memory_unavailable` where nobody can tell. */
async function chromadbUrlOf({ paths, environment }: Config, { logWarning }: MemoryHost): Promise<string | undefined> {
  const { Settings } = await import('@agent-factory/mind');
  const { chromadbUrl, problem } = await new Settings({ settingsFile: paths.mind, environment, logWarning }).current();
  if (problem !== undefined) throw new PracticeError('memory_unavailable', problem, { path: paths.mind });
  return chromadbUrl;
}
