// The coach's tables, one module for each, for what thinks for the coach.
export * from './entities/actions.js';
export * from './entities/api-calls.js';
export * from './entities/dreyfus.js';
export * from './entities/gaps.js';
export * from './entities/katas.js';
export * from './entities/phase-hints.js';
export * from './entities/phases.js';
export * from './entities/plans.js';
export * from './entities/progress.js';
export * from './entities/sessions.js';
export { createMemoryIndex } from './schema/migrations/index.js';
export { TAGS, type WrappingUp, type WrapUp } from './schema/values.js';
export type { CoachTables } from './tables.js';
