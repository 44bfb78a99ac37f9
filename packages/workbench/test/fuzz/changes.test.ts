import { fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { ChangeSet, Text } from '@codemirror/state';
import { expect } from 'vitest';
import { applyChanges, type Changes, composed, fits, growthBy } from '../../src/client/changes/changes.js';

const piece = fc.record({
  skip: fc.nat(6),
  drop: fc.oneof(fc.constant(0), fc.nat(8)),
  insert: fc.oneof(fc.constant(''), fc.string({ maxLength: 4 }), oddText),
});
/** Changes of any text: they are fitted to it when its length is known. */
const edits = fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 12 });

function changesFor(text: string, pieces: readonly { skip: number; drop: number; insert: string }[]): Changes {
  let at = 0;
  return pieces.map(({ skip, drop, insert }) => {
    const from = Math.min(text.length, at + skip);
    const to = Math.min(text.length, from + drop);
    at = to;
    return { from, to, insert };
  });
}

fuzz({
  parser: 'composed changes',
  says: 'many edits in one list give the text that they give one by one, and fit the text they are for',
  input: fc.tuple(fc.string({ maxLength: 60 }), edits),
  holds: ([before, list]) => {
    let text = before;
    let all: Changes = [];
    for (const pieces of list) {
      const changes = changesFor(text, pieces);
      const grown = text.length + growthBy(changes);
      text = applyChanges(text, changes);
      all = composed(all, changes);
      expect(text.length).toBe(grown);
    }
    expect(fits(all, before.length)).toBe(true);
    expect(applyChanges(before, all)).toBe(text);
  },
});

fuzz({
  parser: 'composed changes',
  says: 'they do what the editor’s own composition does',
  input: fc.tuple(fc.string({ maxLength: 60, unit: fc.constantFrom('a', 'b', '\n') }), edits),
  holds: ([before, list]) => {
    let text = before;
    let ours: Changes = [];
    let theirs = ChangeSet.empty(before.length);
    for (const pieces of list) {
      const changes = changesFor(text, pieces).map((change) => ({
        ...change,
        insert: change.insert.replace(/\r/g, ''),
      }));
      theirs = theirs.compose(ChangeSet.of([...changes], text.length, '\n'));
      text = applyChanges(text, changes);
      ours = composed(ours, changes);
    }
    expect(applyChanges(before, ours)).toBe(theirs.apply(Text.of(before.split('\n'))).toString());
  },
});
