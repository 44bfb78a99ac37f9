/** The time between SIGTERM and SIGKILL, in milliseconds: enough to remove a temporary file, too short to notice. */
export const TERMINATE_GRACE_MS = 500;
/** The wait after SIGKILL, in milliseconds: after that, only a process that hangs in the kernel is left. */
export const KILL_WAIT_MS = 200;
