import { linesOf, oneLine } from '../text/lines.js';

/** A heading of a message stands this many levels below those of the document, and none deeper than Markdown has. */
const DEEPER = 2;
const DEEPEST = 6;

interface Fence {
  readonly mark: string;
  /** How far its list item is indented; 0 outside of lists. What stands further to the left ends both. */
  readonly indent: number;
}

/**
 * Markdown of one message that stays in its place in a document: it shows what it shows alone, but closes what it
 * opens, has no headings beside those of the document, and no HTML.
 */
export function contained(text: string): string {
  const shown: string[] = [];
  let fence: Fence | undefined;
  let before = '';
  for (const line of linesOf(text)) {
    const open = stillOpen(fence, line);
    fence = after(open, line);
    const isProse = open === undefined && fence === undefined;
    shown.push(isProse ? prose(line, before) : line);
    before = isProse ? line : '';
  }
  // One in a list ends with its list.
  return [...shown, ...(fence?.indent === 0 ? [fence.mark] : [])].join('\n');
}

/** The fence in which this line stands. */
function stillOpen(fence: Fence | undefined, line: string): Fence | undefined {
  return fence !== undefined && endsItem(line, fence) ? undefined : fence;
}

/** The fence in which the next line stands. */
function after(fence: Fence | undefined, line: string): Fence | undefined {
  if (fence === undefined) return opened(line);
  return closes(line, fence) ? undefined : fence;
}

/** Words of somebody else in a line of our own. */
export function inLine(text: string): string {
  return escapeHtml(oneLine(text)).replace(/[*`]/g, '\\$&');
}

function opened(line: string): Fence | undefined {
  const [, item = '', mark = '', info = ''] =
    /^((?: {0,3}(?:[-*+]|\d{1,9}[.)]) +)*) *(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return undefined;
  const spaces = line.length - line.trimStart().length;
  if (item === '' && spaces > 3) return { mark, indent: spaces };
  return { mark, indent: item.length };
}

function closes(line: string, { mark }: Fence): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length);
}

function endsItem(line: string, { indent }: Fence): boolean {
  return line.trim() !== '' && line.length - line.trimStart().length < indent;
}

function prose(line: string, before: string): string {
  const isUnderline = /^ {0,3}(=+|-+)\s*$/.test(line) && before.trim() !== '';
  if (isUnderline) return line.replace(/[=-]/, '\\$&');
  const heading = line.replace(/^( {0,3})(#{1,6})(?=\s|$)/, (_all, spaces: string, marks: string) => {
    return spaces + '#'.repeat(Math.min(DEEPEST, marks.length + DEEPER));
  });
  return escapeHtml(heading);
}

/** Not in code, where it is shown as it is; addresses in angle brackets are no HTML. */
function escapeHtml(line: string): string {
  const parts = line.split(/((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))/);
  // Of each match come three parts: what is before it, the code, and its ticks.
  return parts
    .flatMap((part, index) => {
      if (index % 3 === 2) return [];
      return [index % 3 === 1 ? part : part.replace(/<(?=[A-Za-z/!?])(?!https?:)/g, '\\<')];
    })
    .join('');
}
