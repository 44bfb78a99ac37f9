import type { TextChange } from '@agent-factory/protocol/coach';

/** Changes of a text, in its order and none overlapping, as the protocol has them. */
export type Changes = readonly TextChange[];

/** The text after the changes. Changes that lie outside of it are a bug of whoever made them. */
export function applyChanges(text: string, changes: Changes): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, insert } of changes) {
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** How many UTF-16 units the text gains; negative where it loses some. */
export function growthBy(changes: Changes): number {
  return changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
}

/** Whether a text of this length can have these changes. */
export function fits(changes: Changes, length: number): boolean {
  let at = 0;
  for (const { from, to } of changes) {
    if (from < at || to < from || to > length) return false;
    at = to;
  }
  return true;
}

/** One list that does what two do one after the other: the second is made to the text that the first one gives. */
export function composed(first: Changes, second: Changes): Changes {
  const between = new Reader(first);
  const result = new Writer();
  let at = 0;
  for (const { from, to, insert } of second) {
    between.move(from - at, result, 'keep');
    between.move(to - from, result, 'drop');
    result.insert(insert);
    at = to;
  }
  between.finish(result);
  return result.changes();
}

type Fate = 'keep' | 'drop';

/** Goes through the text that changes give, and says for each piece where in the text before it comes from. */
class Reader {
  readonly #changes: Changes;
  #index = 0;
  /** Where the reading is in the text before. */
  #at = 0;
  /** How much of the insertion of the present change is read; undefined in front of the change. */
  #read: number | undefined;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  move(length: number, writer: Writer, fate: Fate): void {
    let left = length;
    while (left > 0) {
      const change = this.#changes[this.#index];
      left -= change === undefined || this.#at < change.from ? this.#unchanged(left, writer, fate, change) : 0;
      if (change !== undefined && this.#at >= change.from) left -= this.#changed(left, writer, fate, change);
    }
  }

  /** Keeps all that has not been read. */
  finish(writer: Writer): void {
    for (let change = this.#changes[this.#index]; change !== undefined; change = this.#changes[this.#index]) {
      this.#unchanged(Number.POSITIVE_INFINITY, writer, 'keep', change);
      this.#changed(Number.POSITIVE_INFINITY, writer, 'keep', change);
    }
  }

  #unchanged(most: number, writer: Writer, fate: Fate, next: TextChange | undefined): number {
    const length = Math.min(most, (next?.from ?? Number.POSITIVE_INFINITY) - this.#at);
    if (fate === 'keep') writer.keep(length);
    else writer.drop(length);
    this.#at += length;
    return length;
  }

  #changed(most: number, writer: Writer, fate: Fate, change: TextChange): number {
    if (this.#read === undefined) writer.drop(change.to - change.from);
    const read = this.#read ?? 0;
    const length = Math.min(most, change.insert.length - read);
    if (fate === 'keep') writer.insert(change.insert.slice(read, read + length));
    this.#read = read + length;
    if (this.#read === change.insert.length) {
      this.#at = change.to;
      this.#index += 1;
      this.#read = undefined;
    }
    return length;
  }
}

/** Puts changes together from what happens to each piece of the text before. */
class Writer {
  readonly #changes: TextChange[] = [];
  #at = 0;
  #open: { readonly from: number; to: number; insert: string } | undefined;

  keep(length: number): void {
    if (length === 0) return;
    this.#close();
    this.#at += length;
  }

  drop(length: number): void {
    if (length === 0) return;
    const open = this.#opened();
    this.#at += length;
    open.to = this.#at;
  }

  insert(text: string): void {
    if (text !== '') this.#opened().insert += text;
  }

  changes(): Changes {
    this.#close();
    return this.#changes;
  }

  #opened() {
    this.#open ??= { from: this.#at, to: this.#at, insert: '' };
    return this.#open;
  }

  #close(): void {
    if (this.#open !== undefined) this.#changes.push(this.#open);
    this.#open = undefined;
  }
}
