import type { Classroom } from './classroom.js';
import type { PracticePage } from './practice-page.js';

/** Pastes as the browser does it, whatever key or menu asked for it. */
export async function pasteText(practice: PracticePage, make: { line: string; times: number }): Promise<void> {
  await practice.terminal
    .locator('textarea')
    .first()
    .evaluate((textarea, { line, times }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', line.repeat(times));
      textarea.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, make);
}

/** Runs a program that keeps so many bytes of what it is given in `read.bin`, and then shows `read 42`. */
export async function readRaw(practice: PracticePage, { pane }: Classroom, bytes: number, before = ''): Promise<void> {
  await practice.focusTerminal();
  const read = `head -c ${bytes} > read.bin; stty sane; clear; echo read $((40 + 2))`;
  await practice.page.keyboard.type(`stty raw -echo; printf '${before}'; echo ready $((40 + 2)); ${read}`);
  await practice.page.keyboard.press('Enter');
  await pane.waitForScreen('ready 42');
}
