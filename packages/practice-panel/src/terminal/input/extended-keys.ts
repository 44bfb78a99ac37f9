/** The part of a key press that decides what it sends. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

const ENTER = 13;

/** Signs that have no control character, and that neither the panel nor browsers use as keys. */
const SIGNS = '19,.';

/** Ctrl+Shift+I and M are Tab and Enter to tmux; C, E and V never get here. */
const NOT_TOLD_APART = ['KeyI', 'KeyM'];

/**
 * The sequence by which tmux recognises a key with modifiers for which xterm would send the same as without
 * them: `CSI u`, as in xterm's `modifyOtherKeys`. tmux passes it on to a program that asked for such keys, and
 * sends any other program the plain key. Undefined if what xterm sends is right.
 */
export function extendedKey(press: KeyPress): string | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = press;
  if (metaKey || !(shiftKey || ctrlKey)) return undefined;
  const code = key === 'Enter' ? ENTER : altKey || !ctrlKey ? undefined : codeWithCtrl(press);
  const modifiers = 1 + Number(shiftKey) + 2 * Number(altKey) + 4 * Number(ctrlKey);
  return code === undefined ? undefined : `\x1b[${code};${modifiers}u`;
}

function codeWithCtrl({ key, code, shiftKey }: KeyPress): number | undefined {
  if (shiftKey) return isLetter(code) ? code.toLowerCase().charCodeAt(3) : undefined;
  return key.length === 1 && SIGNS.includes(key) ? key.charCodeAt(0) : undefined;
}

function isLetter(code: string): boolean {
  return /^Key[A-Z]$/.test(code) && !NOT_TOLD_APART.includes(code);
}
