/**
 * Version of the contract between browser and daemon. It is raised when an old peer could no
 * longer understand a new one; additions that an old peer may ignore leave it alone.
 */
export const PROTOCOL_VERSION = 1;

/** Major version of the exercise format (`config.json`, `registry.json`) that this code reads. */
export const EXERCISE_FORMAT_VERSION = 1;
