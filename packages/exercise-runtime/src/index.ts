export { archiveWorkspace } from './archive.js';
export { type CheckOptions, checkWork } from './check/check-work.js';
export type { Exercise } from './exercise.js';
export { exerciseFiles } from './files.js';
export { loadExercise } from './load.js';
export { missingPrerequisites } from './prerequisites.js';
export type { SeededFile } from './seed/plan.js';
export { type SeedOptions, type SeedReport, seedWorkspace } from './seed/seed-workspace.js';
export { runSetup, type SetupOptions } from './setup.js';
