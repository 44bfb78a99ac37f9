import { parseMarkdown } from './markdown.js';

export interface CodeLine {
  /** From 1. */
  line: number;
  text: string;
}

/** Every line inside fenced and indented code, in the order of the text. */
export function linesOfCode(text: string): CodeLine[] {
  return parseMarkdown(text).flatMap((token) => {
    if (token.map === null || (token.type !== 'fence' && token.type !== 'code_block')) return [];
    // A fence's content begins below its opening line.
    const first = token.map[0] + (token.type === 'fence' ? 2 : 1);
    const lines = token.content.split('\n');
    return lines.slice(0, -1).map((own, index) => ({ line: first + index, text: own }));
  });
}
