import type { NamedCheck } from '../criteria.js';
import { matchesPattern } from './match-pattern.js';
import { excerpt, judgeParts } from './missing-texts.js';
import { failed, PASSED, type Verdict } from './verdict.js';
import { findFile, readFileText } from './workspace-file.js';

type FileCheck = Extract<NamedCheck, { type: 'file_exists' | 'file_contains' | 'file_matches' }>;

/** Judges a file in the workspace. `root` is the workspace's real path. */
export async function judgeFile(check: FileCheck, root: string, signal?: AbortSignal): Promise<Verdict> {
  const { path } = check;
  if (check.type === 'file_exists') {
    const file = await findFile(path, root);
    return file.ok ? PASSED : failed(file.difference);
  }
  const text = await readFileText(path, root);
  if (!text.ok) return failed(text.difference);
  if (check.type === 'file_contains') {
    const what = `${path} should contain`;
    return judgeParts({ what, where: path, parts: check.contains, text: text.value }, signal);
  }
  return judgePattern(check, text.value, signal);
}

async function judgePattern(
  { name, path, pattern }: Extract<FileCheck, { type: 'file_matches' }>,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  const matches = await matchesPattern(pattern, text, signal);
  if (matches === undefined) {
    return { kind: 'unjudged', code: 'check_timeout', detail: `the pattern of "${name}" takes too long` };
  }
  if (matches) return PASSED;
  const message = `${path} is there, but nothing in it looks as it should.`;
  return failed({ message, expected: `something that matches /${pattern}/`, found: excerpt(text), where: path });
}
