import type { Token } from 'markdown-it';
import { parseMarkdown } from './markdown.js';

export interface ImageReference {
  /** From 1. */
  line: number;
  /** As it is written, without title and brackets. */
  source: string;
}

const HTML_IMAGE = /<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

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
  return [...shown.matchAll(HTML_IMAGE)].map((match) => ({
    line: first + newlines(shown.slice(0, match.index)),
    source: match[1] ?? match[2] ?? match[3] ?? '',
  }));
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
