import { remembered } from '../browser/remembered.js';

/** How the student wants the editor. */
export interface EditorSettings {
  /** CSS pixels. */
  readonly fontSize: number;
  readonly lineWrapping: boolean;
}

/** Bounds of the text size in CSS pixels: those of the terminal. */
export const MIN_FONT_SIZE = 8;
export const MAX_FONT_SIZE = 32;

const USUAL: EditorSettings = { fontSize: 13, lineWrapping: false };

const KEY = 'practice:workbench-editor';

export const editorSettings = remembered(KEY, parseEditorSettings);

/** What is valid of stored settings; the rest is as usual. */
export function parseEditorSettings(stored: unknown): EditorSettings {
  if (typeof stored !== 'object' || stored === null) return USUAL;
  const { fontSize, lineWrapping } = stored as Record<string, unknown>;
  return {
    fontSize: isFontSize(fontSize) ? fontSize : USUAL.fontSize,
    lineWrapping: typeof lineWrapping === 'boolean' ? lineWrapping : USUAL.lineWrapping,
  };
}

function isFontSize(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= MIN_FONT_SIZE && (value as number) <= MAX_FONT_SIZE;
}
