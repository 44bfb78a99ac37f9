/**
 * UTF-16 units of all buffers together: several times what a student has open. Texts of Latin letters take a byte for
 * each, others two.
 */
export const MAX_BUFFER_CHARS = 64 * 1024 * 1024;
/** Longer texts are compared only by their beginning and end; splitting them into lines alone takes tens of milliseconds. */
export const MAX_COMPARED_CHARS = 2_000_000;
/** Milliseconds for finding the shortest difference of two texts: nobody else has a turn meanwhile. */
export const MAX_COMPARE_MS = 40;
/** Changed lines beyond which the shortest difference is not looked for: it takes time to their square. */
export const MAX_CHANGED_LINES = 2000;
/** Longest difference that is given to an agent or a page, in characters. */
export const MAX_DIFF_CHARS = 200_000;
