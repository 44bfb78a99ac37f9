import { tutorialMarkdown } from './markdown.js';

/** A part of the tutorial that is drawn by itself, with the lines of the text that it is made of. */
export interface Block {
  /** From 1, both included. */
  readonly from: number;
  readonly to: number;
  /** Safe to be put into a page: HTML of the tutorial's own is shown as text, and no address runs anything. */
  readonly html: string;
}

/** Front matter is for the site, not for the student: shown as what it is. */
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;

/** The tutorial's top-level blocks, in order: each paragraph, list, fence, heading. */
export function blocksOf(tutorial: string): Block[] {
  // A byte order mark is no part of the first line.
  const text = tutorial.replace(/^\uFEFF/, '');
  const head = FRONT_MATTER.exec(text)?.[0] ?? '';
  // Blank lines in its place keep the numbers of all others.
  const body = head.replace(/[^\n]/g, '') + text.slice(head.length);
  const tokens = tutorialMarkdown.parse(body, {});
  const blocks: Block[] = head === '' ? [] : [frontMatterOf(head)];
  for (let start = 0; start < tokens.length; start += 1) {
    const end = endOf(tokens, start);
    const lines = tokens[start]?.map;
    const html = tutorialMarkdown.renderer.render(tokens.slice(start, end + 1), tutorialMarkdown.options, {});
    if (lines) blocks.push({ from: lines[0] + 1, to: Math.max(lines[0] + 1, lines[1]), html });
    start = end;
  }
  return blocks;
}

function frontMatterOf(head: string): Block {
  const lines = head.trimEnd().split('\n');
  const html = `<pre class="front-matter">${tutorialMarkdown.utils.escapeHtml(head.trimEnd())}</pre>`;
  return { from: 1, to: lines.length, html };
}

/** Index of the token that closes what the one at `start` opens. */
function endOf(tokens: readonly { nesting: number }[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth <= 0) return index;
  }
  return tokens.length - 1;
}

/** The block that a line stands in, or the last one before it. Undefined where there is none. */
export function blockAt(blocks: readonly Block[], line: number): Block | undefined {
  return blocks.findLast(({ from }) => from <= line);
}
