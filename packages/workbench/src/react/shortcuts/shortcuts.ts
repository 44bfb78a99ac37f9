/** Keys of the Workbench itself. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const WORKBENCH_KEYS = [
  { key: 'F6', does: 'Go to the next part of the page; with Shift, to the one before' },
  { key: 'Mod-p', does: 'Find a file' },
  { key: 'Mod-s', does: 'Save the file in front' },
  { key: 'Mod-e', does: 'Explain what is selected in the editor, or the line of the cursor' },
  { key: 'Alt-PageDown', does: 'Go to the next open file' },
  { key: 'Alt-PageUp', does: 'Go to the open file before' },
  { key: 'Shift-F1', does: 'Show this list' },
] as const;

export const TREE_KEYS = [
  { key: '↑ ↓', does: 'Go through the rows' },
  { key: '→ ←', does: 'Expand a folder and go into it; collapse it and go out' },
  { key: 'Home, End', does: 'Go to the first and the last row' },
  { key: 'Letters', does: 'Go to the next name that begins so' },
  { key: 'Enter', does: 'Open the file and go to it' },
  { key: 'Space', does: 'Open the file and stay in the tree' },
  { key: '*', does: 'Expand all folders beside this one' },
] as const;

export const TAB_KEYS = [
  { key: '← →', does: 'Go through the open files' },
  { key: 'Delete', does: 'Close the file' },
] as const;

export const SEPARATOR_KEYS = [
  { key: 'Arrows', does: 'Move the line; with Shift, further' },
  { key: 'Enter', does: 'Put it back' },
] as const;
