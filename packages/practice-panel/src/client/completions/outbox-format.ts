import { decode, parseJson } from '@agent-factory/protocol';
import { type CompletionReport, completionReportSchema } from '@agent-factory/protocol/completions';
import { cursorSchema } from '@agent-factory/protocol/events';
import { EMPTY_OUTBOX, MAX_TOLD, MAX_WAITING, type Outbox, type WaitingCompletion } from './outbox.js';

/** Longest stored text that is looked at, in UTF-16 units: several times what a full outbox has. */
const MAX_STORED_LENGTH = 512 * 1024;
/** Longest reason of a refusal that is kept, in UTF-16 units. */
export const MAX_WHY_LENGTH = 200;
const UUID = /^[0-9a-f-]{36}$/i;

type Facts = Readonly<Record<string, unknown>>;

/** Reads what was stored, by whatever version or hand. What cannot be read is left out, and takes nothing else with it. */
export function storedOutbox(text: string | null): Outbox {
  if (text === null || text.length > MAX_STORED_LENGTH) return EMPTY_OUTBOX;
  const json = parseJson(text);
  const facts = json.ok ? factsOf(json.value) : {};
  const cursor = decode<string>(cursorSchema, facts.cursor);
  return {
    waiting: once(listOf(facts.waiting).flatMap(waitingIn)).slice(-MAX_WAITING),
    told: once(listOf(facts.told).flatMap(toldIn)).slice(-MAX_TOLD),
    givenUp: countOf(facts.givenUp),
    failures: countOf(facts.failures),
    retryAt: countOf(facts.retryAt),
    ...(cursor.ok && { cursor: cursor.value }),
  };
}

function waitingIn(value: unknown): WaitingCompletion[] {
  const facts = factsOf(value);
  const outcome = decode<CompletionReport>(completionReportSchema, { ...facts, type: 'exercise_completed' });
  if (!outcome.ok) return [];
  const { type: _, ...completion } = outcome.value;
  const refused = refusalIn(facts.refused);
  return [
    { ...completion, since: countOf(facts.since), attempts: countOf(facts.attempts), ...(refused && { refused }) },
  ];
}

function refusalIn(value: unknown): WaitingCompletion['refused'] {
  const { why, retryAt } = factsOf(value);
  return typeof why === 'string' ? { why: why.slice(0, MAX_WHY_LENGTH), retryAt: countOf(retryAt) } : undefined;
}

function toldIn(value: unknown): Outbox['told'][number][] {
  const { eventId, exerciseId } = factsOf(value);
  const isTold = typeof eventId === 'string' && UUID.test(eventId) && typeof exerciseId === 'string';
  return isTold ? [{ eventId, exerciseId }] : [];
}

function factsOf(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? (value as Facts) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A whole number from 0, such as milliseconds; anything else is 0. */
function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}

/** The last of each id, where the first was. */
function once<T extends { readonly eventId: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.eventId, item])).values()];
}
