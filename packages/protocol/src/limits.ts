/** First port the daemon tries, and the first the browser probes (spec §5.2: clear of 3000 and 8000). */
export const FIRST_PORT = 3100;
/** Last port of the range the daemon falls back to and the browser probes. */
export const LAST_PORT = 3110;
/** Where lessons are served during local study, and so the default content address. */
export const DEFAULT_CONTENT_URL = 'http://localhost:3000';

/** Longest exercise id: keeps `af-<id>` far below every file-name and tmux-name limit. */
export const MAX_EXERCISE_ID_LENGTH = 64;
/** Largest request body in bytes; real bodies are under 300 bytes. */
export const MAX_REQUEST_BYTES = 16 * 1024;

/**
 * Largest WebSocket message from the browser in bytes. Pastes are cut into frames well below it by
 * our client; a larger message closes the connection with 1009 before it is buffered.
 */
export const MAX_FRAME_BYTES = 1024 * 1024;

/**
 * Largest paste in bytes. A paste is one piece for tmux, which holds it until the program has read
 * it; 64 MiB is far beyond a source tree's largest file and harmless to the machine.
 */
export const MAX_PASTE_BYTES = 64 * 1024 * 1024;

/** Most connections that watch one session beside its writer: a class room. Each is a tmux client of its own. */
export const MAX_WATCHERS = 32;

/**
 * Largest body of `POST /progress/import`, and largest export, in bytes: a thousand exercises with ten
 * criteria each fit in. JSON is read in one go, and more would hold terminals up for over 50 ms.
 */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** Rungs of a hint ladder: where to look, the idea, a similar example, a partial step. */
export const MAX_HINT_RUNGS = 4;

/**
 * Milliseconds after which the next rung opens without a check: time to try what the last one said,
 * too short to give up in.
 */
export const HINT_WAIT_MS = 3 * 60_000;

/** Most versions of exercises, and criteria of one of them, in a progress document. */
export const MAX_PROGRESS_ENTRIES = 1000;
export const MAX_PROGRESS_CRITERIA = 100;

/** Bounds of a terminal grid in cells. tmux itself refuses sizes beyond 10,000. */
export const MIN_COLS = 2;
export const MAX_COLS = 1000;
export const MIN_ROWS = 1;
export const MAX_ROWS = 500;

/** Exercise content: number of files and bytes of one file, so that a wrong address cannot fill a disk. */
export const MAX_EXERCISE_FILES = 200;
export const MAX_EXERCISE_FILE_BYTES = 2 * 1024 * 1024;

/** Bytes of all files of one exercise: a hundred times the largest there is. */
export const MAX_EXERCISE_BYTES = 32 * 1024 * 1024;
/** Characters of a config.json and of a registry.json: fifty times the largest there are, and parsed in some 5 ms. */
export const MAX_CONFIG_LENGTH = 512 * 1024;
export const MAX_REGISTRY_LENGTH = 1024 * 1024;
/** Values in one of them, each list and each text counted. A registry of a thousand exercises has some 20,000. */
export const MAX_CONTENT_VALUES = 50_000;
/**
 * Lists and objects inside each other in any JSON that is read: no format of ours has more than ten, and
 * whatever looks into a value by calling itself can do it a thousand times.
 */
export const MAX_JSON_DEPTH = 100;
/** Criteria of one exercise. */
export const MAX_CRITERIA = 100;
/** Longest id of a criterion. */
export const MAX_CRITERION_ID_LENGTH = 64;
/** Criteria that one criterion may wait for. */
export const MAX_NEEDS = 50;
/** Entries of the registry. */
export const MAX_REGISTRY_ENTRIES = 1000;

/** Time a check may take in seconds: the default (spec §5.6) and the most an exercise may ask for. */
export const DEFAULT_CHECK_TIMEOUT_SECONDS = 30;
export const MAX_CHECK_TIMEOUT_SECONDS = 300;
/** Most bytes a check may print before it is ended. */
export const MAX_CHECK_OUTPUT_BYTES = 1024 * 1024;

/** More running agents than this is worth a warning: each takes about 200 MB (spec §1.6). */
export const MANY_SESSIONS = 3;

/** An agent that ends within this many milliseconds of its start most likely failed to start (spec §1.5). */
export const QUICK_EXIT_MS = 5000;
