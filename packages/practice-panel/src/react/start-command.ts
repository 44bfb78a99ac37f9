const COMMAND = 'npx @agent-factory/practice-server';

/** Origins the daemon takes its exercises from, and answers, without being told. */
const DEFAULT_ORIGINS = ['http://localhost:3000', 'http://127.0.0.1:3000'];

/** How to start the daemon for a page of this origin: elsewhere than the default it has to be told. */
export function startCommand(origin: string): string {
  return isDefaultOrigin(origin) ? COMMAND : `${COMMAND} --content ${origin}`;
}

/** How to stop a daemon that was started for another site. */
export const STOP_COMMAND = `${COMMAND} stop`;

/** How to get the newest daemon. */
export const UPDATE_COMMAND = `${COMMAND}@latest`;

export function isDefaultOrigin(origin: string): boolean {
  return DEFAULT_ORIGINS.includes(origin);
}
