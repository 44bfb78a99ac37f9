import { expect, test } from 'vitest';
import { AGENT_ROUTES } from '../src/agents/index.js';
import * as conversations from '../src/conversations/index.js';
import { EVENT_ROUTES, MAX_LATEST_EVENTS } from '../src/events/index.js';
import { stageNumberSchema } from '../src/exercise/claims.js';
import { HINT_ROUTES } from '../src/hints/index.js';
import * as protocol from '../src/index.js';
import { NUDGE_AFTER_MS, NUDGE_ROUTES } from '../src/nudges/index.js';
import { PROGRESS_ROUTES } from '../src/progress/index.js';
import * as recordings from '../src/recordings/index.js';
import type { Route } from '../src/route.js';
import { STAGE_ROUTES } from '../src/stages/index.js';
import { WATCH_ROUTES } from '../src/watch/index.js';

// Literals on purpose: whoever changes one of these changes what released peers rely on.

test('the version of the contract', () => {
  expect([protocol.PROTOCOL_VERSION, protocol.EXERCISE_FORMAT_VERSION]).toEqual([1, 2]);
});

test('error codes and their statuses', () => {
  const statuses = Object.fromEntries(Object.entries(protocol.ERRORS).map(([code, { status }]) => [code, status]));
  expect(statuses).toEqual({
    invalid_json: 400,
    invalid_request: 400,
    invalid_exercise_id: 400,
    payload_too_large: 413,
    unsupported_media_type: 415,
    not_found: 404,
    method_not_allowed: 405,
    host_forbidden: 403,
    origin_forbidden: 403,
    user_forbidden: 403,
    unauthorized: 401,
    learner_only: 403,
    exercise_not_found: 404,
    exercise_not_started: 409,
    exercise_not_complete: 409,
    exercise_unavailable: 409,
    system_unsupported: 409,
    hint_not_found: 404,
    hint_locked: 409,
    solution_locked: 409,
    solution_missing: 404,
    content_unreachable: 503,
    content_invalid: 502,
    dependency_missing: 503,
    workspace_failed: 500,
    storage_full: 507,
    storage_damaged: 500,
    storage_unavailable: 503,
    setup_failed: 500,
    setup_timeout: 504,
    session_failed: 500,
    session_not_found: 404,
    too_many_viewers: 429,
    paste_failed: 500,
    agent_unknown: 404,
    agent_failed: 502,
    agent_unsupported: 409,
    agent_busy: 409,
    too_many_agents: 429,
    conversation_not_found: 404,
    conversation_busy: 409,
    permission_not_found: 409,
    recording_not_found: 404,
    recording_running: 409,
    recording_not_running: 409,
    recordings_full: 507,
    course_not_found: 404,
    nudge_not_found: 409,
    nudge_failed: 409,
    hook_forbidden: 401,
    ticket_invalid: 401,
    invalid_frame: 400,
    attach_failed: 500,
    project_not_found: 404,
    project_forbidden: 403,
    not_an_exercise: 409,
    path_outside: 403,
    file_not_found: 404,
    file_unsuitable: 415,
    file_conflict: 409,
    file_not_written: 500,
    buffer_out_of_step: 409,
    not_visible: 403,
    no_active_session: 409,
    gives_solution: 409,
    phase_not_found: 404,
    unknown_message: 400,
    invalid_message: 400,
    model_unavailable: 503,
    model_refused: 502,
    model_answer_cut: 502,
    model_answer_unusable: 502,
    budget_reached: 402,
    kata_not_found: 404,
    memory_not_found: 404,
    memory_unavailable: 503,
    not_implemented: 501,
    mcp_forbidden: 401,
    mcp_session_not_found: 404,
    too_many_connections: 429,
    too_many_requests: 429,
    shutting_down: 503,
    internal: 500,
  });
  expect(protocol.ERROR_CODES).toEqual(Object.keys(statuses));
  for (const { meaning } of Object.values(protocol.ERRORS)) expect(meaning).toMatch(/^\w.+\.$/);
});

test('reasons for which a check could not judge', () => {
  expect(Object.keys(protocol.CHECK_ERRORS)).toEqual([
    'check_timeout',
    'check_crashed',
    'check_output_invalid',
    'check_output_too_large',
    'check_interpreter_missing',
    'check_missing',
    'workspace_missing',
  ]);
});

test('[practice-environment 3.2 close-codes] close codes and what they advise', () => {
  expect(protocol.CLOSE_CODES).toEqual({
    going_away: { code: 1001, retry: 'backoff' },
    frame_too_large: { code: 1009, retry: 'never' },
    session_ended: { code: 4000, retry: 'never' },
    ticket_invalid: { code: 4001, retry: 'restart' },
    session_not_found: { code: 4002, retry: 'restart' },
    protocol_error: { code: 4004, retry: 'never' },
    attach_failed: { code: 4005, retry: 'backoff' },
    timed_out: { code: 4006, retry: 'backoff' },
    too_many_viewers: { code: 4007, retry: 'never' },
  });
  const advice = [1000, 1001, 1005, 1006, 1009, 1011, 4000, 4001, 4002, 4007, 4999].map(protocol.retryAdvice);
  expect(advice).toEqual([
    'never',
    'backoff',
    'backoff',
    'backoff',
    'never',
    'backoff',
    'never',
    'restart',
    'restart',
    'never',
    'backoff',
  ]);
});

test('routes', () => {
  const tables: Record<string, Route>[] = [
    protocol.ROUTES,
    HINT_ROUTES,
    PROGRESS_ROUTES,
    WATCH_ROUTES,
    recordings.RECORDING_ROUTES,
    AGENT_ROUTES,
    conversations.CONVERSATION_ROUTES,
    EVENT_ROUTES,
    STAGE_ROUTES,
    NUDGE_ROUTES,
  ];
  const routes = tables.flatMap((table) => Object.values(table));
  expect(routes.filter(({ isOpen }) => isOpen).map(({ path }) => path)).toEqual([
    '/health',
    '/exercises',
    '/exercises/sessions',
    '/exercises/:id/stages',
  ]);
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /health',
    'GET /exercises',
    'GET /exercises/sessions',
    'POST /exercises/start',
    'POST /exercises/verify',
    'POST /exercises/reset',
    'POST /exercises/finish',
    'GET /terminal/:sessionId/history',
    'GET /terminal/widths',
    'POST /exercises/hint',
    'POST /exercises/solution',
    'GET /progress',
    'POST /progress/import',
    'POST /progress/reset',
    'POST /exercises/watch',
    'POST /recordings/start',
    'POST /recordings/stop',
    'GET /recordings',
    'POST /recordings/delete',
    'GET /recordings/:id',
    'GET /agents',
    'POST /agents/choose',
    'POST /agents/switch',
    'GET /conversations',
    'POST /conversations',
    'GET /conversations/:id',
    'POST /conversations/:id/messages',
    'POST /conversations/:id/permissions/:permissionId',
    'POST /conversations/:id/interrupt',
    'POST /conversations/:id/rename',
    'POST /conversations/:id/hand-over',
    'POST /conversations/:id/delete',
    'GET /conversations/:id/events',
    'GET /conversations/:id/export',
    'GET /events',
    'POST /hooks/:sessionId',
    'GET /exercises/:id/stages',
    'GET /progress/:courseId',
    'GET /exercises/:id/nudge',
    'POST /nudges/answer',
    'POST /nudges/mute',
  ]);
  expect([protocol.TERMINAL_PATH, protocol.NDJSON]).toEqual(['/terminal/', 'application/x-ndjson']);
});

test('limits', () => {
  const {
    FIRST_PORT,
    LAST_PORT,
    DEFAULT_CONTENT_URL,
    MAX_REQUEST_BYTES,
    MAX_FRAME_BYTES,
    QUICK_EXIT_MS,
    MANY_SESSIONS,
  } = protocol;
  expect([FIRST_PORT, LAST_PORT, DEFAULT_CONTENT_URL]).toEqual([3100, 3110, 'http://localhost:3000']);
  expect([MAX_REQUEST_BYTES, MAX_FRAME_BYTES, QUICK_EXIT_MS, MANY_SESSIONS]).toEqual([16_384, 1_048_576, 5000, 3]);
  const { MIN_COLS, MAX_COLS, MIN_ROWS, MAX_ROWS, MAX_EXERCISE_FILES, MAX_EXERCISE_FILE_BYTES } = protocol;
  expect([MIN_COLS, MAX_COLS, MIN_ROWS, MAX_ROWS]).toEqual([2, 1000, 1, 500]);
  expect([MAX_EXERCISE_FILES, MAX_EXERCISE_FILE_BYTES]).toEqual([200, 2_097_152]);
  const { MAX_PASTE_BYTES, MAX_WATCHERS, MAX_IMPORT_BYTES, MAX_HINT_RUNGS } = protocol;
  expect([MAX_PASTE_BYTES, MAX_WATCHERS, MAX_IMPORT_BYTES, MAX_HINT_RUNGS]).toEqual([67_108_864, 32, 2_097_152, 4]);
  const { MAX_MESSAGE_LENGTH, MAX_CONTEXT_LENGTH, MAX_MESSAGE_BYTES, DEFAULT_MAX_SESSIONS } = conversations;
  expect([MAX_MESSAGE_LENGTH, MAX_CONTEXT_LENGTH, MAX_MESSAGE_BYTES]).toEqual([100_000, 200_000, 1_048_576]);
  expect([DEFAULT_MAX_SESSIONS, conversations.CAUGHT_UP]).toEqual([8, ': caught up']);
  expect([recordings.MAX_RECORDING_BYTES, recordings.MAX_RECORDINGS_BYTES]).toEqual([20_971_520, 524_288_000]);
  expect([NUDGE_AFTER_MS, MAX_LATEST_EVENTS]).toEqual([120_000, 1000]);
  expect([999_999_999, 1_000_000_000].map((stage) => stageNumberSchema.safeParse(stage).success)).toEqual([
    true,
    false,
  ]);
  expect([protocol.DEFAULT_CHECK_TIMEOUT_SECONDS, protocol.MAX_CHECK_OUTPUT_BYTES]).toEqual([30, 1_048_576]);
});

test('why a recording ends, and what its id and its file are', () => {
  const { ASCIICAST, recordingEndSchema, recordingIdSchema } = recordings;
  expect(ASCIICAST).toBe('application/x-asciicast');
  expect(recordingEndSchema.options).toEqual([
    'stopped',
    'session_ended',
    'size_limit',
    'total_limit',
    'disk_full',
    'write_failed',
    'interrupted',
  ]);
  expect(recordingIdSchema.safeParse('20261123-081500-1a2b3c4d').success).toBe(true);
  for (const other of [
    '',
    '..',
    '../20261123-081500-1a2b3c4d',
    '20261123-081500-1A2B3C4D',
    '20261123-081500-1a2b3c4d\n',
  ])
    expect(recordingIdSchema.safeParse(other).success).toBe(false);
});

test('an exercise and its session name each other', () => {
  expect(protocol.sessionIdOf('ch34-first-agent')).toBe('af-ch34-first-agent');
  expect(protocol.exerciseIdOf('af-ch34-first-agent')).toBe('ch34-first-agent');
  expect(protocol.exerciseIdOf(protocol.sessionIdOf('a'.repeat(64)))).toBe('a'.repeat(64));
  for (const other of ['', 'af-', 'ch34', 'af-A', 'af-../x', 'af-x\n', `af-${'a'.repeat(65)}`])
    expect(protocol.exerciseIdOf(other)).toBeUndefined();
});

test('[practice-environment 2.3 command-injection] an exercise id has lower-case letters, digits and hyphens, and nothing around them', () => {
  const valid = ['a', '0', '-', 'ch33-agent-loop', 'a'.repeat(64)];
  const invalid = [
    '',
    ' a',
    'a ',
    'a\n',
    'A',
    'ä',
    'a_b',
    'a.b',
    '..',
    '../a',
    'a/b',
    'a\0',
    "a'",
    '$(a)',
    'a;b',
    'a'.repeat(65),
  ];
  for (const id of valid) expect([id, protocol.exerciseIdSchema.safeParse(id).success]).toEqual([id, true]);
  for (const id of invalid) expect([id, protocol.exerciseIdSchema.safeParse(id).success]).toEqual([id, false]);
});

test('an error carries its code, its message and its facts', () => {
  const cause = new Error('below');
  const error = new protocol.PracticeError('storage_full', 'The disk is full.', { path: '/x' }, { cause });
  expect(error).toMatchObject({
    name: 'PracticeError',
    code: 'storage_full',
    message: 'The disk is full.',
    facts: { path: '/x' },
    cause,
  });
});
