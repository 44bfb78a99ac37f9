import { describe, expect, it } from 'vitest';
import { decodeCapture } from '../../src/grid/capture/decode.js';
import { splitBy } from '../../src/grid/capture/split.js';
import { wrapsOf } from '../../src/grid/capture/wraps.js';

const FLAG = '\u{1f1e9}\u{1f1ea}';
const split = splitBy(
  new Map([
    [
      `e\u0301${FLAG}\u0301`,
      [
        { chars: 'e\u0301', width: 1 },
        { chars: FLAG, width: 2 },
        { chars: '\u0301', width: 1 },
      ],
    ],
  ]),
  new Map([['漢', 2]]),
);
const PLAIN = { width: 1, fg: 'default', bg: 'default', attributes: '', link: '' };

/** The cells of one captured line, as many as it has. */
function cellsOf(line: string, cols: number) {
  return decodeCapture([line], { cols, rows: 1 }, split)[0];
}

/** The looks of a character after this sequence. */
function after(sgr: string) {
  return cellsOf(`\x1b[${sgr}mx`, 1)?.[0];
}

describe('a captured screen is decoded', () => {
  it('into cells, blank where nothing was captured', () => {
    expect(decodeCapture(['ab', ' '], { cols: 2, rows: 3 }, split)).toEqual([
      [
        { ...PLAIN, chars: 'a' },
        { ...PLAIN, chars: 'b' },
      ],
      [
        { ...PLAIN, chars: ' ' },
        { ...PLAIN, chars: '' },
      ],
      [
        { ...PLAIN, chars: '' },
        { ...PLAIN, chars: '' },
      ],
    ]);
  });

  it('with wide characters, and with what tmux joins in one cell', () => {
    expect(cellsOf(`漢e\u0301${FLAG}\u0301.`, 7)?.map(({ chars, width }) => [chars, width])).toEqual([
      ['漢', 2],
      ['', 0],
      ['e\u0301', 1],
      [FLAG, 2],
      ['', 0],
      ['\u0301', 1],
      ['.', 1],
    ]);
  });

  it.each([
    ['31', { fg: 'palette:1' }],
    ['97', { fg: 'palette:15' }],
    ['42', { bg: 'palette:2' }],
    ['103', { bg: 'palette:11' }],
    ['38;5;208', { fg: 'palette:208' }],
    ['48;5;1', { bg: 'palette:1' }],
    ['38;2;1;2;255', { fg: 'rgb:0102ff' }],
    ['48:2:1:2:3', { bg: 'rgb:010203' }],
    ['38;2;1;2;3;48;5;4;1', { fg: 'rgb:010203', bg: 'palette:4', attributes: 'bold' }],
    ['31;39', {}],
    ['42;1;49', { attributes: 'bold' }],
    ['1;0', {}],
    ['', {}],
    [
      '1;2;3;4;5;7;8;9;53',
      {
        attributes: 'bold italic dim underline:1:default blink inverse invisible strikethrough overline',
      },
    ],
    ['5:3', { attributes: 'overline' }],
    ['4:3;58;5;196', { attributes: 'underline:3:palette:196' }],
    ['4:2;58:2::1:2:3', { attributes: 'underline:2:rgb:010203' }],
    ['4;58;5;1;59', { attributes: 'underline:1:default' }],
  ])('with the looks of SGR %s', (sgr, looks) => {
    expect(after(sgr)).toEqual({ ...PLAIN, chars: 'x', ...looks });
  });

  it('with styles that go on from line to line', () => {
    const [, second] = decodeCapture(['\x1b[1mab', 'c\x1b[0md'], { cols: 2, rows: 2 }, split);
    expect(second?.map(({ attributes }) => attributes)).toEqual(['bold', '']);
  });

  it('with links, which a style does not end', () => {
    const cells = cellsOf('\x1b]8;id=1;https://a.test/;x\x1b\\a\x1b[1mb\x1b[0mc\x1b]8;;\x1b\\d', 4);
    expect(cells?.map(({ link }) => link)).toEqual([...Array(3).fill('https://a.test/;x'), '']);
  });

  it('with characters that draw lines', () => {
    expect(cellsOf('q\x0elqk\x1b[1mx+\x0fx', 7)?.map(({ chars }) => chars)).toEqual([...'q┌─┐│→x']);
    expect(cellsOf('\x0e\x1b[1mq\x1b[0mq', 2)?.map(({ chars }) => chars)).toEqual([...'──']);
  });

  it('with tabs up to the next stop', () => {
    expect(cellsOf('a\tb', 10)?.map(({ chars }) => chars)).toEqual(['a', ...Array(7).fill(' '), 'b', '']);
  });

  it.each(['\x1b[6m', '\x1b[38;7;1m', '\x1b[2J', '\x1b]0;title\x1b\\', '\r', '\x1b'])('or not at all: %j', (text) => {
    expect(() => cellsOf(text, 1)).toThrow(/tmux captures no/);
  });
});

describe('a row continues the one above', () => {
  it.each([
    ['where tmux joins the two', ['abc', 'de', 'f'], ['abcde', 'f'], [undefined, true, false]],
    ['again and again', ['abc', 'abc', 'abc', 'abc'], ['abcabcabc', 'abc'], [undefined, true, true, false]],
    ['with blanks at the end and the beginning', ['ab ', '  c', ''], ['ab   c', ''], [undefined, true, undefined]],
    ['which nobody knows of a blank row', ['abc', '', 'd'], ['abc', 'd'], [undefined, undefined, false]],
    ['of which the first is blank', ['', '  │'], ['     │'], [undefined, true]],
    ['of which none is blank, though it begins with blanks', ['', '  │'], ['', '  │'], [undefined, false]],
    ['of which the middle is blank', ['ab ', '', ' d'], ['ab     d'], [undefined, undefined, true]],
    ['whatever its looks', ['\x1b[1mabc', '\x1b[0mabc'], ['\x1b[1mabc\x1b[0mabc'], [undefined, true]],
  ])('%s', (_, rows, joined, wraps) => {
    expect(wrapsOf(rows, joined)).toEqual(wraps);
  });

  it('of what is there', () => {
    expect(() => wrapsOf(['abc'], ['abd'])).toThrow('tmux joins "abc" to nothing that it shows');
  });
});
