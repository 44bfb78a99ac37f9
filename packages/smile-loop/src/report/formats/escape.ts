import { withoutControls } from '../shorten.js';

/**
 * Text of others as one line of Markdown that shows exactly these characters: no emphasis, link, HTML, table cell or
 * heading comes of it. Signs that a table or HTML reads before Markdown's escapes are written as references.
 */
export function inline(text: string): string {
  return oneLine(text)
    .replaceAll(/[&<>|\\$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll(/[`*[\]~]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/^(\d+)([.)])|^([-+=#])/g, (_, digits = '', sign = '', lone = '') => `${digits}\\${sign || lone}`)
    .replaceAll(/#$/g, '\\#');
}

/** A block that shows the text as it is: its fence is longer than any in it. Controls are removed unless `exact`. */
export function fence(text: string, language = '', exact = false): string {
  const body = exact ? text : withoutControls(text);
  let longest = 2;
  for (const [run] of body.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${body.endsWith('\n') || body === '' ? body : `${body}\n`}${ticks}`;
}

/** A table; its cells are text of others. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    headings,
    headings.map((heading) => '-'.repeat(heading.length + 2)),
    ...rows.map((row) => row.map(inline)),
  ];
  return lines.map((cells, index) => (index === 1 ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`)).join('\n');
}

function oneLine(text: string): string {
  return withoutControls(text)
    .replaceAll(/[\s\u2028\u2029]+/g, ' ')
    .trim();
}
