export { AGENT_SCREENS, type AgentScreens } from './agents/agent-screens.js';
export { acceptPermission, CLAUDE_SCREENS, type Keyboard, say, typedInto } from './agents/claude-screens.js';
export { describeOwnAgent, OWN_AGENT, OWN_ANSWERS } from './agents/own-agent.js';
export { baseImage } from './containers/base-image.js';
export { cliMounts } from './containers/cli-mounts.js';
export { startEngine, type TestEngine } from './containers/start-engine.js';
export { type DaemonOptions, PracticeDaemon } from './daemon.js';
export { tmuxScreen } from './grid/capture/tmux-screen.js';
export type { Cell, CellField, Screen } from './grid/cell.js';
export { compareScreens, type Difference, describeDifferences, differingCells } from './grid/compare.js';
export { withEffect } from './grid/effect.js';
export { freezePane } from './grid/freeze.js';
export { type Evaluates, pageScreen, pageViewer } from './grid/page-screen.js';
export { readScreen } from './grid/read-screen.js';
export type { ReadableTerminal } from './grid/readable-terminal.js';
export { differencesFromTmux, differencesOfStill, differencesUntilRepaired } from './grid/same-screen.js';
export type { View, Viewer } from './grid/viewer.js';
export { CORPUS, type CorpusCase, corpusCases, GAP_KINDS } from './learner/case.js';
export { expertMentor } from './learner/mentor.js';
export { literalStudent } from './learner/student.js';
export { eitherOf, turnOf } from './learner/turn.js';
export { endProcessesOf } from './machine/leftovers.js';
export { freePort, listenOnLoopback } from './machine/loopback.js';
export { descendants, isRunning, processesWith } from './machine/processes.js';
export { AGENT_PROGRAMS, type AgentProgram, type Programs, programPath } from './machine/programs.js';
export { type TemporaryFolder, temporaryFolder } from './machine/temporary-folder.js';
export {
  killTmuxServer,
  type PaneState,
  type SessionStart,
  startTmuxSession,
  TmuxPane,
  type TmuxServer,
  tmux,
} from './machine/tmux.js';
export { waitUntil } from './machine/wait-until.js';
export type { Conversation } from './model-api/conversation.js';
export type { ModelRequest } from './model-api/exchange.js';
export { afterTool, type Reply, Scenario, type Step, says, type Turn } from './model-api/scenario.js';
export { type ModelApi, startModelApi } from './model-api/server.js';
export { type Site, type SiteOptions, serveSite } from './site.js';
export {
  type CorpusSetting,
  type Ended,
  layOutCase,
  type Running,
  type SmileOptions,
  startSmile,
} from './smile/smile-program.js';
export { newStudent, SHELL_PROMPT, type Student, type StudentOptions } from './student.js';
