export { DashboardClient } from './client/dashboard-client.js';
export type { Memories } from './client/memories.js';
export type { DashboardOptions } from './client/options.js';
export type { MemoriesWish, MindRest } from './client/rest/mind-rest.js';
export type { DashboardSnapshot, MemoriesSnapshot, Part } from './client/state.js';
export { LearnerDashboard } from './react/LearnerDashboard.js';
export type { DashboardLinks, LearnerDashboardProps } from './react/props.js';
