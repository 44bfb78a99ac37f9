import MarkdownIt, { type Token } from 'markdown-it';

const parser = new MarkdownIt({ html: true });
// Which links lead where is judged afterwards; the parser must not hide one.
parser.validateLink = () => true;

/** Tokens of a Markdown text. Front matter is blanked, with its lines kept: it is no part of the prose. */
export function parseMarkdown(text: string): Token[] {
  return parser.parse(withoutFrontMatter(text.replace(/^\uFEFF/, '')), {});
}

function withoutFrontMatter(text: string): string {
  const matter = /^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?=\r?\n|$)/.exec(text)?.[0];
  return matter === undefined ? text : matter.replace(/[^\n]/g, '') + text.slice(matter.length);
}
