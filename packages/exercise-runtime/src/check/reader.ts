import { type Criterion, parseJson } from '@agent-factory/protocol';
import { Rows, type RowsOptions } from './rows.js';

/** A line that opens a document written over several lines. */
const DOCUMENT_START = /^\{\s*("criteria"\s*:.*)?$/;
/** A line that was meant to be a row. */
const ROW_START = /^\{\s*"(name|passed|status|message|expected|found|where|hint|durationMs)"/;

/**
 * Reads what a check prints, line by line: rows, one document, or one document over several lines.
 * Every other line is the check talking, and goes to `talk`. From the first line of a document on
 * everything is held back until the end, as no line of it means anything by itself.
 */
export class CheckReader {
  readonly talk: string[] = [];
  readonly #rows: Rows;
  #document: string[] | undefined;
  /** True where something that was to be a row or a document is no JSON: the check was cut short. */
  cut = false;

  constructor(options: RowsOptions) {
    this.#rows = new Rows(options);
  }

  get criteria(): Criterion[] {
    return this.#rows.criteria;
  }

  get problem(): string | undefined {
    return this.#rows.problem;
  }

  readLine(line: string): void {
    if (this.#document !== undefined) this.#document.push(line);
    else if (!this.#takeJson(line)) this.#readOther(line);
  }

  /** Call it after the last line. */
  end(): void {
    this.#endDocument();
    this.#rows.end();
  }

  #endDocument(): void {
    const lines = this.#document;
    this.#document = undefined;
    if (lines === undefined || this.#takeDocument(lines)) return;
    if (lines.join('\n').includes('"criteria"')) {
      this.cut = true;
      this.talk.push(...lines);
    } else {
      // A lone brace that opened no document: the lines after it count by themselves.
      this.talk.push(lines[0] ?? '');
      for (const line of lines.slice(1)) this.readLine(line);
      this.#endDocument();
    }
  }

  #readOther(line: string): void {
    const text = line.trim();
    if (DOCUMENT_START.test(text)) {
      this.#document = [line];
      return;
    }
    if (ROW_START.test(text)) this.cut = true;
    this.talk.push(line);
  }

  #takeJson(text: string): boolean {
    if (!text.trimStart().startsWith('{')) return false;
    const parsed = parseJson(text);
    return parsed.ok && this.#rows.take(parsed.value);
  }

  /** The document ends at a line with a closing brace; what comes after it is talk. */
  #takeDocument(lines: readonly string[]): boolean {
    const end = lines.findLastIndex((line) => line.trimEnd().endsWith('}')) + 1;
    if (!this.#takeJson(lines.slice(0, end).join('\n'))) return false;
    this.talk.push(...lines.slice(end));
    return true;
  }
}
