import { createInterface } from 'node:readline/promises';
import { KitError } from '../kit-error.js';

/** Somebody who can be asked, or the streams of a program where nobody is. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Puts a question. Resolves to what was typed. */
export type Question = (text: string) => Promise<string>;

/** Lets the work ask at the terminal. Throws KitError with these words when who is asked goes before the end. */
export async function asking<Result>(
  { input, output }: Terminal,
  gone: string,
  work: (question: Question) => Promise<Result>,
): Promise<Result> {
  const terminal = createInterface({ input, output });
  const ended = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new KitError(gone)));
  });
  ended.catch(() => {});
  try {
    return await work((text) => Promise.race([terminal.question(text), ended]));
  } finally {
    terminal.close();
  }
}
