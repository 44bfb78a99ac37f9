import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NANOSECONDS_PER_MS = 1e6;

/** Resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Time on a processor since a process started, over all its threads, in milliseconds. */
export async function processorMs(pid: number): Promise<number> {
  if (process.platform !== 'linux') return processorMsFromPs(pid);
  const threads = await readdir(`/proc/${pid}/task`);
  // The tick of /proc/<pid>/stat, 10 ms, is half of what an idle daemon may use in 10 s; this counts nanoseconds.
  const times = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return (await Promise.all(times)).reduce((sum, text) => sum + Number.parseInt(text, 10) / NANOSECONDS_PER_MS, 0);
}

/** `ps` prints hours, minutes, seconds and hundredths, the larger ones only where needed. */
async function processorMsFromPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'time=', '-p', String(pid)]);
  return (
    stdout
      .trim()
      .split(':')
      .map(Number)
      .reduce((total, part) => total * 60 + part, 0) * 1000
  );
}
