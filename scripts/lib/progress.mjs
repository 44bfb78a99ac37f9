import { stdout } from 'node:process';

/** Prints the title, does the work, and prints how long it took. Returns what the work returns. */
export async function step(title, work) {
  const startedAt = performance.now();
  stdout.write(`• ${title}…\n`);
  const result = await work();
  stdout.write(`✓ ${title} (${seconds(startedAt)})\n`);
  return result;
}

export function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
