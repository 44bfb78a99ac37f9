import type { EndReason } from '@agent-factory/protocol';
import type { ConnectionState } from '../client/connection-state.js';

export const LOST = 'Your exercise is still running in the background.';

/** Why a session is over, for the student. */
export const END_REASONS: Readonly<Record<EndReason, string>> = {
  timeout: 'It was idle for a long time. Your files and the conversation are kept.',
  reset: 'The exercise was reset. Your earlier work is archived.',
  completed: 'The exercise is finished. Your files are kept.',
  exited: 'Its last program was closed. Your files and the conversation are kept.',
  lost: 'The terminal is gone, perhaps after a restart. Your files and the conversation are kept.',
};

type Tone = 'success' | 'warning' | 'danger' | 'muted';

/** How the toolbar names the state of the connection. */
export const CONNECTION_WORDS: Readonly<
  Record<Exclude<ConnectionState['status'], 'idle'>, { readonly text: string; readonly tone: Tone }>
> = {
  connecting: { text: 'Connecting', tone: 'warning' },
  attached: { text: 'Connected', tone: 'success' },
  waiting: { text: 'In another tab', tone: 'warning' },
  reconnecting: { text: 'Reconnecting', tone: 'warning' },
  lost: { text: 'Connection lost', tone: 'danger' },
  taken_over: { text: 'In another tab', tone: 'warning' },
  ended: { text: 'Session ended', tone: 'muted' },
};

interface FailureWords {
  readonly title: string;
  readonly advice?: string;
}

/** Failed starts that have words of their own; the daemon's message stands beside them. */
const FAILURES: Readonly<Record<string, FailureWords>> = {
  exercise_not_found: {
    title: "This exercise isn't available yet.",
    advice: 'Check back after updating.',
  },
  content_unreachable: {
    title: 'The exercise could not be fetched',
    advice: 'Make sure the lesson site is up, or that the practice server was started with its address.',
  },
  content_invalid: {
    title: 'This exercise is damaged',
    advice: 'The fault is in the exercise, not in anything you did. Its authors need to mend it.',
  },
  setup_failed: {
    title: 'Preparing the exercise failed',
    advice: 'A preparing command did not work on this computer. What it printed is below.',
  },
  setup_timeout: {
    title: 'Preparing the exercise took too long',
    advice: 'A slow network is the usual reason. Trying again is safe.',
  },
  workspace_failed: {
    title: 'The exercise folder could not be written',
    advice: 'Check that your home folder is writable, then try again.',
  },
  storage_full: {
    title: 'Your disk is full',
    advice: 'Free some space, then try again. Nothing of yours was changed.',
  },
  session_failed: {
    title: 'The terminal could not be started',
    advice: 'Try again. If it keeps failing, the troubleshooting page helps.',
  },
  shutting_down: {
    title: 'The practice server is closing',
    advice: 'Start it again, then try again here.',
  },
  unexpected_answer: {
    title: 'The practice server gave an odd answer',
    advice: 'It may be of another version than this page. Start the latest one, then try again.',
  },
};

const ANY_FAILURE: FailureWords = {
  title: 'The exercise could not be started',
  advice: 'Try again. If it keeps failing, the troubleshooting page helps.',
};

export function failureWords(code: string): FailureWords {
  return FAILURES[code] ?? ANY_FAILURE;
}
