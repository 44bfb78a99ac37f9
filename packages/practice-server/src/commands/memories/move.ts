import type { MemoryPlace, MoveProgress } from '@agent-factory/mind';
import { PracticeError } from '@agent-factory/protocol';
import type { Config } from '../../config.js';
import { tildify } from '../../home/paths.js';
import { withMemories } from './home-memories.js';

/** Whoever waits for longer than this is told how far it is, in milliseconds, and again each time. */
const TELL_AFTER_MS = 1000;

export interface MoveWish {
  readonly to: MemoryPlace;
  readonly isDryRun: boolean;
}

/**
 * `practice-server memories move`: moves all memories between our own database and ChromaDB. Only while no daemon runs:
 * it would go on with the old place. Whenever it ends, no memory is lost, and it can be run again.
 */
export function moveMemories(config: Config, { to, isDryRun }: MoveWish): Promise<number> {
  return withMemories(config, {
    async withDaemon({ discovery }) {
      const where = `The practice server runs (port ${discovery.port}), and keeps memories while it does.`;
      process.stderr.write(
        `${where} Stop it with "practice-server stop" (your exercises keep running), move them, and start it again.\n`,
      );
      return 1;
    },
    async withoutDaemon({ host, chromadbUrl }) {
      const { moveBetweenPlaces } = await import('@agent-factory/mind');
      let hasBegun = false;
      const tell = progress();
      const onProgress = (now: MoveProgress) => {
        hasBegun = true;
        tell(now);
      };
      const moving = { host, chromadbUrl, to, isDryRun, onProgress };
      const { found, moved, left, url } = await moveBetweenPlaces(moving).catch((error: unknown) => {
        throw hasBegun ? unfinished(error) : error;
      });
      const here = tildify(config.paths.database, config.paths.home);
      const way = to === 'here' ? `from ChromaDB at ${url} to ${here}` : `from ${here} to ChromaDB at ${url}`;
      if (isDryRun) return say([`${count(found)} would be moved ${way}. Nothing has been changed.`]);
      const more = left === 0 ? [] : [`${count(left)} changed meanwhile and are in both places: run this again.`];
      const next = moved === 0 ? [] : [to === 'here' ? STAY_HERE : STAY_THERE];
      return say([`${count(moved)} moved ${way}.`, ...more, ...next]);
    },
  });
}

const STAY_HERE =
  'Before you start the practice server, take CHROMADB_URL out of its environment (or chromadbUrl out of coach.json): with it, new memories are kept in ChromaDB again.';
const STAY_THERE =
  'The practice server looks for them there where it is started with the same CHROMADB_URL (or chromadbUrl in coach.json).';

/** What memories go through is copied first and deleted last. */
function unfinished(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const safe = 'No memory is lost: each is in one of the two places, or in both. Run this again to go on.';
  const code = error instanceof PracticeError ? error.code : 'memory_unavailable';
  return new PracticeError(code, `${error.message}\n${safe}`, {}, { cause: error });
}

/** Says how far it is, at most once a second. */
function progress(): (now: MoveProgress) => void {
  let toldAt = performance.now();
  return ({ copied, total }) => {
    if (performance.now() - toldAt < TELL_AFTER_MS) return;
    toldAt = performance.now();
    process.stderr.write(`${copied} of ${total} are copied\n`);
  };
}

function count(memories: number): string {
  return memories === 1 ? '1 memory' : `${memories} memories`;
}

function say(lines: readonly string[]): 0 {
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}
