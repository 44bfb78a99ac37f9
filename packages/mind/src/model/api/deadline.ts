/** No answer has come in time, or no whole one. */
export class AnswerTooLateError extends Error {}

/**
 * What `action` gives, or an AnswerTooLateError after so many milliseconds: an answer that comes byte by byte is none for
 * ever. The action's signal aborts then, and with `signal`.
 */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal,
  action: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new AnswerTooLateError(`No answer in ${ms} ms`)), ms);
  try {
    return await action(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    // What a client makes of it says less.
    if (late.signal.aborted && !signal.aborted) throw late.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
