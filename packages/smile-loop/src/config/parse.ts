import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { SmileError } from '../contract/errors.js';

/** Levels of nesting at most: the deepest field has three, and the parser calls itself for each. */
const MAX_DEPTH = 100;

/**
 * The value of a configuration's text: JSON, with comments and commas at the end of lists.
 *
 * @throws SmileError `config_invalid` with the line and column of every mistake, or if it is no object
 */
export function parseConfigText(text: string, file: string): Record<string, unknown> {
  if (isTooDeep(text)) throw new SmileError('config_invalid', `${file} is nested deeper than any setting.`, { file });
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (text.trim() === '')
    throw new SmileError('config_invalid', `${file} is empty. Write at least {} into it.`, { file });
  if (errors.length > 0) throw syntaxError(text, file, errors);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  const found = Array.isArray(value) ? 'a list' : JSON.stringify(value);
  const message = `${file} holds ${found}, but settings are an object. Begin it with { and end it with }.`;
  throw new SmileError('config_invalid', message, { file });
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

function syntaxError(text: string, file: string, errors: readonly ParseError[]): SmileError {
  const places = errors.slice(0, 5).map(({ error, offset }) => {
    const before = text.slice(0, offset).split('\n');
    return {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      problem: inWords(printParseErrorCode(error)),
    };
  });
  const lines = places.map(({ line, column, problem }) => `  line ${line}, column ${column}: ${problem}`);
  const message = `${file} is not valid JSON. Correct it there:\n${lines.join('\n')}`;
  return new SmileError('config_invalid', message, { file, places });
}

/** `CommaExpected` as `comma expected`. */
function inWords(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
