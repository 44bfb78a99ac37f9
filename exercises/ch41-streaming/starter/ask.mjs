// Asks a model's server, and follows its answer.
import { Answer } from './answer.mjs';
import { readEvents } from './sse.mjs';

/**
 * Asks a question, and follows the answer as it arrives. Resolves to
 * { reason, text, calls }.
 *
 * The question is sent as JSON, {"question": "..."}, with POST and
 * "content-type: application/json". The answer comes as server-sent events:
 * those of Answer, and these two:
 *
 *     done    {}                          all is said. What comes after it is
 *                                         not waited for
 *     error   {"message": "overloaded"}   the server gives up
 *
 * onText   called with each new piece of text at once, not at the end
 * signal   an AbortSignal. When it is aborted, the answer is not
 *          wanted any more
 *
 * reason   "done"        the event done has come
 *          "cut"         the stream ended without it
 *          "cancelled"   the signal was aborted before it: before
 *                        asking, or in the middle
 * text     all of the text that has come
 * calls    the calls of Answer if the reason is "done". Otherwise none: half
 *          an order is no order
 *
 * Rejects with an Error where there is no answer: if the status is not ok, with
 * the status and the text of the response in its message; at the event error,
 * with that message. What fetch() and onText throw goes on to the caller.
 *
 * After the signal is aborted, onText is not called again, and the
 * connection is closed. It is closed after done as well, also if the server
 * would keep it open.
 *
 * Useful: fetch() takes a `signal`, and rejects when it is aborted; so does
 * reading the body. Leaving a `for await` loop closes what it goes through.
 * `signal.aborted`, `signal.throwIfAborted()`.
 */
export async function ask(url, question, { signal, onText = () => {} } = {}) {
  throw new Error('TODO: ask() is not written yet');
}
