import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RecordedAnswer, recordedAnswerSchema } from './recorded-answer.js';

const FILE_NAME = /^[0-9a-f]{64}(\.\d+)?\.json$/;

/** The answers in a folder, in the order in which they were kept; none, if there is no folder. */
export async function readAnswers(folder: string): Promise<RecordedAnswer[]> {
  const names = await readdir(folder).catch(noneIfMissing);
  const read = await Promise.all(
    names.filter((name) => FILE_NAME.test(name)).map((name) => readAnswer(join(folder, name))),
  );
  return read.filter((answer) => answer !== undefined).sort((one, other) => one.seq - other.seq);
}

/** Whole or not at all: a file beside it takes its place. */
export async function keepAnswer(folder: string, answer: RecordedAnswer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = answer.nth === 1 ? answer.key : `${answer.key}.${answer.nth}`;
  const draft = join(folder, `.${name}.${randomUUID()}.draft`);
  try {
    await writeFile(draft, JSON.stringify(answer), { mode: 0o600 });
    await rename(draft, join(folder, `${name}.json`));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Undefined for a file that was not written to its end, or is none of ours. */
async function readAnswer(file: string): Promise<RecordedAnswer | undefined> {
  const text = await readFile(file, 'utf8');
  try {
    return recordedAnswerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
