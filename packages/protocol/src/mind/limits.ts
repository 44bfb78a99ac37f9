/** Most memories in one answer, and in one search. */
export const MAX_MEMORIES_PAGE = 200;
/** Longest memory, in UTF-16 units: it is one insight, in some sentences. */
export const MAX_MEMORY_LENGTH = 4000;
/** Most tags of a memory, and the longest one. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 60;
/** Longest text that is explained, and longest text around it, in UTF-16 units. */
export const MAX_EXPLAINED_LENGTH = 50_000;
export const MAX_CONTEXT_LENGTH = 200_000;
/** Bytes of a request for an explanation: three for each unit in most scripts, and room for what JSON escapes. */
export const MAX_EXPLAIN_BYTES = 1024 * 1024;
/** Bytes of a request that changes a memory, in the same way. */
export const MAX_MEMORY_BYTES = 32 * 1024;
/** Longest solution of a kata, in UTF-16 units. */
export const MAX_SOLUTION_LENGTH = 100_000;
/** Most constraints of a kata. */
export const MAX_CONSTRAINTS = 50;
/** Most issues that are recommended (spec FR-173). */
export const MAX_RECOMMENDED_ISSUES = 10;
/** Longest plan and longest transcript that an agent hands over, in UTF-16 units; MCP's own limit in bytes is above both. */
export const MAX_PLAN_LENGTH = 100_000;
export const MAX_TRANSCRIPT_LENGTH = 200_000;
