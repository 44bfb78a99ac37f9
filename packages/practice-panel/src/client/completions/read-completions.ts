import { decodeJson, parseJson } from '@agent-factory/protocol';
import {
  EVENT_ROUTES,
  type EventType,
  type PracticeEvent,
  practiceEventSchema,
  type StreamOpened,
  streamOpenedSchema,
} from '@agent-factory/protocol/events';
import { readText } from '../server/ndjson.js';
import { type RestOutcome, unexpected } from '../server/outcome.js';
import type { Rest } from '../server/rest.js';
import { ServerSentParser } from '../streams/server-sent.js';
import type { Completion } from './outbox.js';

const ACCEPT = 'text/event-stream';
/** Completions are few; an answer that takes longer, in milliseconds, is not coming. */
const TIMEOUT_MS = 30_000;
const TYPE = 'exercise_completed' satisfies EventType;

/** Completions of the daemon's log, and the place up to which they were read. */
export interface ReadCompletions {
  readonly completions: readonly Completion[];
  readonly cursor: string | undefined;
}

/**
 * Reads the completions after a place in the daemon's log. Where that place is not in it any more, or the log is
 * another, all that it keeps.
 */
export async function readCompletions(rest: Rest, after: string | undefined): Promise<RestOutcome<ReadCompletions>> {
  const read = await readAfter(rest, after ?? 'start');
  if (!read.ok || !read.value.gap || after === undefined) return read;
  return readAfter(rest, 'start');
}

async function readAfter(rest: Rest, after: string): Promise<RestOutcome<ReadCompletions & { readonly gap: boolean }>> {
  const query = new URLSearchParams({ after, type: TYPE, follow: 'no' });
  const path = `${EVENT_ROUTES.events.path}?${query}`;
  const response = await rest.stream(
    { route: { ...EVENT_ROUTES.events, path }, signal: AbortSignal.timeout(TIMEOUT_MS) },
    ACCEPT,
  );
  if (!response.ok) return response;
  if (response.value.body === null) return unexpected('The answer with the completions was empty.');
  const parser = new ServerSentParser();
  const messages: string[] = [];
  try {
    for await (const text of readText(response.value.body)) {
      for (const sent of parser.push(text)) if (sent.kind === 'message') messages.push(sent.data);
    }
  } catch {
    return unexpected('The answer with the completions was cut off.');
  }
  return { ok: true, value: gathered(messages) };
}

function gathered(messages: readonly string[]): ReadCompletions & { readonly gap: boolean } {
  const [first = '', ...events] = messages;
  const opened = decodeJson<StreamOpened>(streamOpenedSchema, first);
  if (!opened.ok) return { completions: [], cursor: undefined, gap: false };
  const known = events.flatMap((text) => completionIn(text));
  const log = opened.value.cursor.split('-')[0];
  const last = events.map(idOf).findLast((id) => id !== undefined);
  const cursor = last === undefined ? opened.value.cursor : `${log}-${last}`;
  return { completions: known, cursor, gap: opened.value.gap };
}

function completionIn(text: string): Completion[] {
  const outcome = decodeJson<PracticeEvent>(practiceEventSchema, text);
  if (!outcome.ok || outcome.value.type !== TYPE || outcome.value.exerciseId === undefined) return [];
  const { exerciseId, at, data } = outcome.value;
  return [{ eventId: data.completionId, exerciseId, xp: data.xp, completedAt: at }];
}

/** Also of an event that this version cannot read: it will not be able to read it next time either. */
function idOf(text: string): number | undefined {
  const json = parseJson(text);
  const id = json.ok && typeof json.value === 'object' && json.value !== null && (json.value as { id?: unknown }).id;
  return typeof id === 'number' ? id : undefined;
}
