/**
 * More than ten times what a search that takes a hostile text in one pass takes for it, and a part of what each has
 * taken when it was quadratic: half a minute and more for the texts of the tests.
 */
export const MOMENT_MS = 2000;

/** Milliseconds of the processor's time: what else a machine does at once is no matter of the text. */
export function processorTime(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
