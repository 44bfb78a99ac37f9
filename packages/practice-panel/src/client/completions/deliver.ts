import { parseJson } from '@agent-factory/protocol';
import type { GamificationOptions } from '../options.js';
import { currentOf } from './asked-for.js';
import type { Answer, WaitingCompletion } from './outbox.js';
import { MAX_WHY_LENGTH } from './outbox-format.js';

/** An endpoint that takes longer, in milliseconds, is asked again later. */
const TIMEOUT_MS = 30_000;
/** No answer of an endpoint is longer, in bytes; a page of a portal that is in the way may be. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** What an endpoint says that has understood the completion and does not want it. */
const REFUSALS: readonly number[] = [400, 409, 422];

const LATER: Answer = { kind: 'later', answered: true };

/** Tells the endpoint of one completion, once. Never throws. */
export async function deliver(options: GamificationOptions, item: WaitingCompletion): Promise<Answer> {
  try {
    const response = await post(options, item);
    return await judge(response);
  } catch {
    return { kind: 'later', answered: false }; // no network, no endpoint, or an answer that was cut off
  }
}

async function post({ url, headers = {} }: GamificationOptions, item: WaitingCompletion): Promise<Response> {
  const { exerciseId, xp, userId, eventId, completedAt } = item;
  const body = { type: 'exercise_completed', exerciseId, xp, ...(userId && { userId }), eventId, completedAt };
  return fetch(url, {
    method: 'POST',
    headers: {
      ...(await currentOf(headers)),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Idempotency-Key': eventId,
    },
    body: JSON.stringify(body),
    // A redirect would turn into a GET of some page, such as one to sign in, and say nothing of the completion.
    redirect: 'manual',
    cache: 'no-store',
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

async function judge(response: Response): Promise<Answer> {
  const text = await readShort(response);
  if (text === undefined) return LATER;
  const json = parseJson(text);
  if (response.ok) return text.trim() === '' || json.ok ? { kind: 'taken' } : LATER;
  if (REFUSALS.includes(response.status) && json.ok) return { kind: 'refused', why: reasonIn(json.value, response) };
  return LATER;
}

/** The whole answer; undefined if it is too long to be one. */
async function readShort(response: Response): Promise<string | undefined> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** What the endpoint says in the usual places, or else its status. */
function reasonIn(value: unknown, { status }: Response): string {
  const facts = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const said = [facts.message, facts.detail, facts.error, facts.title].find((part) => typeof part === 'string');
  return (typeof said === 'string' && said !== '' ? said : `status ${status}`).slice(0, MAX_WHY_LENGTH);
}
