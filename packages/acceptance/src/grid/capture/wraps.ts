import { textsOf } from './decode.js';

/**
 * For each row, whether tmux joins it to the row above: both are captured, the rows and the joined lines. Undefined for
 * the first row, above which nothing is captured, and for rows without text: blanks do not tell to which line they belong.
 * A row with text below them tells: its line has their blanks before its own if it is theirs, too.
 */
export function wrapsOf(rows: readonly string[], joined: readonly string[]): (boolean | undefined)[] {
  const lines = joined.filter((line) => inkOf(line) !== '');
  let rest = '';
  return rows.map((row, index) => {
    const ink = inkOf(row);
    let continues = ink !== '' && rest !== '';
    if (ink !== '' && !continues) {
      const line = lines.shift() ?? '';
      rest = inkOf(line);
      continues = blanksBefore(line) > blanksBefore(row);
    }
    if (!rest.startsWith(ink)) throw new Error(`tmux joins ${JSON.stringify(row)} to nothing that it shows`);
    rest = rest.slice(ink.length);
    return index === 0 || ink === '' ? undefined : continues;
  });
}

function inkOf(line: string): string {
  return textsOf(line).join('').replaceAll(' ', '');
}

function blanksBefore(line: string): number {
  return /^ */.exec(textsOf(line).join(''))?.[0].length ?? 0;
}
