/** Longest message of a student in characters: a long file pasted whole. */
export const MAX_MESSAGE_LENGTH = 100_000;
/** Longest text of a lesson in characters; the longest there is has 40,000. */
export const MAX_CONTEXT_LENGTH = 200_000;
/** Largest body of a message in bytes: both of them in three-byte characters, and what surrounds them. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Most conversations of one answer to `GET /conversations`; `next` tells where it goes on. */
export const MAX_LISTED_CONVERSATIONS = 1000;
/** Agents that run at once, in terminals and conversations together, unless `--max-sessions` says otherwise. */
export const DEFAULT_MAX_SESSIONS = 8;
