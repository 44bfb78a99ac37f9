/**
 * Version of the contract between browser and daemon. It is raised when an old peer could no
 * longer understand a new one; additions that an old peer may ignore do not change it.
 */
export const PROTOCOL_VERSION = 1;

/**
 * Version of the exercise format (`config.json`) that authors write. Format 1 can still be read, because
 * lesson sites that were published with it still serve it.
 */
export const EXERCISE_FORMAT_VERSION = 2;
