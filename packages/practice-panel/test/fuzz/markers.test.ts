// @vitest-environment happy-dom
import { fc, fuzz } from '@agent-factory/fuzzing';
import { findMarkers } from '@agent-factory/protocol/stages';
import { expect } from 'vitest';
import { textWithBadges } from '../../src/terminal/markers/plain-badges.js';
import { ALL_DRAWN, MarkedTerminal } from '../support/marked-terminal.js';

const marker = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999 }).map((stage) => `[STAGE_COMPLETE:${stage}]`),
  fc.constant('[DUNGEON_COMPLETE]'),
  fc.integer({ min: 1, max: 64 }).map((digits) => `[PAYMENT_CONFIRMED:3:0x${'c'.repeat(digits)}]`),
);
const colour = fc.constantFrom('\x1b[31m', '\x1b[1m', '\x1b[38;2;9;8;7m', '\x1b[7m', '\x1b[44m', '\x1b[0m');
/** A marker with colours between its characters. */
const coloured = fc
  .tuple(marker, fc.array(fc.tuple(fc.nat({ max: 40 }), colour), { maxLength: 3 }))
  .map(([text, colours]) =>
    colours.reduce((done, [at, sequence]) => {
      const place = Math.min(at, findMarkers(done)[0] === undefined ? done.length : text.length - 1);
      return done.slice(0, place) + sequence + done.slice(place);
    }, text),
  );
const words = fc.constantFrom(
  'a',
  ' ',
  'word ',
  '学',
  'é',
  '[',
  ']',
  '[STA',
  ':2]',
  '│',
  '| ',
  '\r\n',
  '\r',
  '\t',
  'e\u0301',
);
const small = fc.integer({ min: 1, max: 12 });
/** What programs and tmux draw with: places, inserted and deleted cells and lines, regions, other screens. */
const drawing = fc.oneof(
  fc.tuple(small, small).map(([row, col]) => `\x1b[${row};${col}H`),
  fc.tuple(small, fc.constantFrom(...'@PLMXJKSTbABCD')).map(([count, final]) => `\x1b[${count}${final}`),
  fc.constantFrom(
    '\x1b[2J',
    '\x1b[K',
    '\x1b[2;4r',
    '\x1b[r',
    '\x1b[?1049h',
    '\x1b[?1049l',
    '\x1bM',
    '\x1b[4h',
    '\x1b[4l',
  ),
);
const piece = fc.oneof(
  { weight: 3, arbitrary: coloured },
  { weight: 4, arbitrary: words },
  { weight: 2, arbitrary: drawing },
);
const size = fc.record({ cols: fc.integer({ min: 2, max: 40 }), rows: fc.integer({ min: 2, max: 8 }) });
type Step = { readonly text: string } | { readonly cols: number; readonly rows: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => ({ text: pieces.join('') })),
  },
  { weight: 1, arbitrary: size },
);

/** The bytes of a text in pieces of this length, however characters and sequences are cut by that. */
function* cut(text: string, length: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

fuzz({
  parser: 'a terminal with badges',
  says: 'shows no marker, and every other cell as a terminal without badges, after whatever was drawn',
  input: fc.record({
    size,
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    length: fc.integer({ min: 1, max: 60 }),
  }),
  cost: 8,
  holds: async ({ size: began, steps, length }) => {
    const terminal = new MarkedTerminal(began, ALL_DRAWN);
    for (const each of steps) {
      if ('text' in each) {
        for (const bytes of cut(each.text, length)) {
          await terminal.write(bytes);
          expect(terminal.seen()).toEqual([]);
        }
      } else terminal.resize(each.cols, each.rows);
      expect(findMarkers(terminal.text)).toEqual([]);
      expect(terminal.differences()).toEqual([]);
      expect(terminal.seen()).toEqual([]);
    }
    terminal.dispose();
  },
});

fuzz({
  parser: 'the text of a terminal with badges',
  says: 'has no marker, and lines as long as before',
  input: fc.array(fc.oneof(marker, words, fc.constant('\n')), { maxLength: 12 }).map((pieces) => pieces.join('')),
  holds: (text) => {
    const drawn = textWithBadges(text, ALL_DRAWN);
    expect(findMarkers(drawn)).toEqual([]);
    expect(drawn.split('\n').map(({ length }) => length)).toEqual(text.split('\n').map(({ length }) => length));
  },
});
