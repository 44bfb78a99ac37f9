import { beside } from './beside.js';

const MATCHER = `const text = unixLines(data.text);
post(new RegExp(data.pattern, 'mu').test(text));`;

/**
 * Whether a text, with Unix line ends, matches a pattern with the flags `mu`; undefined if that
 * takes too long: a pattern may backtrack for ever.
 */
export function matchesPattern(pattern: string, text: string, signal?: AbortSignal): Promise<boolean | undefined> {
  return beside<boolean>(MATCHER, { pattern, text }, signal);
}
