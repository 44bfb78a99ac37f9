import { isRunning, processesWith, signal } from './processes.js';
import { waitUntil } from './wait-until.js';

/** What hangs up with its terminal is gone within this many milliseconds; what stays longer is a leak. */
const GONE_WITHIN_MS = 15_000;

/** Rejects if anything that was started with this home directory still runs, and ends it for the next test's sake. */
export async function proveNothingIsLeft(home: string): Promise<void> {
  await waitUntil(
    async () => ((await livingProcesses(home)).length === 0 ? true : undefined),
    async () => {
      const pids = await endProcessesOf(home);
      return `processes were left behind: ${pids.join(', ')}`;
    },
    GONE_WITHIN_MS,
  );
}

/** Ends everything that was started with this home directory, and says what it was: for programs that leave a daemon of theirs. */
export async function endProcessesOf(home: string): Promise<readonly number[]> {
  const pids = await livingProcesses(home);
  for (const pid of pids) signal(pid, 'SIGKILL');
  return pids;
}

async function livingProcesses(home: string): Promise<number[]> {
  const pids = (await processesWith(`HOME=${home}`)).filter((pid) => pid !== process.pid);
  const living = await Promise.all(pids.map(isRunning));
  return pids.filter((_, n) => living[n]);
}
