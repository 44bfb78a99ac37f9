import { createInterface } from 'node:readline/promises';
import { KitError } from '../kit-error.js';

/** A terminal at which somebody can be asked, or plain streams if nobody is there. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks a question. Resolves to what was typed. */
export type Question = (text: string) => Promise<string>;

/** Lets `work` ask questions at the terminal. Throws KitError with this message if the input ends too early. */
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
