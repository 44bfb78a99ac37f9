import { decodeJson, gridSizeSchema, parseJson } from '@agent-factory/protocol';
import { castHeaderSchema } from '@agent-factory/protocol/recordings';
import { readLines } from '../server/ndjson.js';
import type { GridSize } from '../terminal/terminal-connection.js';

/** Output, or a new size of the terminal. Times are milliseconds from the beginning. */
export type CastEvent =
  | { readonly atMs: number; readonly kind: 'output'; readonly text: string }
  | { readonly atMs: number; readonly kind: 'size'; readonly size: GridSize };

/** A recording as it is played. What was typed is not played: its echo is part of the output. */
export interface Cast {
  readonly size: GridSize;
  readonly events: readonly CastEvent[];
}

/** Reads an asciicast of version 3. Undefined if it is none; a broken line ends it. Rejects when the stream breaks. */
export async function readCast(stream: ReadableStream<Uint8Array>): Promise<Cast | undefined> {
  const lines = readLines(stream);
  const first = await lines.next();
  const header = first.done ? undefined : decodeJson(castHeaderSchema, first.value);
  if (header?.ok !== true) return undefined;
  const events: CastEvent[] = [];
  let atMs = 0;
  for await (const line of lines) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    if (fields === undefined) break;
    atMs += fields.intervalMs;
    const event = eventOf(atMs, fields.code, fields.data);
    if (event !== undefined) events.push(event);
  }
  return { size: sizeOf(header.value.term), events };
}

/** By hand: a schema for each of a hundred thousand lines would keep the page busy for seconds. */
function fieldsOf(line: string): { intervalMs: number; code: string; data: string } | undefined {
  const parsed = parseJson(line);
  if (!parsed.ok || !Array.isArray(parsed.value)) return undefined;
  const [interval, code, data] = parsed.value as unknown[];
  if (typeof interval !== 'number' || !(interval >= 0) || typeof code !== 'string' || typeof data !== 'string') {
    return undefined;
  }
  return { intervalMs: interval * 1000, code, data };
}

function eventOf(atMs: number, code: string, data: string): CastEvent | undefined {
  if (code === 'o') return { atMs, kind: 'output', text: data };
  const [cols, rows] = code === 'r' ? data.split('x').map(Number) : [];
  const size = gridSizeSchema.safeParse({ cols, rows });
  return size.success ? { atMs, kind: 'size', size: sizeOf(size.data) } : undefined;
}

function sizeOf({ cols, rows }: GridSize): GridSize {
  return { cols, rows };
}
