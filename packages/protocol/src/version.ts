/**
 * Version of the contract between browser and daemon. It is raised when an old peer could no
 * longer understand a new one; additions that an old peer may ignore leave it alone.
 */
export const PROTOCOL_VERSION = 1;

/**
 * Version of the exercise format (`config.json`) that authors write. Format 1 is read too: lesson sites
 * that were published with it still serve it.
 */
export const EXERCISE_FORMAT_VERSION = 2;
