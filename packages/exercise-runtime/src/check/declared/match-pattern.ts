import { beside } from './beside.js';

// `replaceAll` takes five times as long where there are a million line ends.
const MATCHER = `const text = data.text.split('\\r\\n').join('\\n');
post(new RegExp(data.pattern, 'mu').test(text));`;

/**
 * Whether a text, with Unix line ends, matches a pattern with the flags `mu`; undefined if that
 * takes too long: a pattern may backtrack for ever.
 */
export function matchesPattern(pattern: string, text: string, signal?: AbortSignal): Promise<boolean | undefined> {
  return beside<boolean>(MATCHER, { pattern, text }, signal);
}
