import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Unsuitable } from '../refusals.js';
import { isBinaryContent } from './binary.js';

/** `crlf` if every line ends so; `mixed` also where a carriage return stands alone. */
export type LineEnding = 'lf' | 'crlf' | 'mixed';

/** What a file is written in. */
export interface TextForm {
  readonly lineEnding: LineEnding;
  /** It begins with a byte order mark, which is no part of its content. */
  readonly hasBom: boolean;
}

export interface Text extends TextForm {
  readonly content: string;
}

const BOM = '\ufeff';
const UTF8_BOM = Buffer.from(BOM);
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
/** Hexadecimal digits of a SHA-256 that name a content: 128 bits, far more than chance can repeat. */
const VERSION_DIGITS = 32;

/** Names these bytes, whoever wrote them, and whenever. */
export function versionOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, VERSION_DIGITS);
}

/** The text of a file, or why it is none. */
export function decodeText(bytes: Buffer): Text | Unsuitable {
  if (UTF16_BOMS.some((mark) => bytes.subarray(0, 2).equals(mark))) return 'not_utf8';
  if (isBinaryContent(bytes)) return 'binary';
  if (!isUtf8(bytes)) return 'not_utf8';
  const hasBom = startsWithBom(bytes);
  const content = bytes.toString('utf8', hasBom ? UTF8_BOM.length : 0);
  return { content, hasBom, lineEnding: lineEndingOf(content) };
}

/**
 * The bytes of a text in the form of the file that it replaces: with its byte order mark, and with its line ends if
 * the text has none of its own, as from an editor that knows only one kind.
 */
export function encodeText(content: string, form: TextForm | undefined): Buffer {
  const bare = content.startsWith(BOM) ? content.slice(BOM.length) : content;
  const hasBom = form?.hasBom ?? bare !== content;
  return Buffer.from(`${hasBom ? BOM : ''}${withLineEnding(bare, form?.lineEnding)}`);
}

/** What an existing file, of whatever kind, is written in. */
export function formOf(bytes: Buffer): TextForm {
  return { hasBom: startsWithBom(bytes), lineEnding: lineEndingOf(bytes.toString('latin1')) };
}

/** The text as a file with this line ending has it. */
export function withLineEnding(content: string, lineEnding: LineEnding | undefined): string {
  return lineEnding === 'crlf' && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content;
}

/** As an editor counts: there is always one, and one after the last line end. */
export function lineCountOf(content: string): number {
  let count = 1;
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) count += 1;
  for (let at = content.indexOf('\r'); at !== -1; at = content.indexOf('\r', at + 1)) {
    if (content[at + 1] !== '\n') count += 1;
  }
  return count;
}

function startsWithBom(bytes: Buffer): boolean {
  return bytes.subarray(0, UTF8_BOM.length).equals(UTF8_BOM);
}

function lineEndingOf(content: string): LineEnding {
  if (!content.includes('\r')) return 'lf';
  const pairs = content.split('\r\n');
  return pairs.some((line) => line.includes('\r') || line.includes('\n')) ? 'mixed' : 'crlf';
}
