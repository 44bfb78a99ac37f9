/**
 * A call that is given up when its time is up, also where an answer breaks off in the middle: the engine's client does
 * not tell of that. Rejects with an error without a status then, as for an engine that is gone.
 */
export async function limited<T>(limitMs: number, call: (abortSignal: AbortSignal) => Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${limitMs} ms`));
      giveUp.abort();
    }, limitMs);
  });
  const answer = call(giveUp.signal);
  // Once it was given up, its end is of no interest.
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
