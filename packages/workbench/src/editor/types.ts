import type { MarkStyle } from './marks/mark-styles.js';

/** A place in a text: lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** From one place up to another one, which is not in it. `start` is never after `end`. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
}

/** What replaced a piece of a text: offsets in UTF-16 units into the text before. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Whose change it was: of what is in the folder, or of the student at the keyboard. */
export type Origin = 'disk' | 'student';

/** Lines that somebody points at; both ends are marked. */
export interface Mark {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly style: MarkStyle;
  /** Shown as text while the pointer rests on the lines, or by a key. */
  readonly hoverText?: string;
}

/** A check that failed because of a line. */
export interface Failure {
  readonly id: string;
  readonly line: number;
  readonly message: string;
}

/** Something said about a line, shown below it until it is dismissed. */
export interface Balloon {
  readonly id: string;
  readonly line: number;
  readonly message: string;
  /** What it is; it decides the balloon's sign and colour. */
  readonly kind: MarkStyle;
}

export interface ChangeEvent {
  readonly path: string;
  /** In the order of the text, none in another: applied together, they turn the text before into the one after. */
  readonly changes: readonly TextChange[];
  /** The whole text after the change. It is put together when asked for, so ask only for what you send. */
  readonly text: () => string;
  readonly origin: Origin;
}

export interface CursorEvent {
  readonly path: string;
  readonly position: Position;
  readonly selections: readonly TextRange[];
}

export interface SelectionEvent {
  readonly path: string;
  readonly range: TextRange;
  /** UTF-16 units, line breaks as they are in the file. */
  readonly textLength: number;
}

interface ScrollEvent {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface BalloonEvent {
  readonly path: string;
  readonly id: string;
  readonly action: 'dismiss';
}

export interface LanguageFailure {
  readonly path: string;
  readonly language: string;
  readonly error: unknown;
}

/** How the editor looks. What is not given stays as it is. */
export interface Look {
  /** Pixels. */
  readonly fontSize?: number;
  readonly lineWrapping?: boolean;
  /** Columns that a tab takes. */
  readonly tabSize?: number;
  readonly colourScheme?: ColourScheme;
}
export type ColourScheme = 'light' | 'dark';

export interface EditorOptions extends Look {
  readonly onChange?: (event: ChangeEvent) => void;
  /** At once, after every move of the cursor and when another file is shown. */
  readonly onCursor?: (event: CursorEvent) => void;
  /** When a selection has settled, and when it is gone again. */
  readonly onSelection?: (event: SelectionEvent) => void;
  readonly onSave?: (path: string) => void;
  /** When scrolling has settled. */
  readonly onScroll?: (event: ScrollEvent) => void;
  readonly onBalloonAction?: (event: BalloonEvent) => void;
  /** The colours of a language could not be loaded; the text is shown without them. */
  readonly onLanguageFailure?: (failure: LanguageFailure) => void;
  /** Says a text to a screen reader, by a live region of the page. */
  readonly announce?: (text: string) => void;
}

export interface ShowOptions {
  /** One of `LANGUAGE_IDS`; anything else is plain text. */
  readonly language?: string;
  readonly readOnly?: boolean;
}

export interface RevealTarget {
  readonly line: number;
  readonly column?: number;
  /** With it, all lines from `line` to it are selected, if anything is. */
  readonly endLine?: number;
}

export interface RevealOptions {
  /** Moves the cursor there. */
  readonly select?: boolean;
  /** Moves the cursor there and puts the keyboard into the editor. */
  readonly focus?: boolean;
}
