import * as z from 'zod';
import { agentIdSchema, exerciseIdSchema } from '../ids.js';
import { MAX_REQUEST_BYTES } from '../limits.js';
import type { Route } from '../route.js';
import { startResponseSchema } from '../sessions/sessions.js';
import { gridSizeSchema } from '../terminal/frames.js';
import { actionsResponseSchema } from './actions.js';
import { visibilitySchema } from './values.js';

/**
 * Begins the id of a project that is a folder of the student; ten hex digits of the folder's path follow. Such an id is
 * in the form of an exercise id, and no exercise may begin so.
 */
export const FOLDER_ID_PREFIX = 'folder--';

/** The id of an exercise, or of a folder. */
export const projectIdSchema = exerciseIdSchema;
export type ProjectId = z.infer<typeof projectIdSchema>;

export function isFolderId(projectId: string): boolean {
  return projectId.startsWith(FOLDER_ID_PREFIX);
}

/** A coached folder. `path` is for people: with `~` for the home directory. */
export const projectSchema = z.object({
  id: projectIdSchema,
  kind: z.enum(['exercise', 'folder']),
  name: z.string(),
  path: z.string(),
});
export type Project = z.infer<typeof projectSchema>;

/** `GET /coach/projects`: the folders that were coached, the latest first. */
export const projectsResponseSchema = z.object({ projects: z.array(projectSchema) });
export type ProjectsResponse = z.infer<typeof projectsResponseSchema>;

/** A key of an AI service, as it is in a variable: visible ASCII characters. Keys have some hundred. */
export const agentKeySchema = z.string().regex(/^[!-~]{1,1000}$/);

/** `POST /coach/projects`: makes a folder known. Only for who has the token. `agentKey`: for this project's agent alone. */
export const openProjectRequestSchema = z.strictObject({
  path: z.string().min(1).max(4096),
  agentKey: agentKeySchema.optional(),
});
export type OpenProjectRequest = z.infer<typeof openProjectRequestSchema>;
/** `url`: the Workbench, with a token that opens it once. */
export const openProjectResponseSchema = z.object({ project: projectSchema, url: z.string() });
export type OpenProjectResponse = z.infer<typeof openProjectResponseSchema>;

/** `POST /coach/dashboard-link`: the learner's dashboard, with a token that opens it once. Only for who has the token. */
const dashboardLinkResponseSchema = z.object({ url: z.string() });

/** `POST /coach/start`: starts the agent of a project, or joins its session. */
export const startProjectRequestSchema = z.strictObject({
  projectId: z.string().max(MAX_REQUEST_BYTES),
  agent: agentIdSchema.optional(),
  size: gridSizeSchema.optional(),
});

/** `POST /coach/visibility`. */
export const visibilityRequestSchema = z.strictObject({
  projectId: z.string().max(MAX_REQUEST_BYTES),
  visibility: visibilitySchema,
});
export const visibilityResponseSchema = z.object({ visibility: visibilitySchema });

/** `DELETE /coach/projects/:id/actions`: how many there were. */
export const deletedActionsSchema = z.object({ deleted: z.number().int().min(0) });

/** Those of a folder are only for the daemon's own page, and for who has the token. */
export const COACH_ROUTES = {
  projects: { method: 'GET', path: '/coach/projects', response: projectsResponseSchema },
  open: {
    method: 'POST',
    path: '/coach/projects',
    request: openProjectRequestSchema,
    response: openProjectResponseSchema,
  },
  dashboardLink: { method: 'POST', path: '/coach/dashboard-link', response: dashboardLinkResponseSchema },
  start: { method: 'POST', path: '/coach/start', request: startProjectRequestSchema, response: startResponseSchema },
  visibility: {
    method: 'POST',
    path: '/coach/visibility',
    request: visibilityRequestSchema,
    response: visibilityResponseSchema,
  },
  actions: { method: 'GET', path: '/coach/projects/:id/actions', response: actionsResponseSchema },
  /** The whole log as a file: one action in JSON on each line. */
  exportActions: { method: 'GET', path: '/coach/projects/:id/actions/export', response: z.unknown() },
  deleteActions: { method: 'DELETE', path: '/coach/projects/:id/actions', response: deletedActionsSchema },
} as const satisfies Record<string, Route>;

/** Where agents reach their tools: Streamable HTTP of the Model Context Protocol. */
export const MCP_PATH = '/mcp';
/** Largest body there in bytes: no tool takes more than some kilobytes. */
export const MAX_MCP_BYTES = 256 * 1024;

/** Open to nobody but the agents of sessions, each with the secret of its own as a bearer token. */
export const MCP_ROUTES = {
  post: { method: 'POST', path: MCP_PATH, maxBytes: MAX_MCP_BYTES, request: z.unknown(), response: z.unknown() },
  get: { method: 'GET', path: MCP_PATH, response: z.unknown() },
  delete: { method: 'DELETE', path: MCP_PATH, response: z.unknown() },
} as const satisfies Record<string, Route>;

/** The coaching socket: this, with `?project=<id>`. */
export const COACH_SOCKET_PATH = '/ws';
/** The daemon's own page. */
export const WORKBENCH_PATH = '/workbench/';
