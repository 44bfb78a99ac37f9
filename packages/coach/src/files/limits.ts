/** Bytes at the start of a file in which a NUL says that it is no text: what git and grep look at. */
export const BINARY_SNIFF_BYTES = 8192;
/** Longest name in bytes that Linux and macOS give a file. */
export const MAX_NAME_BYTES = 255;
/** Saves that are remembered to recognise them when the watcher tells of them: far more than arrive within its delay. */
export const MAX_OWN_WRITES = 1000;
/** Milliseconds after which a half-written file is no longer being written, whoever may still run: a crash has left it. */
export const LEFTOVER_AFTER_MS = 60_000;
