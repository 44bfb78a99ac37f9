import MarkdownIt from 'markdown-it';
import { withoutControls } from '../../report/shorten.js';

type RenderRule = NonNullable<InstanceType<typeof MarkdownIt>['renderer']['rules'][string]>;

/** A page that shows somebody else's text loads nothing from elsewhere, and no address of it runs anything. */
function safeMarkdown() {
  // HTML is text; what looks like an address becomes a link only where the author made one.
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const addressOf = markdown.validateLink;
  markdown.validateLink = (url) => addressOf(url) && !/^\s*(data|vbscript|file):/i.test(url);
  markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
    tokens[index]?.attrSet('target', '_blank');
    return renderer.renderToken(tokens, index, options);
  };
  for (const name of ['th_open', 'td_open']) markdown.renderer.rules[name] = withoutStyle;
  return markdown;
}

/** How a column is aligned is told by a class: the page allows no styles within its HTML. */
const withoutStyle: RenderRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index];
  const side = /(?:right|center)$/.exec(String(token?.attrGet('style') ?? ''))?.[0];
  if (token !== undefined) token.attrs = side === undefined ? null : [['class', side]];
  return renderer.renderToken(tokens, index, options);
};

/** For the tutorial: with the images that the student had, and with the number of each line that can be one's place. */
export const tutorialMarkdown = safeMarkdown();
const { escapeHtml } = tutorialMarkdown.utils;

tutorialMarkdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  const words = escapeHtml(token?.content ?? '');
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(source))
    return `<span class="image-absent">${words || 'Image'} (elsewhere, not loaded)</span>`;
  return `<img alt="${words}" src="tutorial/${escapeHtml(source)}">`;
};

tutorialMarkdown.renderer.rules.fence = (tokens, index) => {
  const token = tokens[index];
  const first = (token?.map?.[0] ?? 0) + 2;
  const language = escapeHtml(token?.info.trim().split(/\s+/)[0] ?? '');
  return `<pre><code${language && ` class="language-${language}"`}>${numbered(token?.content ?? '', first)}</code></pre>\n`;
};

tutorialMarkdown.renderer.rules.code_block = (tokens, index) => {
  const token = tokens[index];
  return `<pre><code>${numbered(token?.content ?? '', (token?.map?.[0] ?? 0) + 1)}</code></pre>\n`;
};

tutorialMarkdown.renderer.rules.list_item_open = (tokens, index, options, _env, renderer) => {
  const line = tokens[index]?.map?.[0];
  if (line !== undefined) tokens[index]?.attrSet('data-line', String(line + 1));
  return renderer.renderToken(tokens, index, options);
};

/** Lines of code, each of which knows its number. */
function numbered(code: string, first: number): string {
  const lines = code.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => `<span data-line="${first + index}">${escapeHtml(line)}\n</span>`).join('');
}

/** For what student and mentor say: they show no images. */
const words = safeMarkdown().disable('image');

/** Safe to be put into a page. */
export function htmlOfWords(text: string): string {
  return words.render(withoutControls(text));
}
