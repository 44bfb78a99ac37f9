import type { Position } from '@agent-factory/protocol/coach';
import type { LineEnding } from '../files/text/text.js';
import type { Pieces } from './pieces.js';

/** Where the cursor is in a file that was just opened. */
export const START: Position = { line: 1, column: 1 };

/** A file's text as it is in the editor, saved or not (spec FR-027). */
export interface BufferEntry {
  readonly content: string;
  readonly cursorPosition: Position;
  /** It is not what was last read from, or written to, the disk. */
  readonly dirty: boolean;
  /** ISO 8601. */
  readonly lastUpdated: string;
  /** The version of the file from which it was made: a save passes it on. Undefined where none was read. */
  readonly baseVersion: string | undefined;
}

/** The text on the disk from which a buffer was made. */
export interface Base {
  readonly content: string;
  readonly version: string;
  readonly lineEnding: LineEnding;
  /** The content with line feeds alone, for editors that know only these; the content itself if it has no others. */
  readonly plain: string;
}

export function baseOf(file: { content: string; version: string; lineEnding: LineEnding }): Base {
  const { content, version, lineEnding } = file;
  const plain = lineEnding === 'crlf' ? content.replaceAll('\r\n', '\n') : content;
  return { content, version, lineEnding, plain };
}

/** Whether saving this text would change the file. */
export function isDirty(content: string, base: Base | undefined): boolean {
  return base === undefined || (content !== base.content && content !== base.plain);
}

/** A buffer, and what it was made from. */
export interface Kept {
  readonly entry: BufferEntry;
  readonly base: Base | undefined;
  /** The number of the last update, where the sender counts them. */
  readonly sequence: number | undefined;
  /** The entry's content in pieces. */
  readonly pieces: Pieces;
}

/** What a buffer takes of the memory for all, in UTF-16 units: counting bytes takes longer than changing the text. */
export function weightOf({ entry, base }: Kept): number {
  const { length } = entry.content;
  return length + (base === undefined || base.content === entry.content ? 0 : base.content.length);
}
