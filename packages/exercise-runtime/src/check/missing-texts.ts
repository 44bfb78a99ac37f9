import { type Difference, failed, PASSED, type Verdict } from './verdict.js';
import { unixLines } from './workspace-file.js';

/** A message is to be read: three missing texts of a line each are enough to go on. */
const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 120;
/** A text up to this length is shown as it is; of a longer one its end, where the latest is. */
const MAX_EXCERPT_LENGTH = 600;

/** Whether a text has every part. `what` is the file or the program it comes from. */
export function judgeParts(what: string, where: string, parts: readonly string[], text: string): Verdict {
  const missing = parts.map(unixLines).filter((part) => !text.includes(part));
  if (missing.length === 0) return PASSED;
  const rest = missing.length > MAX_QUOTED ? ` and ${missing.length - MAX_QUOTED} more` : '';
  const message = `${what} ${missing.slice(0, MAX_QUOTED).map(quoted).join(', ')}${rest}; it does not yet.`;
  return failed({ message, expected: missing.join('\n'), found: excerpt(text), where } satisfies Difference);
}

/** As much of a text as can be shown beside what was expected. */
export function excerpt(text: string): string {
  const trimmed = text.trimEnd();
  if (trimmed === '') return '(empty)';
  return trimmed.length > MAX_EXCERPT_LENGTH ? `…${trimmed.slice(-MAX_EXCERPT_LENGTH)}` : trimmed;
}

function quoted(text: string): string {
  const line = text.replaceAll('\n', ' ⏎ ');
  return `\`${line.length > MAX_QUOTED_LENGTH ? `${line.slice(0, MAX_QUOTED_LENGTH)}…` : line}\``;
}
