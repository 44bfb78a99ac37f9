import * as z from 'zod';
import type { Route } from '../route.js';
import { dashboardStateSchema } from './dashboard.js';
import { explainProjectRequestSchema, explanationSchema } from './explain.js';
import { kataSchema, katasResponseSchema } from './katas.js';
import { MAX_EXPLAIN_BYTES, MAX_MEMORY_BYTES } from './limits.js';
import { deletedMemoriesSchema, memoriesResponseSchema, memoryChangeSchema, memorySchema } from './memories.js';
import { mindChangeSchema, mindStatusSchema } from './settings.js';

/**
 * None of them is open. Lesson sites see how the learner stands, without what tells of their folders, and may ask for
 * explanations of exercises; memories and choices are for our own page and who has the token (`learner_only`).
 */
export const MIND_ROUTES = {
  settings: { method: 'GET', path: '/coach/settings', response: mindStatusSchema },
  changeSettings: {
    method: 'POST',
    path: '/coach/settings',
    request: mindChangeSchema,
    response: mindStatusSchema,
  },
  dashboard: { method: 'GET', path: '/coach/dashboard', response: dashboardStateSchema },
  explain: {
    method: 'POST',
    path: '/coach/explain',
    maxBytes: MAX_EXPLAIN_BYTES,
    request: explainProjectRequestSchema,
    response: explanationSchema,
  },
  katas: { method: 'GET', path: '/coach/katas', response: katasResponseSchema },
  kata: { method: 'GET', path: '/coach/katas/:id', response: kataSchema },
  memories: { method: 'GET', path: '/coach/memories', response: memoriesResponseSchema },
  /** All of them as a file: one memory in JSON on each line. */
  exportMemories: { method: 'GET', path: '/coach/memories/export', response: z.unknown() },
  changeMemory: {
    method: 'POST',
    path: '/coach/memories/:id',
    maxBytes: MAX_MEMORY_BYTES,
    request: memoryChangeSchema,
    response: memorySchema,
  },
  deleteMemory: { method: 'DELETE', path: '/coach/memories/:id', response: deletedMemoriesSchema },
  deleteMemories: { method: 'DELETE', path: '/coach/memories', response: deletedMemoriesSchema },
} as const satisfies Record<string, Route>;

/** The learner's own page of the daemon. */
export const DASHBOARD_PATH = '/dashboard/';
