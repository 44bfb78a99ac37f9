export { type Discovery, discoverySchema } from './discovery.js';
export {
  ERROR_CODES,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  errorBodySchema,
  errorCodeSchema,
  PracticeError,
} from './errors.js';
export { type DeclarativeCheck, declarativeCheckSchema } from './exercise/checks.js';
export {
  EXERCISE_FORMATS,
  type ExerciseConfig,
  exerciseConfigSchema,
  type VerificationConfig,
} from './exercise/config.js';
export { exerciseVersionSchema } from './exercise/config-fields.js';
export { type CriterionConfig, criterionIdSchema } from './exercise/criteria.js';
export { comparablePath, contentPathSchema } from './exercise/path.js';
export { type FilePlace, placeIn } from './exercise/place.js';
export {
  type Difficulty,
  decodeRegistry,
  difficultySchema,
  type Registry,
  type RegistryEntry,
  registryEntrySchema,
  registrySchema,
} from './exercise/registry.js';
export {
  CHECK_ERRORS,
  type CheckErrorCode,
  type CheckRow,
  type Criterion,
  type CriterionStatus,
  checkOutputSchema,
  checkRowSchema,
  criterionSchema,
  criterionStatusSchema,
  type VerificationResult,
  verificationResultSchema,
} from './exercise/verification.js';
export {
  type CapabilityHealth,
  type Dependency,
  dependencySchema,
  type Health,
  healthSchema,
  type SetupStep,
  setupStepSchema,
} from './health/health.js';
export { HEALTH_PATH } from './health/health-path.js';
export {
  type AgentId,
  agentIdSchema,
  type ExerciseId,
  exerciseIdOf,
  exerciseIdSchema,
  type SessionId,
  sessionIdOf,
  sessionIdSchema,
} from './ids.js';
export { firstIssues } from './issue.js';
export { type JsonLimits, jsonExcess } from './json-text.js';
export {
  DEFAULT_CHECK_TIMEOUT_SECONDS,
  DEFAULT_CONTENT_URL,
  FIRST_PORT,
  HINT_WAIT_MS,
  LAST_PORT,
  MANY_SESSIONS,
  MAX_CHECK_OUTPUT_BYTES,
  MAX_COLS,
  MAX_CONFIG_LENGTH,
  MAX_CONTENT_VALUES,
  MAX_EXERCISE_BYTES,
  MAX_EXERCISE_FILE_BYTES,
  MAX_EXERCISE_FILES,
  MAX_EXERCISE_ID_LENGTH,
  MAX_FRAME_BYTES,
  MAX_HINT_RUNGS,
  MAX_IMPORT_BYTES,
  MAX_PASTE_BYTES,
  MAX_PROGRESS_CRITERIA,
  MAX_PROGRESS_ENTRIES,
  MAX_REGISTRY_LENGTH,
  MAX_REQUEST_BYTES,
  MAX_ROWS,
  MAX_WATCHERS,
  MIN_COLS,
  MIN_ROWS,
  QUICK_EXIT_MS,
} from './limits.js';
export { decode, decodeJson, type Outcome, parseJson } from './outcome.js';
export type { Route } from './route.js';
export { NDJSON, ROUTES, TERMINAL_PATH } from './routes.js';
export {
  type ExerciseOutline,
  type ExerciseRequest,
  type ExerciseStatus,
  type ExerciseSummary,
  type ExercisesResponse,
  exerciseOutlineSchema,
  exerciseRequestSchema,
  exerciseStatusSchema,
  exerciseSummarySchema,
  exercisesResponseSchema,
  type FinishResponse,
  finishResponseSchema,
  type Notice,
  noticeSchema,
  type ResetResponse,
  resetResponseSchema,
  type SessionSummary,
  type SessionsResponse,
  type Stage,
  type StartRequest,
  type StartResponse,
  sessionSummarySchema,
  sessionsResponseSchema,
  stageSchema,
  startRequestSchema,
  startResponseSchema,
  type VerifyStreamRow,
  verifyQuerySchema,
  verifyStreamRowSchema,
  type WorkspaceUpdate,
  workspaceUpdateSchema,
} from './sessions/sessions.js';
export { CLOSE_CODES, type CloseName, type RetryAdvice, retryAdvice } from './terminal/close-codes.js';
export {
  type ClientText,
  decodeClientText,
  decodeServerFrame,
  encodeClientFrame,
  encodeServerFrame,
} from './terminal/codec.js';
export {
  type ClientFrame,
  clientFrameSchema,
  type EndReason,
  endReasonSchema,
  type GridSize,
  gridSizeSchema,
  type Presence,
  presenceSchema,
  resizeFrameSchema,
  type ServerFrame,
  serverFrameSchema,
  type ViewerRole,
  viewerRoleSchema,
} from './terminal/frames.js';
export {
  type HistoryResponse,
  type HistoryStreamRow,
  historyResponseSchema,
  historyStreamRowSchema,
  type WidthsResponse,
  widthsResponseSchema,
} from './terminal/rest.js';
export { beginning, shortened } from './text.js';
export { EXERCISE_FORMAT_VERSION, PROTOCOL_VERSION } from './version.js';
