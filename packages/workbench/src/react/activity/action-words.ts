import type { Action, ActionData, ActionType } from '@agent-factory/protocol/coach';
import { LEVEL_WORDS } from '../plan/phase-words.js';
import { toolWords } from './tool-words.js';

/** Who did it. */
export type Actor = 'you' | 'agent' | 'practice';

interface ActionWords<Type extends ActionType> {
  readonly actor: Actor;
  /** What it did, as the rest of a sentence that begins with who. */
  readonly did: (data: Partial<ActionData<Type>>) => string;
}

type AllWords = { readonly [Type in ActionType]: ActionWords<Type> };

const file = (path: string | null | undefined) => path ?? 'a file';
const lines = (range: ActionData<'selection'>['range'] | undefined) =>
  range === undefined
    ? ''
    : range.start.line === range.end.line
      ? `, line ${range.start.line}`
      : `, lines ${range.start.line} to ${range.end.line}`;
const phase = ({ phaseNumber, title }: Partial<ActionData<'phase_started'>>) =>
  `step ${phaseNumber ?? '?'}: ${title ?? ''}`;
const signed = (count = 0) => (count > 0 ? `+${count}` : `${count}`);

export const ACTION_WORDS: AllWords = {
  file_open: { actor: 'you', did: ({ path }) => `opened ${file(path)}.` },
  file_save: { actor: 'you', did: ({ path }) => `saved ${file(path)}.` },
  file_close: { actor: 'you', did: ({ path }) => `closed ${file(path)}.` },
  buffer_summary: {
    actor: 'you',
    did: ({ path, editCount, charDelta }) =>
      `edited ${file(path)}: ${editCount ?? 0} edits, ${signed(charDelta)} characters.`,
  },
  buffer_significant_change: {
    actor: 'you',
    did: ({ path, delta }) => `changed much of ${file(path)}: ${signed(delta)} characters.`,
  },
  tab_switch: { actor: 'you', did: ({ toPath }) => `went to ${file(toPath)}.` },
  selection: {
    actor: 'you',
    did: ({ path, range, textLength }) => `selected ${textLength ?? 0} characters in ${file(path)}${lines(range)}.`,
  },
  hint_level_change: {
    actor: 'you',
    did: ({ level }) =>
      `set the hints to ${level === undefined ? 'another level' : LEVEL_WORDS[level].name.toLowerCase()}.`,
  },
  explain_requested: { actor: 'you', did: ({ path, range }) => `asked about ${file(path)}${lines(range)}.` },
  review_requested: { actor: 'you', did: () => 'asked for a review.' },
  idle_start: { actor: 'you', did: () => 'took a break.' },
  idle_end: { actor: 'you', did: () => 'came back.' },
  session_started: { actor: 'practice', did: () => 'began a session.' },
  session_resumed: { actor: 'practice', did: () => 'went on with a session.' },
  session_ended: { actor: 'practice', did: ({ durationMs }) => `ended the session after ${minutes(durationMs)}.` },
  phase_started: { actor: 'agent', did: (data) => `began ${phase(data)}.` },
  phase_completed: { actor: 'agent', did: (data) => `ticked off ${phase(data)}.` },
  coaching_message: { actor: 'agent', did: ({ messageType }) => `showed you a message (${messageType ?? 'info'}).` },
  nudge_sent: { actor: 'agent', did: () => 'offered you help.' },
  nudge_suppressed: { actor: 'agent', did: () => 'thought of offering help, and did not.' },
  nudge_dropped: { actor: 'agent', did: ({ reason }) => `would have offered you help, but ${reason ?? 'could not'}.` },
  observer_muted: {
    actor: 'you',
    did: ({ muted }) => (muted ? 'turned offers of help off.' : 'turned offers of help on.'),
  },
  mcp_tool_call: { actor: 'agent', did: toolWords },
  decorations_applied: { actor: 'agent', did: ({ path, count }) => `marked ${count ?? 0} places in ${file(path)}.` },
  file_hints_applied: {
    actor: 'agent',
    did: ({ paths = [] }) => `pointed at ${paths.join(', ') || 'files'} in the tree.`,
  },
  coaching_pipeline: { actor: 'agent', did: ({ phases }) => `made a plan with ${phases ?? 0} steps.` },
  session_wrapped_up: {
    actor: 'practice',
    did: ({ knowledgeGaps, memoriesStored }) =>
      `wrapped the session up: ${knowledgeGaps ?? 0} gaps, ${memoriesStored ?? 0} memories.`,
  },
  explain_completed: { actor: 'agent', did: ({ path }) => `explained a part of ${file(path)}.` },
  review_completed: { actor: 'agent', did: ({ passed }) => `reviewed your work${passed ? ' and found it good' : ''}.` },
  dashboard_loaded: { actor: 'you', did: () => 'looked at the dashboard.' },
};

/** What happened, in a sentence without its beginning. */
export function wordsOf({ type, data }: Action): { readonly actor: Actor; readonly did: string } {
  // The daemon checked that the data is that of its type; what a newer one leaves out is left out here, too.
  const words = ACTION_WORDS[type] as ActionWords<ActionType>;
  return { actor: words.actor, did: words.did(data as never) };
}

function minutes(ms = 0): string {
  const count = Math.round(ms / 60_000);
  return count === 1 ? '1 minute' : `${count} minutes`;
}
