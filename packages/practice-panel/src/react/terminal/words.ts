import type { EndReason } from '@agent-factory/protocol';
import type { PasteProblem } from '../../client/pastes/pastes.js';
import type { ConnectionState } from '../../client/terminal/connection-state.js';

export const LOST = 'Your exercise is still running in the background.';
export const UNREACHABLE =
  'The practice server does not answer: see whether its window is still open, start it again if not, and reconnect.';
export const UNDELIVERED = 'Not connected: what you typed was not delivered.';
export const WATCHER_TYPED =
  'Another tab types here: what you typed was not delivered. Press “Type here” to type in this one.';
export const BEHIND = 'This tab is behind; what you see is delayed.';

/** Why nothing was pasted, and what to do next. */
export const PASTE_PROBLEMS: Readonly<Record<PasteProblem, string>> = {
  too_large: 'Nothing was pasted: it is larger than 64 MB. Save it as a file in the exercise’s folder instead.',
  another_under_way: 'Nothing was pasted: wait until the earlier paste is done, or cancel it.',
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
  switched: 'Another agent was chosen for this exercise. Your files and the conversation are kept.',
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
