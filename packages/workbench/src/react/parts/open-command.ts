/** Opens a folder, and gives the browser what this page needs to be let in. */
export const OPEN_COMMAND = 'npx @agent-factory/practice-server coach';
