export type { CoachServerOptions } from './ask.js';
export { createCoachServer } from './server.js';
