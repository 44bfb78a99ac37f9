import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown.js';

export interface ImageReference {
  /** From 1. */
  line: number;
  /** As it is written, without title and brackets. */
  source: string;
}

const HTML_IMAGE = /<img\b/gi;
/** In a tag, or where the tag ends. */
const HTML_SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|>/gi;

/** Every image that the prose shows, in its order: inline, by reference, and as HTML; none of those in code. */
export function imageReferences(text: string): ImageReference[] {
  return parseMarkdown(text).flatMap((token) => {
    const line = (token.map?.[0] ?? 0) + 1;
    if (token.type === 'html_block') return htmlImages(token.content, line);
    return token.type === 'inline' ? inlineImages(token, line) : [];
  });
}

function htmlImages(html: string, first: number): ImageReference[] {
  const shown = html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '));
  let [line, counted] = [first, 0];
  return htmlSources(shown).map(({ index, source }) => {
    line += newlines(shown.slice(counted, index));
    counted = index;
    return { line, source };
  });
}

/** With the index of each one's tag. What comes after a tag is looked for from its end: each character is read once. */
function htmlSources(html: string): { index: number; source: string }[] {
  const found: { index: number; source: string }[] = [];
  HTML_IMAGE.lastIndex = 0;
  for (let tag = HTML_IMAGE.exec(html); tag !== null; tag = HTML_IMAGE.exec(html)) {
    HTML_SOURCE.lastIndex = HTML_IMAGE.lastIndex;
    const match = HTML_SOURCE.exec(html);
    if (match === null) break;
    if (match[0] !== '>') found.push({ index: tag.index, source: match[1] ?? match[2] ?? match[3] ?? '' });
    HTML_IMAGE.lastIndex = HTML_SOURCE.lastIndex;
  }
  return found;
}

/** A paragraph's parts have no line of their own: its line breaks are counted. */
function inlineImages({ children }: Token, first: number): ImageReference[] {
  const found: ImageReference[] = [];
  let line = first;
  const visit = (token: Token): void => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
    if (token.type === 'image') found.push({ line, source: String(token.attrGet('src') ?? '') });
    if (token.type === 'html_inline') {
      found.push(...htmlImages(token.content, line));
      line += newlines(token.content);
    }
    // A description may be broken over lines as well.
    if (token.type === 'image') token.children?.forEach(visit);
  };
  children?.forEach(visit);
  return found;
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
