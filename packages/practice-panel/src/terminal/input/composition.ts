import type { Terminal } from '@xterm/xterm';

/** `keyCode` of a key that an input method has taken. */
const KEY_CODE_TAKEN = 229;
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/**
 * Keeps what was composed in front of the key after it. xterm sends a composition with a timer; a key that
 * comes before the timer, as on a busy page, makes it send what it knew of the composition some events ago,
 * which may be nothing. Returns what to call with each key before xterm sees it.
 */
export function sendCompositionsFirst(terminal: Terminal): (event: KeyboardEvent) => void {
  const { textarea } = terminal;
  let unsent = '';
  let afterXterm: ReturnType<typeof setTimeout> | undefined;
  textarea?.addEventListener('compositionend', ({ data }) => {
    unsent += data;
    clearTimeout(afterXterm);
    afterXterm = setTimeout(() => {
      unsent = ''; // set after xterm's own timer, which may have found nothing to send
    });
  });
  // A key may come between xterm's timer and ours, and would then send it again.
  terminal.onData((sent) => {
    if (sent.startsWith(unsent)) unsent = '';
  });
  return ({ type, keyCode, key }) => {
    if (type !== 'keydown' || unsent === '' || keyCode === KEY_CODE_TAKEN || MODIFIERS.has(key)) return;
    if (textarea) textarea.value = ''; // xterm finds nothing left to send
    terminal.input(unsent);
  };
}
