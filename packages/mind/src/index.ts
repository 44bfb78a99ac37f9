export type { Dropped, MindHost } from './host.js';
export type { MemoryHost } from './memory/keeper.js';
export type { MoveProgress } from './memory/move.js';
export { openMemories } from './memory/open-memories.js';
export { type MemoryPlace, moveBetweenPlaces } from './memory/places.js';
export { type OpenMind, openMind } from './open-mind.js';
export { Settings } from './settings/settings.js';
