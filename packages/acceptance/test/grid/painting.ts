import { SIZE } from './lesson.js';

/** The last line of the painting. */
export const LAST = 'x'.repeat(SIZE[0]);

/**
 * Colours in all three forms, every attribute, line drawing, wide and combined characters, a line that is coloured to
 * its end, one that is cleared in a colour, and one that continues in the next row.
 */
export const PAINTING = [
  'plain \x1b[31mred \x1b[92mgreen \x1b[38;5;208morange \x1b[38;2;1;2;3mrgb\x1b[0m',
  '\x1b[1mbold\x1b[0m \x1b[2mdim\x1b[0m \x1b[3mitalic\x1b[0m \x1b[4munderline\x1b[0m \x1b[5mblink\x1b[0m',
  '\x1b[7minverse\x1b[0m \x1b[8minvisible\x1b[0m \x1b[9mstrikethrough\x1b[0m \x1b[53moverline\x1b[0m',
  '\x1b[4:2mdouble\x1b[0m \x1b[4:3mcurly\x1b[0m \x1b[4:4mdotted\x1b[0m \x1b[4:5;1;7;9mdashed\x1b[0m',
  '漢字かな 한국어 e\u0301 ┌──┐ \x1b(0lqqk`afghijmnopqrstuvwxyz{|}~+,-.0\x1b(B a\ttab',
  `\x1b[44m${'blue to the end'.padEnd(SIZE[0])}\x1b[0m`,
  '\x1b[44mblue\x1b[K\x1b[0m',
  '\x1b[1;33;45mattributes over\r\nthe end of a line\x1b[0m',
  'wrapped'.repeat(20),
  LAST,
].join('\r\n');
