import { type Criterion, parseJson } from '@agent-factory/protocol';
import { Nesting } from './nesting.js';
import { Rows, type RowsOptions } from './rows.js';
import { Talk } from './talk.js';

/** A line that opens a document written over several lines. */
const DOCUMENT_START = /^\{\s*("criteria"\s*:.*)?$/;
/** A line that was meant to be a row. */
const ROW_START = /^\{\s*"(id|name|passed|status|message|expected|found|where|hint|durationMs)"/;
/** Rows and documents contain one of these; a parser is slow to find out that other output is not JSON. */
const KEY = /"(?:criteria|passed)"\s*:/;
/** Without one, there is neither a row nor half of one. */
const OBJECT_START = /\{\s*"/;
const CRITERIA = /"criteria"\s*:/;

/** Most parts of a document: more than a hundred criteria of forty fields. A parser handles that many quickly. */
const MAX_PARTS = 5000;
/** How many lines may look like a row without being JSON before we give up: each costs the parser time. */
const MAX_BROKEN = 1000;

interface OpenDocument {
  readonly lines: string[];
  readonly nesting: Nesting;
}

/**
 * Reads what a check prints, line by line: rows, one document, or one document over several lines.
 * Every other line is ordinary output. The lines of a document are held back until its last brace is
 * closed, as none of them means anything by itself. Takes time linear in the length of the output.
 */
export class CheckReader {
  readonly #talk = new Talk();
  readonly #rows: Rows;
  #document: OpenDocument | undefined;
  #broken = 0;
  /** True if something that should be a row or a document is not JSON: the check was cut short. */
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

  /** The end of the check's output other than rows. */
  get talk(): string {
    return this.#talk.text;
  }

  readLine(line: string): void {
    if (this.#document === undefined) this.#readAlone(line, true);
    else this.#readInto(this.#document, line);
  }

  /** Call it after the last line. */
  end(): void {
    if (this.#document !== undefined) this.#close(this.#document);
    this.#rows.end();
  }

  #readAlone(line: string, mayOpen: boolean): void {
    const text = line.trim();
    // Once wrong, always wrong; and most lines are not JSON.
    const isJson = this.problem === undefined && text.startsWith('{');
    if (isJson && this.#takeJson(text)) return;
    if (isJson && mayOpen && DOCUMENT_START.test(text)) {
      this.#open({ lines: [line], nesting: new Nesting().read(text) });
    } else {
      if (isJson && ROW_START.test(text)) this.cut = true;
      this.#talk.add(line);
    }
  }

  #open(document: OpenDocument): void {
    this.#document = document;
    if (document.nesting.depth <= 0) this.#close(document);
  }

  #readInto(document: OpenDocument, line: string): void {
    document.lines.push(line);
    if (document.nesting.read(line).depth <= 0) this.#close(document);
  }

  #close({ lines }: OpenDocument): void {
    this.#document = undefined;
    const text = lines.join('\n');
    if (this.#takeJson(text)) return;
    const isDocument = text.includes('"criteria"');
    if (isDocument) this.cut = true;
    const rest = isDocument || !OBJECT_START.test(text) ? [] : lines.slice(1);
    this.#talk.add(rest.length === 0 ? text : (lines[0] ?? ''));
    // A lone brace opened no document after all, so each line counts by itself.
    for (const line of rest) this.#readAlone(line, false);
  }

  #takeJson(text: string): boolean {
    if (!KEY.test(text)) return false;
    const { depth, parts } = new Nesting().read(text);
    if (depth !== 0) return false;
    if (parts > MAX_PARTS) return CRITERIA.test(text) && this.#rows.refuse(`more than ${MAX_PARTS} values`);
    const parsed = parseJson(text);
    if (parsed.ok) return this.#rows.take(parsed.value);
    this.#broken += 1;
    if (this.#broken > MAX_BROKEN) this.#rows.refuse(`more than ${MAX_BROKEN} rows that are no JSON`);
    return false;
  }
}
