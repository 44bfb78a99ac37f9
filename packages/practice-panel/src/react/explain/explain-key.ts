/** Whether a key press is Ctrl+Shift+X, on every computer and keyboard. */
export function isExplainKey(
  press: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>,
): boolean {
  return press.code === 'KeyX' && press.ctrlKey && press.shiftKey && !press.altKey && !press.metaKey;
}
