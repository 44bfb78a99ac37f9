export { COMPLETED_EVENT, type CompletedDetail } from './client/completed-event.js';
export type { ConnectionState } from './client/connection-state.js';
export type { ExerciseJourney } from './client/journey.js';
export type { PracticeOptions } from './client/options.js';
export type { ClientError, LocalFailure, RestOutcome } from './client/outcome.js';
export { createPracticeClient, type PracticeClient } from './client/practice-client.js';
export { fetchRegistry } from './client/registry.js';
export type { ServerConnection, ServerState } from './client/server.js';
export type { JourneyState } from './client/state.js';
export {
  type GridSize,
  type Renewal,
  TerminalConnection,
  type TerminalConnectionOptions,
} from './client/terminal-connection.js';
export { PracticeProvider, usePracticeClient } from './react/context.js';
export { PracticeButton } from './react/PracticeButton.js';
export { PracticePanel } from './react/PracticePanel.js';
export { PracticeProgress, type PracticeProgressProps } from './react/progress/PracticeProgress.js';
export type {
  PracticeButtonProps,
  PracticePanelProps,
  PracticeProviderProps,
  SiteLinks,
  Theme,
} from './react/props.js';
export { TerminalPanel, type TerminalPanelProps } from './react/TerminalPanel.js';
export { type LessonExercise, useLessonExercise } from './react/use-lesson-exercise.js';
export { type PracticeServerView, usePracticeServer } from './react/use-practice-server.js';
export type { TerminalHandle } from './terminal/view.js';
