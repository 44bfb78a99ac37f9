import { request } from 'node:http';

/** Longer than whatever the daemon itself waits for: a request that has no answer by then has none at all. */
export const ANSWER_WITHIN_MS = 20_000;

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
  readonly timeoutMs?: number;
  /** Of the page that asks; left out, as a program of the student's would. */
  readonly origin?: string;
  readonly accept?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Why there was no answer. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** There was no answer in time. */
class NoAnswer extends Error {}

/**
 * Asks over its own connection, which is closed after the answer: one that is kept would look like
 * a leaked descriptor. Rejects with `NoAnswer` when the time is over, and if the connection fails.
 */
export function ask(url: string, asked: Asked = {}): Promise<Answered> {
  const { method = asked.body === undefined ? 'GET' : 'POST', body, timeoutMs = ANSWER_WITHIN_MS } = asked;
  const headers = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(asked.origin !== undefined && { origin: asked.origin }),
    ...(asked.accept !== undefined && { accept: asked.accept }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    const fail = (error: Error) => {
      clearTimeout(timer);
      sent.destroy();
      reject(error);
    };
    const late = new NoAnswer(`${method} ${new URL(url).pathname} had no answer after ${timeoutMs} ms`);
    const timer = setTimeout(() => fail(late), timeoutMs);
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
