import { readFile } from 'node:fs/promises';
import { processorMs, residentBytes } from './process-use.js';
import { descendants, statFields } from './processes.js';

/** What `/proc/<pid>/stat` counts in: always a hundredth of a second for programs, whatever the kernel's own timer does. */
const MS_PER_TICK = 10;
/** Places of the times of children that have ended and were waited for, in programs and in the kernel, behind the name. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/**
 * Resident memory of a process and everything below it, in bytes. Pages that the children have in common, as those of
 * one program, count once. Elsewhere than on Linux they count once for each child.
 */
export async function residentBytesOfFamily(root: number): Promise<number> {
  const children = await Promise.all((await descendants(root)).map(memoryOf));
  const shared = Math.max(0, ...children.map(({ resident, own }) => resident - own));
  return children.reduce((sum, { own }) => sum + own, (await residentBytes(root)) + shared);
}

/** Time on a processor of a process and everything below it, in milliseconds, with what has ended meanwhile. */
export async function processorMsOfFamily(root: number): Promise<number> {
  const pids = [root, ...(await descendants(root))];
  const times = await Promise.all(pids.map((pid) => processorMs(pid).catch(() => 0)));
  const ended = await Promise.all(pids.map(endedChildrenMs));
  return [...times, ...ended].reduce((sum, ms) => sum + ms, 0);
}

/** None for a process that has just ended. */
async function memoryOf(pid: number): Promise<{ resident: number; own: number }> {
  const resident = await residentBytes(pid).catch(() => 0);
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined);
  if (rollup === undefined) return { resident, own: resident };
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].map(([, amount]) => Number(amount));
  return { resident, own: kilobytes.reduce((sum, amount) => sum + amount * 1024, 0) };
}

async function endedChildrenMs(pid: number): Promise<number> {
  const fields = await statFields(pid);
  const ticks = [fields[CHILDREN_USER], fields[CHILDREN_SYSTEM]].map((field) => Number(field ?? 0));
  return ticks.reduce((sum, count) => sum + count * MS_PER_TICK, 0);
}
