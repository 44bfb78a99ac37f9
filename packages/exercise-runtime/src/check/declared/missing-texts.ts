import { missingTexts } from './find-texts.js';
import { type Difference, failed, PASSED, type Verdict } from './verdict.js';
import { unixLines } from './workspace-file.js';

/** A message should be short: three missing texts of a line each are enough to go on with. */
const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 120;
/** A text up to this length is shown in full; of a longer one, the end, where the latest output is. */
const MAX_EXCERPT_LENGTH = 600;

/** A text that has to contain every part. */
export interface Wanted {
  /** Begins the message: "agent.py should contain". */
  what: string;
  /** The file or the program that the text comes from. */
  where: string;
  parts: readonly string[];
  text: string;
}

/** Judges whether a text contains every part. */
export async function judgeParts({ what, where, parts, text }: Wanted, signal?: AbortSignal): Promise<Verdict> {
  const missing = await missingTexts(parts, text, signal);
  if (missing === undefined)
    return { kind: 'unjudged', code: 'check_timeout', detail: `${where} is too large to read` };
  if (missing.length === 0) return PASSED;
  const rest = missing.length > MAX_QUOTED ? ` and ${missing.length - MAX_QUOTED} more` : '';
  const message = `${what} ${missing.slice(0, MAX_QUOTED).map(quoted).join(', ')}${rest}; it does not yet.`;
  return failed({ message, expected: missing.join('\n'), found: excerpt(text), where } satisfies Difference);
}

/** As much of a text as fits beside what was expected, with Unix line ends. */
export function excerpt(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed === '') return '(empty)';
  // Each line end may be two characters, so twice the length is enough.
  const end = unixLines(trimmed.slice(-2 * MAX_EXCERPT_LENGTH));
  const isWhole = trimmed.length <= 2 * MAX_EXCERPT_LENGTH && end.length <= MAX_EXCERPT_LENGTH;
  return isWhole ? end : `…${end.slice(-MAX_EXCERPT_LENGTH)}`;
}

function quoted(text: string): string {
  const line = text.replaceAll('\n', ' ⏎ ');
  return `\`${line.length > MAX_QUOTED_LENGTH ? `${line.slice(0, MAX_QUOTED_LENGTH)}…` : line}\``;
}
