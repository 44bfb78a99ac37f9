import type { Terminal } from '@xterm/xterm';

/** Characters given to the parser at a time: hundreds of short lines, some milliseconds; then the page may paint. */
const SLICE_LENGTH = 2 * 1024;
/** Characters that wait for the parser at a time: little is parsed in vain when the text is no longer wanted. */
const QUEUE_LENGTH = 256 * 1024;

/**
 * Writes text without ever blocking the page for long. When it is done, nothing waits for the parser, even
 * if the text was no longer wanted before its end.
 */
export async function parse(terminal: Terminal, text: string, isWanted: () => boolean): Promise<void> {
  let waiting = 0;
  for (const slice of slices(text)) {
    terminal.write(withOverline(slice));
    waiting += slice.length;
    if (waiting < QUEUE_LENGTH) continue;
    await parsed(terminal);
    waiting = 0;
    if (!isWanted()) return;
  }
  await parsed(terminal);
}

function parsed(terminal: Terminal): Promise<void> {
  return new Promise((resolve) => terminal.write('', resolve));
}

/** Cut after a line if there is one, and so not within an escape sequence. */
function* slices(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const most = text.slice(start, start + SLICE_LENGTH);
    const isLast = start + most.length === text.length;
    const slice = isLast ? most : most.slice(0, most.lastIndexOf('\n') + 1) || most;
    yield slice;
    start += slice.length;
  }
}

/** tmux 3.3 prints overline, SGR 53, as a style of blinking: it takes every two-digit code for an underline's. */
function withOverline(text: string): string {
  if (!text.includes('5:3')) return text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return text.replace(/\x1b\[[\d;:]*m/g, (sgr) => sgr.replace(/(?<=[[;])5:3(?=[;m])/g, '53'));
}
