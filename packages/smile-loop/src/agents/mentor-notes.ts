import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';
import type { GapClaim } from '../contract/agents.js';
import { readGapClaim } from './gap-claim.js';
import { UNRESOLVABLE } from './mentor-prompt.js';

export interface SplitNotes {
  /** What the student gets. A block for the author that cannot be read is not in it either. */
  readonly notes: string;
  readonly gap?: GapClaim;
  readonly unresolvable: boolean;
}

const OPENING = /^[ \t]*(`{3,}|~{3,})[ \t]*(gap|json)\b.*$/gim;
/** The word as the prompt asks for it, alone or before a reason: a sentence may well begin with it. */
const LAST_LINE = new RegExp(`^[\\s*_\`>#-]*${UNRESOLVABLE}[\\s*_\`]*(?:[.!:–—-][\\s*_\`]*(.*))?$`);
const flagSchema = z.object({ unresolvable: z.literal(true) });

/** The notes of a mentor's answer, and apart from them what it tells the author. */
export function splitNotes(text: string): SplitNotes {
  const parts = withoutBlock(text);
  const value = parts.block === undefined ? undefined : readObject(parts.block);
  const gap = readGapClaim(value);
  const last = withoutLastLine(parts.notes);
  const isFlagged = flagSchema.safeParse(value).success;
  return {
    notes: last.notes,
    ...(gap && { gap }),
    unresolvable: last.unresolvable || isFlagged,
  };
}

function withoutBlock(text: string): { notes: string; block?: string } {
  for (const opening of text.matchAll(OPENING)) {
    const start = opening.index + opening[0].length;
    const { block, end } = blockFrom(text, start, opening[1] ?? '```');
    if (opening[2]?.toLowerCase() === 'json' && !/["']?quote["']?\s*:/.test(block)) continue;
    // What follows a block that cannot be read may be more of it: the prompt asks for nothing after it.
    const after = readObject(block) === undefined ? '' : text.slice(end);
    return { notes: `${text.slice(0, opening.index).trimEnd()}\n${after}`.trim(), block };
  }
  return { notes: text.trim() };
}

/** To the first closing fence below the end of an object; a suggested text may have fences of its own. */
function blockFrom(text: string, start: number, fence: string): { block: string; end: number } {
  const closing = new RegExp(`^[ \\t]*${fence[0] ?? '`'}{${fence.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = start;
  const ends = [...text.matchAll(closing)].filter(({ index }) => index >= start);
  const blocks = ends.map(({ index, 0: line }) => ({ block: text.slice(start, index), end: index + line.length }));
  const whole = { block: text.slice(start), end: text.length };
  return blocks.find(({ block }) => block.trimEnd().endsWith('}')) ?? blocks[0] ?? whole;
}

function readObject(block: string): unknown {
  const value = parsed(block);
  if (value !== undefined) return value;
  try {
    const repaired: unknown = JSON.parse(jsonrepair(block));
    return typeof repaired === 'object' && repaired !== null && !Array.isArray(repaired) ? repaired : undefined;
  } catch {
    // It is no JSON, and nothing that could be made of it.
    return undefined;
  }
}

function parsed(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch {
    // Told by the value.
    return undefined;
  }
}

function withoutLastLine(notes: string): { notes: string; unresolvable: boolean } {
  const lines = notes.split('\n');
  const said = LAST_LINE.exec(lines.at(-1) ?? '');
  if (said === null) return { notes, unresolvable: false };
  const kept = [...lines.slice(0, -1), said[1] ?? ''].join('\n').trim();
  return {
    notes: kept === '' ? 'The mentor has found no way on: the blocker appears unresolvable.' : kept,
    unresolvable: true,
  };
}
