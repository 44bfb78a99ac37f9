import { shortened } from '@agent-factory/protocol';
import { linesOf } from '../text/lines.js';

/** Longest title that is made of a first message, in characters. */
const MAX_TITLE = 80;

/** The title of a conversation that begins with this message. */
export function titleOf(message: string): string {
  const [line = ''] = linesOf(message.trim());
  return shortened(line, MAX_TITLE);
}
