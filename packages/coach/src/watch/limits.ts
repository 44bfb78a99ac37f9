/** Milliseconds in which events are collected: what belongs together arrives together, and nobody notices the delay. */
export const BATCH_MS = 50;
/** More changes at once than this (a branch is switched) are told as one: the tree has to be read anew. */
export const MAX_BATCH = 1000;
/** Milliseconds after which a changed file is looked at once more: a write right after another one can go unnoticed. */
export const RECHECK_MS = 100;
/** Milliseconds between two looks at the project's folder itself: nobody tells when a folder above it is moved. */
export const STILL_THERE_MS = 2000;
/** Folders that begin to be watched together; chokidar looks at each of their entries, and others wait meanwhile. */
export const FOLDERS_AT_ONCE = 20;
/** Milliseconds between two looks at every file, when the system watches none for us. */
export const MIN_POLL_MS = 500;
export const MAX_POLL_MS = 10_000;
/** Looks per millisecond at most: a tenth of a core of a slow machine. */
export const POLLS_PER_MS = 10;
