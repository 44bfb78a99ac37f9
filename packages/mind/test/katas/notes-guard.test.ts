import { expect, test } from 'vitest';
import { NotesGuard } from '../../src/katas/notes-guard.js';

const NOTES = `- Watch for off-by-one errors at the end. They forget the last item!
1. A good solution:
for (const item of items) total += item.price;
Be kind.`;
const guard = (text: string, visible: string[] = []) => new NotesGuard(NOTES, visible).guard(text);
const LEFT_OUT = 'A part of this review told you what you are to find out yourself; it was left out.';

test('what repeats nothing of the notes stays as it is', () => {
  const text = 'Look at the end of your loop again.\n\n  And be kind.  ';
  expect(guard(text)).toEqual({ text, hasLeaked: false });
});

test('sentences that repeat one of the notes are left out, and the others stay', () => {
  const text = 'Nice names. Remember: they forget the last item! Run it with no items, too.';
  expect(guard(text)).toEqual({
    text: `Nice names. Remember: Run it with no items, too.\n\n${LEFT_OUT}`,
    hasLeaked: true,
  });
});

test.each([
  ['with other blanks', 'for(const item of items)  total+=item.price;'],
  ['in other letters', 'WATCH FOR OFF-BY-ONE ERRORS AT THE END'],
  ['marked up', '> **Watch for** _off-by-one_ errors at the `end`'],
  ['as a part of a sentence', 'My notes say "watch for off-by-one errors at the end" here'],
  ['over two lines', 'watch for off-by-one\nerrors at the end'],
  ['in a block', '```js\nfor (const item of items) total += item.price;\n```'],
])('they are found %s', (_how, text) => {
  const guarded = guard(text);
  expect(guarded.hasLeaked).toBe(true);
  expect(guarded.text).not.toMatch(/off-by-one|item\.price/i);
  expect(guarded.text).toContain(LEFT_OUT);
});

test('what the learner can see is no secret', () => {
  const line = 'for (const item of items) total += item.price;';
  expect(guard(`Your ${line} works`, [`function f() {\n    ${line}\n}`])).toMatchObject({ hasLeaked: false });
});

test('without notes there are no secrets', () => {
  expect(new NotesGuard('', []).guard('Anything at all, for what it is worth.')).toMatchObject({ hasLeaked: false });
});

test.each([' ', '.', '!', '\n', '1', '- ', '. ', '`', '(', 'a;'])(
  'a megabyte of %j is looked through in no time, wherever it is',
  (piece) => {
    const long = `${piece.repeat(1024 * 1024)}x`;
    const begun = performance.now();
    new NotesGuard(long, []).guard('Nothing of it.');
    guard('They forget the last item!', [long]);
    new NotesGuard(NOTES, []).guard(`${long} They forget the last item!`);
    // What begins anew at each character takes minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
  },
);

test('the end of a sentence may be another one, but its inside may not', () => {
  for (const end of ['', '.', '...', '?!', ' .'])
    expect(guard(`They forget the last item${end}`).hasLeaked, end).toBe(true);
  expect(guard('They forget. The last item!').hasLeaked).toBe(false);
});
