/** Largest text file in bytes that is opened: beyond it, an editor in a browser is no help (spec EC-14). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/**
 * Largest message on the coaching socket in bytes: a file of the largest size, in which every second byte has to be
 * escaped in JSON. A larger one closes the connection with 1009 before it is buffered.
 */
export const MAX_MESSAGE_BYTES = 24 * 1024 * 1024;
/** Most files that are open at once. */
export const MAX_OPEN_FILES = 200;
/** Most changes in one `buffer:update`: replacing every occurrence of a word makes thousands. */
export const MAX_CHANGES = 10_000;
/** Most selections of one editor. */
export const MAX_SELECTIONS = 1000;
/** Longest text that an agent shows: a hint, a balloon, a summary. */
export const MAX_SHOWN_LENGTH = 4000;
/** Most marks, glowing files and messages that are kept for a page that comes later. */
export const MAX_POINTERS = 500;
/** Most phases of a plan. */
export const MAX_PHASES = 50;
/** Entries of a tree up to which folders below the project's own are sent with it; others are read when they are opened. */
export const MAX_TREE_ENTRIES = 5000;
/** Most actions in one answer. */
export const MAX_ACTIONS_PAGE = 500;
/** Most pages that look at one project at once. */
export const MAX_COACH_CONNECTIONS = 16;
/** Milliseconds between two summaries of what was typed (spec FR-043). */
export const SUMMARY_INTERVAL_MS = 30_000;
/** A change is significant beyond so many characters, or beyond this share of the text (spec FR-044). */
export const SIGNIFICANT_CHARS = 500;
export const SIGNIFICANT_SHARE = 0.5;
