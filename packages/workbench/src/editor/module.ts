export { openConflict } from './conflict/open-conflict.js';
export { openDiff } from './conflict/open-diff.js';
export { createEditor } from './create-editor.js';
export { EDITOR_KEYS } from './keys/editor-keys.js';
export { LANGUAGE_IDS } from './languages/languages.js';
export { MARK_STYLES } from './marks/mark-styles.js';
