import type { EndReason } from '@agent-factory/protocol';
import type { ConnectionState } from '../client/connection-state.js';
import type { PasteProblem } from '../client/pastes.js';

export const LOST = 'Your exercise is still running in the background.';
export const UNREACHABLE =
  'The practice server does not answer: see whether its window is still open, start it again if not, and reconnect.';
export const UNDELIVERED = 'Not connected: what you typed was not delivered.';
export const WATCHER_TYPED =
  'Another tab types here: what you typed was not delivered. “Type here” makes this one write.';
export const BEHIND = 'This tab is behind; what you see is delayed.';

/** Why nothing was pasted, and what to do next. */
export const PASTE_PROBLEMS: Readonly<Record<PasteProblem, string>> = {
  too_large: 'Nothing was pasted: it is larger than 64 MB. Save it as a file in the exercise’s folder instead.',
  another_under_way: 'Nothing was pasted: wait until the paste before it is done, or cancel that one.',
  failed: 'Nothing was pasted: it did not reach the program. Paste it again.',
  not_connected: 'Nothing was pasted: this tab cannot type here at the moment.',
};

/** Why a session is over, for the student. */
export const END_REASONS: Readonly<Record<EndReason, string>> = {
  timeout: 'It was idle for a long time. Your files and the conversation are kept.',
  reset: 'The exercise was reset. Your earlier work is archived.',
  completed: 'The exercise is finished. Your files are kept.',
  exited: 'Its last program was closed. Your files and the conversation are kept.',
  lost: 'The terminal is gone, perhaps after a restart. Your files and the conversation are kept.',
};

type Tone = 'success' | 'warning' | 'danger' | 'muted';

interface ConnectionWords {
  readonly text: string;
  readonly tone: Tone;
}

const CONNECTION_WORDS: Readonly<Record<Exclude<ConnectionState['status'], 'idle'>, ConnectionWords>> = {
  connecting: { text: 'Connecting', tone: 'warning' },
  attached: { text: 'Connected', tone: 'success' },
  reconnecting: { text: 'Reconnecting', tone: 'warning' },
  lost: { text: 'Connection lost', tone: 'danger' },
  ended: { text: 'Session ended', tone: 'muted' },
};

/** How the toolbar names the state of the connection; before the terminal is laid out there is nothing to say. */
export function connectionWords(state: ConnectionState): ConnectionWords | undefined {
  if (state.status === 'idle') return undefined;
  const watches = state.status === 'attached' && state.role === 'watcher';
  return watches ? { text: 'Watching', tone: 'muted' } : CONNECTION_WORDS[state.status];
}

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
  exercise_unavailable: {
    title: 'This exercise is unavailable',
    advice: 'The fault is in the exercise, not in anything you did. Its author needs to mend it.',
  },
  system_unsupported: {
    title: 'This exercise does not run on this computer',
    advice: 'It is made for another operating system.',
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
  storage_damaged: {
    title: 'The practice server’s own notes are damaged',
    advice: 'Start it again: it mends them. Your work is in other files and stays as it is.',
  },
  storage_unavailable: {
    title: 'A file could not be read or written',
    advice: 'Close programs you do not need, then try again. Nothing of yours was changed.',
  },
  session_failed: {
    title: 'The terminal could not be started',
    advice: 'Try again. If it keeps failing, the troubleshooting page helps.',
  },
  user_forbidden: {
    title: 'The practice server here is that of another user',
    advice: 'Someone else on this computer runs one. Start your own, then try again.',
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
