/** The time between SIGTERM and SIGKILL, in milliseconds: enough to remove a temporary file, too short to notice. */
export const TERMINATE_GRACE_MS = 500;
/** The wait after SIGKILL, in milliseconds: enough on a busy machine; whoever is left then hangs in the kernel. */
export const KILL_WAIT_MS = 1000;
