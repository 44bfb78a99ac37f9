import { beside } from './beside.js';

const MATCHER = `const text = data.text.replaceAll('\\r\\n', '\\n');
post(new RegExp(data.pattern, 'mu').test(text));`;

/**
 * Whether a text, with the line ends of Unix, matches a pattern with the flags `mu`; undefined where
 * it cannot be told in time: a pattern may go back and forth for ever.
 */
export function matchesPattern(pattern: string, text: string, signal?: AbortSignal): Promise<boolean | undefined> {
  return beside<boolean>(MATCHER, { pattern, text }, signal);
}
