/** Between SIGTERM and SIGKILL in milliseconds: enough to remove a temporary file, too short to be waited for. */
export const TERMINATE_GRACE_MS = 500;
/** After SIGKILL in milliseconds: only a process that hangs in the kernel is left then. */
export const KILL_WAIT_MS = 200;
