import { KitError } from '../kit-error.js';
import { asking, type Question, type Terminal } from '../output/terminal.js';
import { type Answers, answersSchema, FIELDS, type PartialAnswers, problemWith, QUESTIONS } from './answers.js';

/**
 * Completes the answers by asking for whatever no flag gives. Throws KitError for an invalid flag, or if
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

async function ask(fields: readonly (keyof Answers)[], terminal: Terminal): Promise<PartialAnswers> {
  return asking(terminal, 'Stopped before all questions were answered; nothing was made.', async (question) => {
    const answers: PartialAnswers = {};
    for (const field of fields) answers[field] = await askOne(field, question, terminal.output);
    return answers;
  });
}

/** Asks until the answer is valid. */
async function askOne(field: keyof Answers, question: Question, output: NodeJS.WritableStream): Promise<string> {
  const { question: text, usual } = QUESTIONS[field];
  for (;;) {
    const said = (await question(`${text}${usual === undefined ? '' : ` [${usual}]`}: `)).trim();
    const answer = said === '' ? (usual ?? '') : said;
    const problem = problemWith(field, answer);
    if (problem === undefined) return answer;
    output.write(`  ${problem}\n`);
  }
}
