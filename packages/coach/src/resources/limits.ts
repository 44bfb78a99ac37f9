/** Most paths in one list: about as many as a model reads of it; what is beyond is found folder by folder. */
export const MAX_LISTED = 1000;
/** Largest text in bytes that is handed to an agent: about as much as the largest models hold at once. */
export const MAX_READ_BYTES = 1024 * 1024;
