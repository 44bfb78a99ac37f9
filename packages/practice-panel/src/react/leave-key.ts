/** Leaves the terminal: every other key belongs to the programs in it, Tab and Escape included. */
export const LEAVE_KEY = 'Ctrl+Shift+E';
