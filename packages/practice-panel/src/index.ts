export type { CourseChapter } from './client/course/course-chapters.js';
export type { Explainer } from './client/explain/explainer.js';
export { explainerOf } from './client/explain/explainer-of.js';
export type { Marked } from './client/explain/marked.js';
export { COMPLETED_EVENT, type CompletedDetail } from './client/journey/completed-event.js';
export type { ExerciseJourney } from './client/journey/journey.js';
export { journeyOf } from './client/journey/journey-of.js';
export type { JourneyState } from './client/journey/state.js';
export type { AskedFor, GamificationOptions, PracticeOptions } from './client/options.js';
export { createPracticeClient, type PracticeClient } from './client/practice-client.js';
export type { ClientError, LocalFailure, RestOutcome } from './client/server/outcome.js';
export { fetchRegistry } from './client/server/registry.js';
export type { ServerConnection, ServerState } from './client/server/server.js';
export type { ConnectionState } from './client/terminal/connection-state.js';
export {
  type GridSize,
  type Renewal,
  TerminalConnection,
  type TerminalConnectionOptions,
} from './client/terminal/terminal-connection.js';
export { CAPABILITY_TABS } from './react/capability-tabs.js';
export type { Beginning, ChatPanelProps, ChatWish, ReadLesson } from './react/chat/chat-props.js';
export { ChatPanel } from './react/chat/panel/ChatPanel.js';
export { PracticeProvider, usePracticeClient } from './react/context.js';
export { PracticeCourse, type PracticeCourseProps } from './react/course/PracticeCourse.js';
export { ExplainButton, type ExplainButtonProps } from './react/explain/ExplainButton.js';
export { ExplanationCard, type ExplanationCardProps } from './react/explain/ExplanationCard.js';
export { isExplainKey } from './react/explain/explain-key.js';
export { PracticeButton } from './react/lesson/PracticeButton.js';
export { type LessonExercise, useLessonExercise } from './react/lesson/use-lesson-exercise.js';
export { type PracticeServerView, usePracticeServer } from './react/lesson/use-practice-server.js';
export { PracticePanel } from './react/panel/PracticePanel.js';
export { saveFile } from './react/parts/save-file.js';
export { PracticeProgress, type PracticeProgressProps } from './react/progress/PracticeProgress.js';
export type {
  NamedExercise,
  PracticeButtonProps,
  PracticePanelProps,
  PracticeProviderProps,
  SiteLinks,
  Theme,
} from './react/props.js';
export { EXPLAIN_KEY } from './react/shortcuts/panel-keys.js';
export { preloadTab } from './react/tabs/load-tab.js';
export type { PanelTab, TabFacts, TabProps } from './react/tabs/panel-tab.js';
export { TabContent, type TabContentProps } from './react/tabs/TabContent.js';
export { ChatMark, TerminalMark } from './react/tabs/TabMarks.js';
export { useTabFacts } from './react/tabs/use-tab-facts.js';
export { TerminalPanel, type TerminalPanelProps } from './react/terminal/TerminalPanel.js';
export type { TerminalHandle } from './terminal/view.js';
