/**
 * What each end says first. Everything before it is skipped: Podman 4 lets the body of the attach request through to
 * the container's standard input, and a shell may greet. It begins with a byte that no text has.
 */
export const MAGIC = Buffer.from('\0smile-tunnel/1\n', 'latin1');

/** Bytes that may come before the magic: a banner has some hundred, and 64 KB is what a pipe holds. */
export const MAX_PREAMBLE_BYTES = 64 * 1024;
/** Bytes of a preamble's end that are kept, to tell what came instead of the magic. */
export const KEPT_PREAMBLE_BYTES = 2048;

/** Bytes of a data frame at most: small, so that many streams take turns and a slow pipe is shared fairly. */
export const MAX_DATA_BYTES = 16 * 1024;
/** Bytes of a message at most: a tutorial of 100 KB with all its notes is below one megabyte. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Characters of a reason that one end tells the other. */
export const MAX_REASON_CHARS = 500;

/**
 * Bytes of a stream that may be on their way and unread, for each direction. More than MAX_DATA_BYTES × 4, so that a
 * stream flows while credit comes back; times MAX_STREAMS it is 64 MB, the most that unread streams can hold.
 */
export const WINDOW_BYTES = 128 * 1024;
/** Bytes after which a reader gives credit back: half, so that a writer is never left without any. */
export const CREDIT_STEP_BYTES = WINDOW_BYTES / 2;

/** Streams at a time: a CLI opens about ten. */
export const MAX_STREAMS = 512;

/**
 * Bytes that may wait for the other end to read them. Data waits for its turn below this; only messages, credit and
 * resets can grow it, so an end that asks without reading answers is closed. More than two messages.
 */
export const MAX_BACKLOG_BYTES = 16 * 1024 * 1024;
