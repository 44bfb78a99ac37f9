export type {
  AgentCli,
  OpenPlace,
  ResumeOptions,
  SignInHelp,
  SignInProbe,
  SignInTraces,
  StartOptions,
} from './agent-cli.js';
export { AgentList } from './agent-list.js';
export { AGENT_CLIS } from './agents.js';
export { resumeArgv, resumeCommand, resumeLatestCommand, startArgv } from './argv.js';
export { COACH_NAME } from './coaching/coach-tools.js';
export { type CoachedCli, coachedCli } from './coaching/coached-cli.js';
export type { CoachingFile, CoachingForm, CoachingLink, CoachingPlace, CoachServer } from './coaching/coaching-form.js';
export { COACH_INSTRUCTIONS } from './coaching/instructions.js';
export { removeCoaching, writeCoaching } from './coaching/write-coaching.js';
export type { ConversationPlace } from './conversations/place.js';
export {
  type AgentDetection,
  type DetectOptions,
  detectAgent,
  signedIn,
  type VersionAnswer,
  versionOf,
} from './detect.js';
export { type AgentProgram, findProgram } from './find-program.js';
export type { HookAddress, HookForm, HookNews } from './hooks/hook-form.js';
export { withHooks } from './hooks/with-hooks.js';
export { exerciseOpening } from './instructions/exercise-opening.js';
export type { InstructionPlace } from './instructions/instruction-place.js';
export { commentsIn, importsIn, MAX_INSTRUCTION_BYTES } from './instructions/instruction-text.js';
export { followConversation } from './logs/follow-conversation.js';
export { followLog, readLog } from './logs/follow-log.js';
export type { LogForm, LogReader } from './logs/log-form.js';
export { asksOn } from './screens/questions.js';
export type { ChatForm } from './structured/chat-form.js';
export type { DriverChoice } from './structured/driver.js';
export { EventWriter } from './structured/events/event-writer.js';
export type { Execution, ExecutionExit, ExecutionMode } from './structured/execution.js';
export { RUN_LIMITS, type RunLimits } from './structured/run-limits.js';
export { type Message, StructuredExecution, type StructuredOptions } from './structured/structured-execution.js';
export { isOlder } from './versions.js';
