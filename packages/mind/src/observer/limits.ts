/** How often the student has typed since the last evaluation, for the next one (spec FR-132). */
export const TYPED_BEFORE_EVALUATION = 5;
/** Milliseconds between two evaluations because of typing alone: pages tell of every key, and each evaluation costs. */
export const TYPING_EVALUATED_EVERY_MS = 30_000;
/** Milliseconds without a sign of the student after which they are idle (spec FR-132). */
export const IDLE_MS = 300_000;
/** How often one stillness is looked at: after 5, 10 and 20 minutes. Who is away for the night costs nothing more. */
export const LOOKS_AT_STILLNESS = 3;
/** Milliseconds after a nudge without another one (spec FR-133). */
export const COOLDOWN_MS = 120_000;
/** More actions than this within so many milliseconds are flow (spec FR-133). */
export const FLOW_ACTIONS = 10;
export const FLOW_WINDOW_MS = 60_000;
/** Typing counts as one action in so many milliseconds: a minute of it is flow, and a line is not. */
export const TYPING_IS_ONE_ACTION_MS = 5000;
/** How sure a model has to be for a nudge (spec FR-140). */
export const MIN_CONFIDENCE = 0.7;
/** Milliseconds without a key after which the student has paused. */
export const PAUSE_MS = 4000;
/** Milliseconds that a nudge waits for a pause, of the student and of the agent; then it is about something that has passed. */
export const MAX_HELD_MS = 30_000;
/** Milliseconds after which one and the same reason for no nudge is worth another line in the log. */
export const SAME_REASON_MS = 60_000;
/** Failures in a row after which the observer rests, and for how long, in milliseconds: twice as long each time. */
export const FAILURES_BEFORE_REST = 2;
export const FIRST_REST_MS = 30_000;
export const MAX_REST_MS = 600_000;
/** Actions that a model is told of (spec FR-137). */
export const RECENT_ACTIONS = 20;
/** Tokens of an answer: a decision, two sentences, and two paths. */
export const MAX_ANSWER_TOKENS = 500;
/** Longest title, and longest description, that a model is told, or that pages are told of its own; in UTF-16 units. */
export const MAX_NAME_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 1000;
/** Files of a step that a model is told of. */
export const MAX_EXPECTED_FILES = 30;
