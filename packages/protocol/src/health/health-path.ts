/**
 * The path of `GET /health`. A module of its own: a page that only asks whether a daemon is there needs none of the
 * schemas, and what bundles it takes or leaves whole modules.
 */
export const HEALTH_PATH = '/health';
