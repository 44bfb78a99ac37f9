import type { ColourScheme } from '../types.js';

/** How two texts are shown beside or above each other. */
export interface ComparisonLook {
  /** The file's path, for the names that a screen reader says. */
  readonly path: string;
  /** One of `LANGUAGE_IDS`; anything else is plain text. */
  readonly language?: string;
  readonly colourScheme?: ColourScheme;
  /** Pixels. */
  readonly fontSize?: number;
  /** The colours of a language could not be loaded; the texts are shown without them. */
  readonly onLanguageFailure?: (error: unknown) => void;
}

export interface DiffOptions extends ComparisonLook {
  readonly before: string;
  readonly after: string;
  /** What each text is, such as “Saved” and “Now”. */
  readonly labels?: Labels;
}

export interface Labels {
  readonly before: string;
  readonly after: string;
}

export interface ConflictOptions extends ComparisonLook {
  /** What the student has in the editor. */
  readonly mine: string;
  /** What something else wrote to the disk meanwhile. */
  readonly disk: string;
  readonly onResolve: (resolution: Resolution) => void;
}

/** What the student wants: the text of the editor, that of the disk, or what they made of the two. */
export interface Resolution {
  readonly choice: 'mine' | 'disk' | 'merged';
  /** What is to be in the editor now; to be saved unless it is the disk's. */
  readonly text: string;
}

/** Two texts on the page. Whoever opens it disposes of it, once or more. */
export interface ComparisonView {
  /** The text on the right, as it is now. */
  readonly text: () => string;
  readonly focus: () => void;
  /** What was edited stays. */
  readonly setLook: (look: Required<Pick<ComparisonLook, 'colourScheme' | 'fontSize'>>) => void;
  readonly dispose: () => void;
}
