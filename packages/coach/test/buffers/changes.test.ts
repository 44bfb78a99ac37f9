import { fc } from '@agent-factory/fuzzing';
import type { TextChange } from '@agent-factory/protocol/coach';
import { expect, test } from 'vitest';
import { changed } from '../../src/buffers/changes.js';
import { type Pieces, piecesOf, textOf } from '../../src/buffers/pieces.js';

/** Longer than a piece, so that changes are in one, at its edge, and across several. */
const TEXT = Array.from({ length: 12_000 }, (_, at) => `line ${at}\n`).join('');

/** Sorted and apart, from numbers that may be any. */
function changesIn(length: number, places: readonly number[], inserts: readonly string[]): TextChange[] {
  const sorted = places.map((place) => place % (length + 1)).sort((a, b) => a - b);
  return inserts.flatMap((insert, at) => {
    const [from, to] = [sorted[at * 2], sorted[at * 2 + 1]];
    return from === undefined || to === undefined ? [] : [{ from, to, insert }];
  });
}

function naively(text: string, changes: readonly TextChange[]): string {
  return changes.reduceRight((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

const insert = fc.oneof(fc.constant(''), fc.string({ maxLength: 5 }), fc.constant('long '.repeat(20_000)));
const update = fc.record({
  places: fc.array(fc.nat(), { minLength: 2, maxLength: 60 }),
  inserts: fc.array(insert, { minLength: 1, maxLength: 30 }),
});

test('whatever is typed, the text in pieces is the text', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'short', TEXT), fc.array(update, { maxLength: 5 }), (start, updates) => {
      let text = start;
      let pieces: Pieces = piecesOf(start);
      for (const { places, inserts } of updates) {
        const changes = changesIn(text.length, places, inserts);
        pieces = changed('a', { entry: { content: textOf(pieces) }, pieces }, changes, { baseLength: text.length });
        text = naively(text, changes);
        expect(textOf(pieces) === text).toBe(true);
      }
    }),
    { numRuns: 150, seed: 12 },
  );
});
