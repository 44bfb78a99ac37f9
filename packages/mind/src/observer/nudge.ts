import { shortened } from '@agent-factory/protocol';
import type { ObserverSignal, ServerPayload } from '@agent-factory/protocol/coach';
import type { ObserverTriageResponse, TriageContext } from '../prompts/observer-triage.js';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './limits.js';
import { oneLine } from './words.js';

/** What pages are told of a nudge; and, by `textFor`, the agent. */
export type Nudge = ServerPayload<'observer:nudge'>;

/**
 * The nudge that a model wants; undefined where it contradicts itself (spec EC-67). Files that it has made up are left
 * out: it may name those that it was told of.
 */
export function nudgeFrom(
  { signal, confidence, suggested_context: suggested }: ObserverTriageResponse,
  context: TriageContext,
): Nudge | undefined {
  if (signal === 'no_nudge') return undefined;
  const expected = context.current_phase?.expected_files ?? [];
  const seen = [...context.recent_actions.flatMap(({ path }) => path ?? []), ...expected];
  return {
    signal,
    confidence,
    context: {
      current_file: oneOf(seen, suggested.current_file),
      expected_file: oneOf(expected, suggested.expected_file),
      time_in_file: said(suggested.time_in_file, MAX_NAME_LENGTH),
      phase_description: said(suggested.phase_description, MAX_DESCRIPTION_LENGTH),
    },
  };
}

function oneOf(known: readonly string[], path: string | null): string | null {
  return path !== null && known.includes(path) ? path : null;
}

function said(text: string | null, length: number): string | null {
  return text === null ? null : shortened(oneLine(text), length);
}

/** Of a name, so many UTF-16 units are told: with two of them, the whole stays below the 400 of one line. */
const MAX_TOLD_NAME = 60;
const BEGINNING = '[Note from Practice to the coach; the student has not written it.]';
const END =
  'Look before you speak; then ask one short question or give the smallest hint, or stay silent if all is well.';

const SEEN: { readonly [Signal in ObserverSignal]: (current: string, expected: string) => string } = {
  wrong_file: (current, expected) => `The student works in ${current}, while the current step is about ${expected}.`,
  scope_drift: (current) => `What the student changes in ${current} seems to lead away from the current step.`,
  idle: () => 'The student has done nothing for some minutes and may be stuck.',
  phase_complete: () => 'The student seems to have done what the current step asks for.',
  edit_loop: (current) => `The student changes the same place in ${current} again and again, and may be confused.`,
};

/**
 * What the agent is told: one line of our own words, below 400 characters. Names of files are in quotes, as data; nothing
 * else that anybody has written is in it.
 */
export function textFor({ signal, context }: Nudge): string {
  const { current_file: current, expected_file: expected } = context;
  const seen = SEEN[signal](quoted(current) ?? 'a file', quoted(expected) ?? 'another file');
  return `${BEGINNING} ${seen} ${END}`;
}

/** The end of a path tells more than its beginning. */
function quoted(path: string | null): string | undefined {
  if (path === null) return undefined;
  const plain = oneLine(path).replaceAll('"', "'");
  return `"${plain.length > MAX_TOLD_NAME ? `…${lastOf(plain, MAX_TOLD_NAME - 1)}` : plain}"`;
}

/** At most so many UTF-16 units from the end, and no half characters. */
function lastOf(text: string, length: number): string {
  return text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '');
}
