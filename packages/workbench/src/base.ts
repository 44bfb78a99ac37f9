/** What another page of the daemon is made of, too: its connection, its requests, its state and its colours. */
export { browserPage, type Page } from './client/browser/page.js';
export { type Clock, systemClock } from './client/clock.js';
export { Line, type LineOptions } from './client/connection/line.js';
export type { OpenSocket, PlainSocket } from './client/connection/socket.js';
export { type Fetch, send, sendForFile } from './client/rest/send.js';
export type { Connection } from './client/state.js';
export { Store, type Unsubscribe } from './client/store/store.js';
export { THEME_CHOICES, type ThemeChoice, themeChoice, useTheme } from './page/theme.js';
export { useRemembered } from './react/browser/use-remembered.js';
