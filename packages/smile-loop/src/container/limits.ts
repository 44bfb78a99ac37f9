/** Milliseconds for an engine to say that it is there: a socket answers in a few, a remote one within a second. */
export const PING_LIMIT_MS = 5000;
/** Milliseconds for any one call but waiting: on a busy machine, creating and removing take up to a few seconds. */
export const CALL_LIMIT_MS = 60_000;
/**
 * Milliseconds between two questions whether an engine still lives while a container runs: a fraction of what an agent
 * takes for a step, and no load.
 */
export const WATCH_MS = 15_000;
/** Bytes of what a container's program printed as errors that are kept for a message: its end. */
export const KEPT_STDERR_BYTES = 8 * 1024;
/** Bytes of each output that a command inside a container may give; what is beyond is dropped, and said so. */
export const EXEC_OUTPUT_BYTES = 1024 * 1024;
/** Milliseconds after the end of its time in which a command's processes have to be gone. */
export const EXEC_KILL_LIMIT_MS = 5000;
/** Milliseconds that a killed container may take to have ended, before it is removed anyway. */
export const END_LIMIT_MS = 5000;
