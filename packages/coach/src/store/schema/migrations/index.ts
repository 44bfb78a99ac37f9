import type { Migration } from 'kysely';
import { coach } from './001-coach.js';
import { mind } from './002-mind.js';

export { createMemoryIndex } from './002-mind.js';

/** In order of their names; a released one is never changed. */
export const migrations: Record<string, Migration> = { '001-coach': coach, '002-mind': mind };
