import { beginning, linesOf } from '../text/lines.js';

/** Longest title that is made of a first message, in characters. */
const MAX_TITLE = 80;

/** The title of a conversation that begins with this message. */
export function titleOf(message: string): string {
  const [line = ''] = linesOf(message.trim());
  return line.length > MAX_TITLE ? `${beginning(line, MAX_TITLE - 1)}…` : line;
}
