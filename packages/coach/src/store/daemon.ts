// What the daemon needs of the coach's tables before anything else of the coach is loaded.
export { hasSessionsLeft } from './sessions-left.js';
export { COACH_TABLES, type CoachTables } from './tables.js';
