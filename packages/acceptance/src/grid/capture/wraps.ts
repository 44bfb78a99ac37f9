import { textsOf } from './decode.js';

/**
 * For each row, whether tmux joins it to the row above: both are captured, the rows and the joined lines. Undefined for
 * the first row, above which nothing is captured, and for rows without text: blanks do not tell to which line they belong.
 */
export function wrapsOf(rows: readonly string[], joined: readonly string[]): (boolean | undefined)[] {
  const lines = joined.map(inkOf).filter((line) => line !== '');
  let rest = '';
  return rows.map((row, index) => {
    const ink = inkOf(row);
    const continues = ink !== '' && rest !== '';
    if (ink !== '' && !continues) rest = lines.shift() ?? '';
    if (!rest.startsWith(ink)) throw new Error(`tmux joins ${JSON.stringify(row)} to nothing that it shows`);
    rest = rest.slice(ink.length);
    return index === 0 || ink === '' ? undefined : continues;
  });
}

function inkOf(line: string): string {
  return textsOf(line).join('').replaceAll(' ', '');
}
