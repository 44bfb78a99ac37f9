import { env } from 'node:process';

/**
 * How long to wait for something, in milliseconds: as long as this, unless `npm run sabotage` says that it may be less.
 * What is broken on purpose never comes, and there are many such breaks.
 */
export function patience(ms: number): number {
  return Math.min(ms, Number(env.PRACTICE_PATIENCE_MS ?? ms));
}
