import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Criterion, MAX_EXERCISE_FILE_BYTES, type VerificationResult } from '@agent-factory/protocol';
import { realInside } from '../confine.js';
import { ifThere, systemCode } from '../file-system.js';
import { criterionName, type ExpectedFile } from './criterion-name.js';
import type { CheckOptions } from './options.js';
import { judged } from './result.js';

/** A message is to be read: three missing texts of a line each are enough to go on. */
const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 120;

/** The check without a script: each file has to be there and to contain what it should. */
export async function checkByFiles(
  files: readonly ExpectedFile[],
  { workspace, onCriterion }: CheckOptions,
): Promise<VerificationResult> {
  const started = performance.now();
  const root = await realpath(workspace);
  const criteria: Criterion[] = [];
  for (const file of files) {
    const criterion = await judgeFile(file, root);
    criteria.push(criterion);
    onCriterion?.(criterion);
  }
  return judged({ criteria, durationMs: performance.now() - started });
}

async function judgeFile(file: ExpectedFile, root: string): Promise<Criterion> {
  const name = criterionName(file);
  const message = await whatIsMissing(file, root);
  if (message === undefined) return { name, passed: true, status: 'passed' };
  return { name, passed: false, status: 'failed', message, ...(file.hint !== undefined && { hint: file.hint }) };
}

/** What was expected and what was found, or undefined where they are the same. */
async function whatIsMissing({ path, contains }: ExpectedFile, root: string): Promise<string | undefined> {
  const absolute = join(root, path);
  if ((await ifThere(lstat(absolute))) === undefined) return `A file ${path} was expected; there is none yet.`;
  const real = await realInside(absolute, root);
  const found = real && (await ifThere(stat(real)));
  if (!found) return `A file ${path} was expected; what is there leads out of the workspace or nowhere.`;
  if (!found.isFile()) return `A file ${path} was expected; what is there is no regular file.`;
  if (contains.length === 0) return undefined;
  if (found.size > MAX_EXERCISE_FILE_BYTES) {
    return `${path} has ${found.size} bytes; at most ${MAX_EXERCISE_FILE_BYTES} can be checked.`;
  }
  return whatTextLacks(path, contains, await textOf(real));
}

function whatTextLacks(path: string, contains: readonly string[], text: string | undefined): string | undefined {
  if (text === undefined) return `${path} is there, but cannot be read. Check its permissions.`;
  const missing = contains.filter((part) => !text.includes(unixLines(part)));
  if (missing.length === 0) return undefined;
  const rest = missing.length > MAX_QUOTED ? ` and ${missing.length - MAX_QUOTED} more` : '';
  return `${path} should contain ${missing.slice(0, MAX_QUOTED).map(quoted).join(', ')}${rest}; it does not yet.`;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return unixLines(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** An editor on Windows may have saved the file. */
function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function quoted(text: string): string {
  const line = text.replaceAll('\n', ' ⏎ ');
  return `\`${line.length > MAX_QUOTED_LENGTH ? `${line.slice(0, MAX_QUOTED_LENGTH)}…` : line}\``;
}
