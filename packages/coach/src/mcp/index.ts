export { type CoachServerOptions, createCoachServer } from './server.js';
