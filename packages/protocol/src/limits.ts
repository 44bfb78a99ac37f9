/** First port the daemon tries, and the first the browser probes (spec §5.2: clear of 3000 and 8000). */
export const FIRST_PORT = 3100;
/** Last port of the range the daemon falls back to and the browser probes. */
export const LAST_PORT = 3110;
/** Where lessons are served during local study, and therefore the default content address. */
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
 * Largest paste in bytes. tmux handles a paste in one piece and holds it until the program has read
 * it; 64 MiB is far beyond a source tree's largest file and harmless to the machine.
 */
export const MAX_PASTE_BYTES = 64 * 1024 * 1024;

/** Most watchers of one session: a classroom. Each has its own tmux client. */
export const MAX_WATCHERS = 32;

/**
 * Largest body of `POST /progress/import`, and largest export, in bytes: room for a thousand exercises with
 * ten criteria each. JSON is parsed in one go, and more would block terminals for over 50 ms.
 */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** Rungs of a hint ladder: where to look, the idea, a similar example, a partial step. */
export const MAX_HINT_RUNGS = 4;

/**
 * Milliseconds after which the next rung opens without a check: long enough to try what the last one
 * said, too short to give up.
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

/** Most files of an exercise, and most bytes of one file, so that a wrong address cannot fill a disk. */
export const MAX_EXERCISE_FILES = 200;
export const MAX_EXERCISE_FILE_BYTES = 2 * 1024 * 1024;

/** Most bytes of all files of one exercise: a hundred times the largest there is. */
export const MAX_EXERCISE_BYTES = 32 * 1024 * 1024;
/** Most characters of a config.json and a registry.json: fifty times the largest there are, parsed in some 5 ms. */
export const MAX_CONFIG_LENGTH = 512 * 1024;
export const MAX_REGISTRY_LENGTH = 1024 * 1024;
/** Most values in either, counting each list and each text. A registry of a thousand exercises has some 20,000. */
export const MAX_CONTENT_VALUES = 50_000;
/**
 * Deepest nesting of lists and objects in any JSON that is read: none of our formats needs more than ten
 * levels, and a recursive function can take a thousand.
 */
export const MAX_JSON_DEPTH = 100;
/** Most criteria of one exercise. */
export const MAX_CRITERIA = 100;
/** Longest id of a criterion. */
export const MAX_CRITERION_ID_LENGTH = 64;
/** Most criteria that one criterion may wait for. */
export const MAX_NEEDS = 50;
/** Most entries of the registry. */
export const MAX_REGISTRY_ENTRIES = 1000;

/** Time a check may take in seconds: the default (spec §5.6) and the most an exercise may ask for. */
export const DEFAULT_CHECK_TIMEOUT_SECONDS = 30;
export const MAX_CHECK_TIMEOUT_SECONDS = 300;
/** Most bytes a check may print before it is stopped. */
export const MAX_CHECK_OUTPUT_BYTES = 1024 * 1024;

/** More running agents than this is worth a warning: each takes about 200 MB (spec §1.6). */
export const MANY_SESSIONS = 3;

/** An agent that exits within this many milliseconds of its start most likely failed to start (spec §1.5). */
export const QUICK_EXIT_MS = 5000;
