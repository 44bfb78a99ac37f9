/** The editor's own keys, for the page's list of keys. `Mod` is Ctrl, and Cmd on a Mac. */
export const EDITOR_KEYS = [
  { key: 'Mod-s', does: 'Save the file' },
  { key: 'Mod-f', does: 'Find and replace' },
  { key: 'F8', does: 'Go to the next mark or failed check' },
  { key: 'Shift-F8', does: 'Go to the mark or failed check before' },
  { key: 'Alt-F1', does: 'Show the hint of this line' },
  { key: 'Alt-F8', does: 'Go to the next balloon; Enter dismisses it, Escape goes back to the text' },
  { key: 'Escape, then Tab', does: 'Leave the editor' },
] as const;
