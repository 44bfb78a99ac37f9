import * as z from 'zod';
import type { GapClaim } from '../contract/agents.js';
import { readGapClaim } from './gap-claim.js';
import { parse, repair } from './json-objects.js';
import { UNRESOLVABLE } from './mentor-prompt.js';

export interface SplitNotes {
  /** What the student gets. A block for the author that cannot be read is not in it either. */
  readonly notes: string;
  readonly gap?: GapClaim;
  readonly unresolvable: boolean;
}

/** Openings of blocks that are tried, the last ones: the block for the author stands at the end. */
const MAX_OPENINGS = 20;
/**
 * Characters of a block that is repaired: a claim has 14,200 at most (`CLAIM_CHARS`). The time grows with their square
 * in hostile texts, to a fifth of a second for these.
 */
const MAX_REPAIRED = 20_000;
const OPENING = /^[ \t]*(`{3,}|~{3,})[ \t]*(gap|json)\b.*$/gim;
/** The word as the prompt asks for it, alone or before a reason: a sentence may well begin with it. */
const LAST_LINE = new RegExp(`^[\\s*_\`>#-]*${UNRESOLVABLE}[\\s*_\`]*(?:[.!:–—-][\\s*_\`]*(.*))?$`);
const flagSchema = z.object({ unresolvable: z.literal(true) });

/** The notes of a mentor's answer, and apart from them what it tells the author. */
export function splitNotes(text: string): SplitNotes {
  const parts = withoutBlock(text);
  const gap = readGapClaim(parts.value);
  const last = withoutLastLine(parts.notes);
  const isFlagged = flagSchema.safeParse(parts.value).success;
  return {
    notes: last.notes,
    ...(gap && { gap }),
    unresolvable: last.unresolvable || isFlagged,
  };
}

/** `value` is what the block for the author is as JSON. */
function withoutBlock(text: string): { notes: string; value?: unknown } {
  for (const opening of [...text.matchAll(OPENING)].slice(-MAX_OPENINGS)) {
    const start = opening.index + opening[0].length;
    const { block, end } = blockFrom(text, start, opening[1] ?? '```');
    if (opening[2]?.toLowerCase() === 'json' && !/["']?quote["']?\s*:/.test(block)) continue;
    const value = parse(block) ?? repairedObject(block);
    // What follows a block that cannot be read may be more of it: the prompt asks for nothing after it.
    const after = value === undefined ? '' : text.slice(end);
    return { notes: `${text.slice(0, opening.index).trimEnd()}\n${after}`.trim(), value };
  }
  return { notes: text.trim() };
}

interface Block {
  readonly block: string;
  readonly end: number;
}

/** To the first closing fence below the end of an object; a suggested text may have fences of its own. */
function blockFrom(text: string, start: number, fence: string): Block {
  const closing = new RegExp(`^[ \\t]*${fence[0] ?? '`'}{${fence.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = start;
  let first: Block | undefined;
  for (const { index, 0: line } of text.matchAll(closing)) {
    const closed = { block: text.slice(start, index), end: index + line.length };
    if (closed.block.trimEnd().endsWith('}')) return closed;
    first ??= closed;
  }
  return first ?? { block: text.slice(start), end: text.length };
}

/** Almost any text can be made a string or a list, which is no block that was meant. */
function repairedObject(block: string): unknown {
  const value = block.length > MAX_REPAIRED ? undefined : repair(block);
  return typeof value === 'object' && !Array.isArray(value) ? (value ?? undefined) : undefined;
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
