import * as z from 'zod';

/**
 * Every error a peer can receive, over HTTP (with this status) or as a terminal `error` frame.
 * The code is the contract; the message that comes with it is for people and says what to do next.
 */
export const ERRORS = {
  invalid_json: { status: 400, meaning: 'The request body is not JSON.' },
  invalid_request: { status: 400, meaning: 'The body is JSON of the wrong shape; `issues` lists what is wrong.' },
  invalid_exercise_id: { status: 400, meaning: 'The exercise id has characters or a length that no id may have.' },
  payload_too_large: { status: 413, meaning: 'The body exceeds the limit in `limitBytes`.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not declared as application/json.' },
  not_found: { status: 404, meaning: 'There is no such route.' },
  method_not_allowed: { status: 405, meaning: 'The route exists, but not for this method.' },
  host_forbidden: { status: 403, meaning: 'The Host header is not a loopback name with the port of the daemon.' },
  origin_forbidden: { status: 403, meaning: 'The Origin is not on the list of allowed origins.' },
  user_forbidden: { status: 403, meaning: 'The connection comes from another user of this machine.' },
  unauthorized: { status: 401, meaning: 'Neither an allowed Origin nor the bearer token was given.' },
  learner_only: {
    status: 403,
    meaning: 'What the coach remembers and may do is for the learner’s own page, and for who has the bearer token.',
  },
  exercise_not_found: { status: 404, meaning: 'The registry has no such exercise.' },
  exercise_not_started: { status: 409, meaning: 'The exercise has no workspace yet.' },
  exercise_not_complete: { status: 409, meaning: 'The exercise has not passed its checks yet.' },
  exercise_unavailable: { status: 409, meaning: 'The exercise is broken until its author fixes it; `reason`.' },
  system_unsupported: {
    status: 409,
    meaning: 'The exercise does not run on this operating system; `os` names those it runs on.',
  },
  hint_not_found: { status: 404, meaning: 'The criterion has no hints, or no more than were shown.' },
  hint_locked: {
    status: 409,
    meaning: 'The next hint opens with the next check, or by itself at `availableAt`.',
  },
  solution_locked: {
    status: 409,
    meaning: 'The solution opens when the exercise is complete, or when the request says `confirmed`.',
  },
  solution_missing: { status: 404, meaning: 'The exercise ships no solution.' },
  content_unreachable: {
    status: 503,
    meaning: 'The lesson site cannot be reached and the cache does not hold the exercise.',
  },
  content_invalid: {
    status: 502,
    meaning: 'The lesson site sent something that is not a valid exercise; `file` names it.',
  },
  dependency_missing: {
    status: 503,
    meaning: 'A program is missing or too old; `missing` names it, `commands` install it.',
  },
  workspace_failed: { status: 500, meaning: 'The workspace could not be written.' },
  storage_full: { status: 507, meaning: 'The disk is full.' },
  storage_damaged: {
    status: 500,
    meaning: 'A file of the daemon itself, `path`, is damaged; the next start repairs it.',
  },
  storage_unavailable: {
    status: 503,
    meaning:
      'A file, `path`, cannot be read or written for now: it is locked, too many are open, the disk fails; `reason`.',
  },
  setup_failed: { status: 500, meaning: 'A set-up command of the exercise failed; `command`, `exitCode`, `output`.' },
  setup_timeout: { status: 504, meaning: 'A set-up command of the exercise took too long; `command`.' },
  session_failed: { status: 500, meaning: 'tmux could not start or keep the session.' },
  session_not_found: { status: 404, meaning: 'There is no such session.' },
  too_many_viewers: { status: 429, meaning: 'As many tabs as one session allows show it already.' },
  paste_failed: { status: 500, meaning: 'The paste did not reach the program; the terminal is as it was.' },
  agent_unknown: { status: 404, meaning: 'There is no such agent; `agents` lists those there are.' },
  agent_failed: {
    status: 502,
    meaning: 'The agent could not be used; `reason` is `exited`, `hung`, `refused`, `protocol`, `output` or `time`.',
  },
  agent_unsupported: { status: 409, meaning: 'The agent cannot do this; `ability` names what.' },
  agent_busy: {
    status: 409,
    meaning: 'An agent or a shell is at work there or elsewhere; the request has to say `confirmed` to end it.',
  },
  too_many_agents: { status: 429, meaning: 'As many agents as `--max-sessions` allows run; `running` lists them.' },
  conversation_not_found: { status: 404, meaning: 'There is no such conversation.' },
  conversation_busy: {
    status: 409,
    meaning: 'The conversation has a run that has not ended, or goes on in the terminal.',
  },
  permission_not_found: { status: 409, meaning: 'The question was answered already, or has lapsed.' },
  recording_not_found: { status: 404, meaning: 'There is no such recording.' },
  recording_running: { status: 409, meaning: 'The session is recorded already, or the recording still goes on.' },
  recording_not_running: { status: 409, meaning: 'The session is not being recorded.' },
  recordings_full: {
    status: 507,
    meaning: 'All recordings together have reached the limit in `limitBytes`; some have to be deleted first.',
  },
  course_not_found: { status: 404, meaning: 'There is no such course; `courses` lists those there are.' },
  nudge_not_found: { status: 409, meaning: 'The nudge was answered already, or has lapsed.' },
  nudge_failed: { status: 409, meaning: 'The nudge did not reach the agent; `reason` says why.' },
  hook_forbidden: { status: 401, meaning: 'The hook does not have the secret of its session.' },
  ticket_invalid: {
    status: 401,
    meaning: 'The ticket of the session is wrong or no longer valid; start the exercise again.',
  },
  invalid_frame: { status: 400, meaning: 'A control frame is malformed.' },
  attach_failed: { status: 500, meaning: 'The terminal could not be attached to the session.' },
  project_not_found: { status: 404, meaning: 'There is no such coached project, or its folder is gone; `path`.' },
  project_forbidden: {
    status: 403,
    meaning:
      'The folder cannot be coached: it is a file, a whole home directory or file system, one of the system or of ours; `path`.',
  },
  not_an_exercise: {
    status: 409,
    meaning: 'The session is of a folder of the student, which has no checks and no reset.',
  },
  path_outside: { status: 403, meaning: 'The path leaves the project, by itself or by a link; `path`.' },
  file_not_found: { status: 404, meaning: 'The project has no such file; `path`.' },
  file_unsuitable: {
    status: 415,
    meaning:
      'The file cannot be edited as text; `reason` is `binary`, `too_large`, `not_utf8`, `not_a_file` or `unreadable`.',
  },
  file_conflict: { status: 409, meaning: 'The file has changed on the disk since it was read; `path`.' },
  file_not_written: { status: 500, meaning: 'The file could not be written and is as it was; `path`, `reason`.' },
  buffer_out_of_step: {
    status: 409,
    meaning: 'A change does not fit the text it is for: send the whole text again; `path`.',
  },
  not_visible: { status: 403, meaning: 'The student does not show this to the agent; `visibility`.' },
  no_active_session: { status: 409, meaning: 'The project has no active coaching session.' },
  gives_solution: {
    status: 409,
    meaning: 'The text has `lines` lines of a solution that the student has not opened, `inRow` of them in a row.',
  },
  phase_not_found: { status: 404, meaning: 'The plan has no such phase; `phases` lists those it has.' },
  unknown_message: { status: 400, meaning: 'There is no such message; `type`.' },
  invalid_message: { status: 400, meaning: 'The message has the wrong shape; `issues` lists what is wrong.' },
  model_unavailable: {
    status: 503,
    meaning: 'No model can be asked: there is no key, the part is turned off, or it does not answer; `reason`.',
  },
  model_refused: { status: 502, meaning: 'The model refuses to answer.' },
  model_answer_cut: { status: 502, meaning: 'The answer of the model was longer than allowed; `maxTokens`.' },
  model_answer_unusable: { status: 502, meaning: 'The model has answered something that makes no sense; `issues`.' },
  budget_reached: {
    status: 402,
    meaning: 'The money for models is used up, of the `day` or the `session`: `limit`, `limitUsd`, `spentUsd`.',
  },
  kata_not_found: { status: 404, meaning: 'There is no such kata.' },
  memory_not_found: { status: 404, meaning: 'There is no such memory.' },
  memory_unavailable: { status: 503, meaning: 'Memories cannot be reached where they are kept; `url`.' },
  not_implemented: { status: 501, meaning: 'This version does not do what the message asks for; `type`.' },
  mcp_forbidden: { status: 401, meaning: 'The secret is missing, wrong, or of a session that has ended.' },
  mcp_session_not_found: { status: 404, meaning: 'There is no such MCP session; initialize again.' },
  too_many_connections: { status: 429, meaning: 'As many connections to one project as are allowed are open already.' },
  too_many_requests: { status: 429, meaning: 'The agent calls too often; `waitSeconds` says for how long to wait.' },
  shutting_down: { status: 503, meaning: 'The daemon is shutting down.' },
  internal: { status: 500, meaning: 'A bug of ours; the log has the details.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export const errorCodeSchema = z.enum(ERROR_CODES);

/** The answer to every failed request: a code, a message that says what to do next, and facts. */
export const errorBodySchema = z.looseObject({ error: errorCodeSchema, message: z.string() });
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * An expected failure on its way to the peer: a code from the table, a message that says what to do
 * next, and facts that are sent along with them.
 */
export class PracticeError extends Error {
  override readonly name = 'PracticeError';
  readonly code: ErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, facts: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}
