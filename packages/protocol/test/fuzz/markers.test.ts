import { fc, fuzz } from '@agent-factory/fuzzing';
import { expect } from 'vitest';
import {
  findMarkers,
  isUnfinishedMarker,
  MarkerReader,
  markdownWithBadges,
  withBadges,
} from '../../src/stages/index.js';

/** Pieces of markers, so that whole ones come about, and nearly whole ones. */
const piece = fc.constantFrom(
  ...[
    '[',
    ']',
    ':',
    '0x',
    '1',
    '999999999',
    'a',
    'F',
    ' ',
    '\n',
    '`',
    '[STAGE_COMPLETE:',
    '[DUNGEON_COMPLETE',
    'STAGE_',
  ],
  ...['[PAYMENT_CONFIRMED:', ':0xab', '[STAGE_COMPLETE:3]', '[PAYMENT_CONFIRMED:2:0xA1]', '[DUNGEON_COMPLETE]', '```'],
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** What a reader makes of a text from its beginning: the text it has read, and whether that is a whole marker. */
function read(input: string): { readonly text: string; readonly isComplete: boolean } {
  const reader = new MarkerReader();
  for (const character of input) if (!reader.take(character.charCodeAt(0))) break;
  return { text: reader.text, isComplete: reader.isComplete };
}

fuzz({
  parser: 'markers',
  says: 'are the same a character at a time and in a whole text',
  input: text,
  holds: (input) => {
    const found = new Map(findMarkers(input).map((marker) => [marker.index, marker.text]));
    for (let index = 0; index < input.length; index += 1) {
      const { text: taken, isComplete } = read(input.slice(index));
      expect(isComplete ? taken : undefined).toBe(found.get(index));
    }
  },
});

fuzz({
  parser: 'beginnings of markers',
  says: 'can be completed',
  input: text,
  holds: (input) => {
    if (!isUnfinishedMarker(input)) return;
    const ends = [']', '1]', '1:0xa]', ':0xa]', '0xa]', 'xa]', 'a]'];
    const tails = ['[STAGE_COMPLETE:1]', '[DUNGEON_COMPLETE]', '[PAYMENT_CONFIRMED:1:0xa]'].flatMap((marker) =>
      [...marker].map((_, from) => marker.slice(from)),
    );
    expect([...ends, ...tails].some((end) => findMarkers(input + end)[0]?.text === input + end)).toBe(true);
  },
});

fuzz({
  parser: 'badges',
  says: 'leave no marker, and nothing else changes',
  input: text,
  holds: (input) => {
    const drawn = withBadges(input, () => 'complete');
    expect(findMarkers(drawn)).toEqual([]);
    const others = input.split(
      /\[STAGE_COMPLETE:\d{1,9}\]|\[DUNGEON_COMPLETE\]|\[PAYMENT_CONFIRMED:\d{1,9}:0x\w{1,64}\]/,
    );
    expect(drawn.split(/Stage \d+ ✓|All stages ✓|Stage \d+ unlocked/)).toEqual(others);
    expect(markdownWithBadges(input, () => 'complete').length).toBeLessThanOrEqual(input.length);
  },
});
