// The checks of this exercise: each gets the student's module, and throws Failed if it falls short.
import { expect, expectEqual, place, pretty, required, show } from './check_expect.mjs';

const FILE = 'shorten.mjs';

export async function keepsATextThatFits(module) {
  const hint = 'Is there anything to do for a text that fits? What if it fits exactly?';
  for (const [text, longest] of [
    ['tea', 10],
    ['a cup of tea', 12],
    ['', 5],
  ])
    await shortened(module, text, longest, text, hint);
}

export async function makesALongTextFit(module) {
  const shorten = required(module, 'shorten', FILE);
  const where = place(FILE, 'shorten');
  for (const [text, longest] of [
    ['aaaa bbbb cccc', 9],
    ['a lighthouse in the fog', 14],
    ['seven small steps', 10],
  ]) {
    const found = await shorten(text, longest);
    const fits = typeof found === 'string' && found.length <= longest && found.endsWith('…');
    const message = `shorten(${show(text)}, ${longest}) should have ${longest} characters at most and end with …, but it is ${show(found)} (${where}).`;
    const facts = { expected: `at most ${longest} characters, the last one …`, found: pretty(found), where };
    expect(fits, message, 'Count the characters of the result. Does … count?', facts);
  }
}

export async function keepsWordsWhole(module) {
  const hint = 'Which character would come next? Does a word end there or not?';
  await shortened(module, 'the quick brown fox', 12, 'the quick…', hint);
  await shortened(module, 'the quick brown', 10, 'the quick…', hint);
  await shortened(module, 'rain on the roof tonight', 17, 'rain on the roof…', hint);
}

async function shortened(module, text, longest, expected, hint) {
  const shorten = required(module, 'shorten', FILE);
  expectEqual(
    await shorten(text, longest),
    expected,
    `shorten(${show(text)}, ${longest})`,
    hint,
    place(FILE, 'shorten'),
  );
}
