export { Coach, type CoachOptions } from './coach.js';
export type { CoachHost, GivenAway, LoggedAction, ProjectPlace, TextToShow } from './host.js';
export type { PageConnection } from './messages/connection.js';
export type { AnyMind, MindMessage, MindMessageType } from './mind/mind.js';
export type { CoachedProject } from './project/coached-project.js';
export type { CoachTables } from './store/tables.js';
export type { ToolCaller } from './tools/call-tool.js';
export type { PageLink } from './workplace/page.js';
