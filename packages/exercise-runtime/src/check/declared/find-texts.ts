import { beside, SHORT_TEXT_LENGTH } from './beside.js';
import { unixLines } from './workspace-file.js';

const FINDER = `const text = data.text.replaceAll('\\r\\n', '\\n');
post(data.parts.filter((part) => !text.includes(part)));`;

/** Those of the parts that a text does not have, both with the line ends of Unix; undefined where it cannot be told in time. */
export async function missingTexts(
  parts: readonly string[],
  text: string,
  signal?: AbortSignal,
): Promise<string[] | undefined> {
  const wanted = parts.map(unixLines);
  if (text.length > SHORT_TEXT_LENGTH) return beside<string[]>(FINDER, { parts: wanted, text }, signal);
  const short = unixLines(text);
  return wanted.filter((part) => !short.includes(part));
}
