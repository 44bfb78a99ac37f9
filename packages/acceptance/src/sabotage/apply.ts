import { type Break, type Edit, textOf } from './breaks.js';

/** The text of a file of the repository, or undefined if there is none. */
export type ReadText = (file: string) => string | undefined;

/** The files that a break changes, with their new texts; `problems` says what does not apply, and then nothing may be used. */
export interface Applied {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
}

/** Makes the edits one after the other. */
export function applyBreak({ edits }: Break, read: ReadText): Applied {
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const edit of edits) {
    const before = texts.get(edit.file) ?? read(edit.file);
    const problem = before === undefined ? `there is no ${edit.file}` : problemOf(edit, before);
    if (problem !== undefined) problems.push(problem);
    else texts.set(edit.file, replaced(edit, before ?? ''));
  }
  return { texts, problems };
}

function problemOf({ file, find, replace }: Edit, text: string): string | undefined {
  const times = timesIn(text, textOf(find));
  const what = JSON.stringify(textOf(find));
  if (times !== 1) return `${what} stands ${times} times in ${file}, not once`;
  return textOf(find) === textOf(replace) ? `${what} is replaced by itself in ${file}` : undefined;
}

function replaced({ find, replace }: Edit, text: string): string {
  // As a function, since `$&` in the text of a replacement has a meaning of its own.
  return text.replace(textOf(find), () => textOf(replace));
}

/** Also where one begins within another. */
function timesIn(text: string, part: string): number {
  let times = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) times += 1;
  return times;
}
