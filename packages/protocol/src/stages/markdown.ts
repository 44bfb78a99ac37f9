import { type BadgeState, type Marker, withBadges } from './markers.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)/;
/** Code within a line, which ends with as many backticks as it begins with. */
const CODE_IN_LINE = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

/** Markdown in which every marker is its badge, except in code, where text is shown as it is. */
export function markdownWithBadges(markdown: string, stateOf: (marker: Marker) => BadgeState): string {
  if (!markdown.includes('[')) return markdown;
  let fence: string | undefined;
  return markdown
    .split(/(?<=\n)/)
    .map((line) => {
      const wasCode = fence !== undefined;
      fence = fenceAfter(line, fence);
      return wasCode || fence !== undefined ? line : lineWithBadges(line, stateOf);
    })
    .join('');
}

/** The marks that end the block of code that the text is in after this line. */
function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const [, marks, rest = ''] = FENCE.exec(line) ?? [];
  if (marks === undefined) return fence;
  if (fence !== undefined) return marks.startsWith(fence) && rest.trim() === '' ? undefined : fence;
  // Backticks after backticks are code within a line.
  return marks.startsWith('~') || !rest.includes('`') ? marks : undefined;
}

function lineWithBadges(line: string, stateOf: (marker: Marker) => BadgeState): string {
  if (!line.includes('[')) return line;
  let done = '';
  let end = 0;
  for (const code of line.matchAll(CODE_IN_LINE)) {
    done += withBadges(line.slice(end, code.index), stateOf) + code[0];
    end = code.index + code[0].length;
  }
  return done + withBadges(line.slice(end), stateOf);
}
