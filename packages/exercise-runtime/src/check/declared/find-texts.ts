import { beside, SHORT_TEXT_LENGTH } from './beside.js';
import { unixLines } from './workspace-file.js';

const FINDER = `const text = unixLines(data.text);
post(data.parts.filter((part) => !text.includes(part)));`;

/** The parts that a text lacks, both with Unix line ends; undefined if that cannot be found out in time. */
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
