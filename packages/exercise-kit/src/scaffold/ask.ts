import { createInterface } from 'node:readline/promises';
import { KitError } from '../kit-error.js';
import { type Answers, answersSchema, FIELDS, type PartialAnswers, problemWith, QUESTIONS } from './answers.js';

/** Somebody who can be asked, or the streams of a program where nobody is. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Completes the answers: what no flag says is asked. Throws KitError for a wrong flag, and where
 * nobody is there to ask.
 */
export async function completeAnswers(given: PartialAnswers, terminal: Terminal): Promise<Answers> {
  const wrong = FIELDS.flatMap((field) => wrongFlag(field, given[field]));
  if (wrong.length > 0) throw new KitError(wrong.join('\n'));
  const missing = FIELDS.filter((field) => given[field] === undefined);
  if (missing.length > 0 && !terminal.input.isTTY) throw new KitError(nobodyThere(missing));
  return answersSchema.parse({ ...given, ...(missing.length > 0 ? await ask(missing, terminal) : {}) });
}

function wrongFlag(field: keyof Answers, text: string | undefined): string[] {
  const problem = text === undefined ? undefined : problemWith(field, text);
  return problem === undefined ? [] : [`${flagOf(field)}: found "${text}"; ${problem}`];
}

function nobodyThere(missing: readonly (keyof Answers)[]): string {
  return `There is no terminal to ask in, so these are needed too: ${missing.map(flagOf).join(' ')}`;
}

function flagOf(field: keyof Answers): string {
  return field === 'id' ? '<id>' : `--${field}`;
}

async function ask(fields: readonly (keyof Answers)[], { input, output }: Terminal): Promise<PartialAnswers> {
  const terminal = createInterface({ input, output });
  const ended = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new KitError('Stopped before all was answered; nothing was made.')));
  });
  ended.catch(() => {});
  try {
    const answers: PartialAnswers = {};
    for (const field of fields) answers[field] = await Promise.race([askOne(field, terminal, output), ended]);
    return answers;
  } finally {
    terminal.close();
  }
}

/** Asks until the answer is good. */
async function askOne(
  field: keyof Answers,
  terminal: ReturnType<typeof createInterface>,
  output: NodeJS.WritableStream,
): Promise<string> {
  const { question, usual } = QUESTIONS[field];
  for (;;) {
    const text = (await terminal.question(`${question}${usual === undefined ? '' : ` [${usual}]`}: `)).trim();
    const answer = text === '' ? (usual ?? '') : text;
    const problem = problemWith(field, answer);
    if (problem === undefined) return answer;
    output.write(`  ${problem}\n`);
  }
}
