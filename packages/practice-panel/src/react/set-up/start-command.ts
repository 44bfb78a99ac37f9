const COMMAND = 'npx @agent-factory/practice-server';

/** Where the daemon gets its exercises, and which origins it answers, by default. */
const DEFAULT_CONTENT = ['http://localhost:3000', 'http://127.0.0.1:3000'];

/** How to start the daemon for the site at this address; it has to be told any address but the default ones. */
export function startCommand(contentUrl: string): string {
  return isDefaultContent(contentUrl) ? COMMAND : `${COMMAND} --content ${contentUrl}`;
}

/** How to stop a daemon that was started for another site. */
export const STOP_COMMAND = `${COMMAND} stop`;

/** How to get the newest daemon. */
export const UPDATE_COMMAND = `${COMMAND}@latest`;

export function isDefaultContent(contentUrl: string): boolean {
  return DEFAULT_CONTENT.includes(contentUrl);
}
