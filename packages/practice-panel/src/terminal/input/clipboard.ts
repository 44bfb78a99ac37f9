import { ClipboardAddon, type IClipboardProvider } from '@xterm/addon-clipboard';
import type { Terminal } from '@xterm/xterm';

/** Most characters (base64) that a program may put on the clipboard: larger is a mistake or a prank. */
const MAX_CLIPBOARD_LENGTH = 1024 * 1024;

/** OSC 52, by which programs reach the clipboard. */
const CLIPBOARD_SEQUENCE = 52;

/** Lets programs in the terminal write to the clipboard; they never read it. */
export function allowClipboardWrites(terminal: Terminal): void {
  const provider: IClipboardProvider = { readText: () => '', writeText: (_selection, text) => copyText(text) };
  terminal.loadAddon(new ClipboardAddon(undefined, provider));
  // The latest handler is asked first; what it handles never reaches the add-on.
  terminal.parser.registerOscHandler(CLIPBOARD_SEQUENCE, isRefused);
}

/** Copies without making the caller wait. Without permission nothing is copied, and the text can still be selected. */
export function copyText(text: string): void {
  if (text !== '') navigator.clipboard?.writeText(text).catch(() => {});
}

/** Checks the part that the add-on reads: it would answer a question by typing what the program wrote before it. */
function isRefused(data: string): boolean {
  const [, text = '?'] = data.split(';');
  return text === '?' || text.length > MAX_CLIPBOARD_LENGTH;
}
