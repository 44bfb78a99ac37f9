import { missingTexts } from './find-texts.js';
import { type Difference, failed, PASSED, type Verdict } from './verdict.js';
import { unixLines } from './workspace-file.js';

/** A message is to be read: three missing texts of a line each are enough to go on. */
const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 120;
/** A text up to this length is shown as it is; of a longer one its end, where the latest is. */
const MAX_EXCERPT_LENGTH = 600;

/** A text that has to have every part. */
export interface Wanted {
  /** What should have them: "agent.py should contain". */
  what: string;
  /** The file or the program that the text comes from. */
  where: string;
  parts: readonly string[];
  text: string;
}

/** Whether a text has every part. */
export async function judgeParts({ what, where, parts, text }: Wanted, signal?: AbortSignal): Promise<Verdict> {
  const missing = await missingTexts(parts, text, signal);
  if (missing === undefined)
    return { kind: 'unjudged', code: 'check_timeout', detail: `${where} is too large to read` };
  if (missing.length === 0) return PASSED;
  const rest = missing.length > MAX_QUOTED ? ` and ${missing.length - MAX_QUOTED} more` : '';
  const message = `${what} ${missing.slice(0, MAX_QUOTED).map(quoted).join(', ')}${rest}; it does not yet.`;
  return failed({ message, expected: missing.join('\n'), found: excerpt(text), where } satisfies Difference);
}

/** As much of a text as can be shown beside what was expected, with the line ends of Unix. */
export function excerpt(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed === '') return '(empty)';
  // Each line end may be two characters: no more than this can be left.
  const end = unixLines(trimmed.slice(-2 * MAX_EXCERPT_LENGTH));
  const isWhole = trimmed.length <= 2 * MAX_EXCERPT_LENGTH && end.length <= MAX_EXCERPT_LENGTH;
  return isWhole ? end : `…${end.slice(-MAX_EXCERPT_LENGTH)}`;
}

function quoted(text: string): string {
  const line = text.replaceAll('\n', ' ⏎ ');
  return `\`${line.length > MAX_QUOTED_LENGTH ? `${line.slice(0, MAX_QUOTED_LENGTH)}…` : line}\``;
}
