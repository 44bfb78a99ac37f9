/** Bytes of a tutorial at most: the specification's 100 KB. */
export const MAX_TUTORIAL_BYTES = 100 * 1024;
/** Bytes of one image at most: the Messages API takes five megabytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Tokens of a mentor's notes at most: the specification's. */
export const MAX_NOTE_TOKENS = 2000;
/** Characters of a command's output that are kept with it: its end, where errors stand. */
export const MAX_OUTPUT_CHARS = 4000;
/** Entries of a list that a student tells; beyond, it tells nothing. */
export const MAX_LIST = 500;
/** Characters of one thing that a student tells. */
export const MAX_TEXT = 20_000;
/** Events that an observer is sent a second at most: the specification's. */
export const EVENTS_PER_SECOND = 10;
/** Bytes that the body of a report to the loop may have. */
export const MAX_RESULT_BYTES = 4 * 1024 * 1024;
/** Characters of each part of what a mentor says that a tutorial lacks: a paragraph, a line, some sentences, a page. */
export const CLAIM_CHARS = { quote: 2000, title: 200, missing: 2000, fix: 10_000 } as const;
