// Checks of render.mjs: what may be printed, and when.
import { during } from './check_case.mjs';
import { expectEqual, place, required, show } from './check_expect.mjs';
import { atOnce } from './check_remote.mjs';

const FILE = 'render.mjs';
// Written here again: the learner's copies might be changed.
const ON = '\x1b[1m';
const OFF = '\x1b[22m';

const STAR = 'A * at the end may be half of a **. When do you know? And which texts need not wait?';
const BOLD = 'Does it remember, from one piece to the next, whether it is bold?';
const CONTROL = 'Which characters does /\\p{Cc}/u match, and which two of them may pass?';
const END = 'What may still be waiting at the end, and what may still be switched on?';

/** Pieces, and what is printed for each of them and at the end. */
// biome-ignore format: a table is read by lines
const TURNS = [
  ['plain pieces', ['The ', '', 'sea\n', '🌊'], ['The ', '', 'sea\n', '🌊', ''], 'What is there to wait for?'],
  ['bold inside of a piece', ['so **very** cold'], [`so ${ON}very${OFF} cold`, ''], 'Two stars switch: on, off, on, off.'],
  ['bold over three pieces', ['**so ', 'very', ' cold** now'], [`${ON}so `, 'very', ` cold${OFF} now`, ''], BOLD],
  ['two stars in two pieces', ['a*', '*b*', '*c'], ['a', `${ON}b`, `${OFF}c`, ''], STAR],
  ['underscores', ['__a__ _b', '_'], ['__a__ _b', '_', ''], 'Only stars are marks. Everything else is printed as it is.'],
  ['a backslash before stars', ['\\*a \\**b**'], [`\\*a \\${ON}b${OFF}`, ''], 'Only stars are marks. Everything else is printed as it is.'],
  ['single stars', ['2*3 *', ' 4*', '5'], ['2*3 ', '* 4', '*5', ''], STAR],
  ['a star that waits through an empty piece', ['*', '', '*x**'], ['', '', `${ON}x${OFF}`, ''], STAR],
  ['three stars', ['***a'], [`${ON}*a`, OFF], 'From left to right: first two, then one.'],
  ['stars one by one', ['*', '*', '*', '*', '*', ' '], ['', ON, '', OFF, '', '* ', ''], 'From left to right: after a ** is done, the next * begins anew.'],
  ['a star at the end', ['a *'], ['a ', '*'], END],
  ['bold that is not closed', ['a **b'], [`a ${ON}b`, OFF], END],
  ['bold and a star at the end', ['**b*'], [`${ON}b`, `*${OFF}`], END],
  ['nothing at all', [], [''], END],
  ['colours and a cleared screen', ['\x1b[31mred\x1b[2J', '\x1b', '[H'], ['[31mred[2J', '', '[H', ''], CONTROL],
  ['a bell, a return, a delete and an old control', ['a\x07b\rc\x7fd\x9be\0'], ['abcde', ''], CONTROL],
  ['line ends and tabs', ['a\r\n\tb'], ['a\n\tb', ''], CONTROL],
  ['control characters between two stars', ['*\x07*a*', '\x1b', '*b'], [`${ON}a`, '', `${OFF}b`, ''], 'First leave out what may not be printed, then look for stars.'],
];

export async function printsWhatIsSure(module) {
  const Renderer = required(module, 'Renderer', FILE);
  for (const [what, pieces, printed, hint] of TURNS) {
    const found = await during(`Renderer, with ${what}`, hint, () => turns(new Renderer(), pieces));
    const said = `With ${what}, what push(…) returns for each of ${show(pieces)}, and then end(),`;
    expectEqual(found, printed, said, hint, place(FILE, found.at(-1) === printed.at(-1) ? 'push' : 'end'));
  }
  await printsTheSame(Renderer);
}

function turns(renderer, pieces) {
  return Promise.all([...pieces.map((piece) => renderer.push(piece)), renderer.end()].map(atOnce));
}

/** However a text is cut, the same is printed. */
async function printsTheSame(Renderer) {
  const text = 'x ***y* **z****\x1b[0m* *';
  const printed = `x ${ON}*y* ${OFF}z${ON}${OFF}[0m* *`;
  for (let at = 0; at <= text.length; at += 1) {
    const pieces = [text.slice(0, at), text.slice(at)];
    const found = await during(`Renderer, with ${show(pieces)}`, STAR, async () =>
      (await turns(new Renderer(), pieces)).join(''),
    );
    expectEqual(found, printed, `All that is printed for ${show(pieces)}`, STAR, place(FILE, 'push'));
  }
}
