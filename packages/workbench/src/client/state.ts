import type {
  CoachMessage,
  GlowStyle,
  HintLevel,
  IssueContext,
  Mark,
  Phase,
  Position,
  Project,
  Range,
  TextChange,
  Visibility,
} from '@agent-factory/protocol/coach';
import type { LeftText } from './drafts/left-texts.js';
import type { KatasState } from './katas/katas-state.js';
import type { MindState } from './mind/mind-state.js';

/** Whether the daemon is there. `retryAt` is in Unix milliseconds. After `refused` only `connect()` tries again. */
export type Connection =
  | { readonly status: 'connecting' | 'open' | 'closed' }
  | { readonly status: 'waiting'; readonly retryAt: number }
  | { readonly status: 'refused'; readonly code: string; readonly message: string };

/** How the daemon learns of changes on the disk; `reason` is for people. */
export interface Watching {
  readonly by: 'events' | 'polling' | 'nothing';
  readonly reason?: string | undefined;
}

/** Something that went wrong and that the student should know. `message` says what to do. */
export interface Problem {
  readonly id: string;
  /** One of the protocol's error codes, or one of this side: see problems.ts. */
  readonly code: string;
  readonly message: string;
  readonly path?: string;
}

/** Why a file is not shown. `reason` tells `file_unsuitable` apart: `binary`, `too_large`, `not_utf8` and so on. */
export interface FileProblem {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
}

/**
 * The disk has another text than the one that this document was made of. `disk` is in the editor's form, and null
 * where it was not read yet. The student's own text is `workbench.textOf(path)`: it can still be edited meanwhile.
 */
export interface Conflict {
  readonly disk: string | null;
  readonly version: string | null;
  /** The student tried to save, so that a choice is followed by the save. False: it was noticed before that. */
  readonly saving: boolean;
}

/** An open file: a tab. Its text is not here: see `textOf` and the events. */
export interface DocumentView {
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** `loading`: the file was asked for. `failed`: see `problem`. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem: FileProblem | null;
  /** Such as `typescript`; `plaintext` where none fits. */
  readonly language: string;
  /** The text differs from that of the disk. */
  readonly dirty: boolean;
  /** A save is under way, or waits for the connection. */
  readonly saving: boolean;
  readonly conflict: Conflict | null;
  /** Other unsaved texts of it, left by windows that are gone: `takeOther` or `discardOther`. The latest is first. */
  readonly others: readonly LeftText[];
  /** The file is gone from the disk; a save makes it again. */
  readonly deleted: boolean;
  readonly readOnly: boolean;
  /** The student wants to close it, and has to choose first: `saveAndClose`, `discard` or `keepOpen`. */
  readonly closing: boolean;
  /** Unix milliseconds of the last save from here. */
  readonly savedAt: number | null;
  /** Grows whenever this side replaces the text, as `document.replaced` tells, too. */
  readonly textRevision: number;
}

/** A criterion that was not met, where it is in the student's work. */
export interface Failure {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** The criterion's name. */
  readonly criterion: string;
}

/** What the agent points at, as far as the hint level shows it. Objects of a path stay the same until they change. */
export interface Shown {
  /** Marked lines by path; without `hoverText` below the level `line`. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  /** Files and folders that glow in the tree, by path. */
  readonly glows: ReadonlyMap<string, GlowStyle>;
  /** Messages that belong to a file, by path; those without a line belong to its beginning. */
  readonly balloons: ReadonlyMap<string, readonly CoachMessage[]>;
  /** Messages that belong to no file, the oldest first. */
  readonly toasts: readonly CoachMessage[];
  /** All messages, of files or not, the oldest first. */
  readonly messages: readonly CoachMessage[];
}

/** The tree itself is `workbench.tree`; this says when to look at it again. */
interface TreeState {
  /** Grows with every change of the rows. */
  readonly revision: number;
  readonly rowCount: number;
  /** False until the first tree has arrived. */
  readonly loaded: boolean;
}

/** A row of the tree, as it is shown. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  /** 0 for what is directly in the project. */
  readonly depth: number;
  readonly type: 'file' | 'directory';
  /** False for files, too. */
  readonly expanded: boolean;
  /** A folder that is expanded and was asked for. */
  readonly loading: boolean;
  readonly glow: GlowStyle | null;
  /** Has unsaved text. */
  readonly dirty: boolean;
  readonly link: boolean;
  readonly unusable: boolean;
  /** Place among its siblings from 1, and how many they are: `aria-posinset` and `aria-setsize`. */
  readonly position: number;
  readonly siblings: number;
}

/** A folder with so many entries that only the first of them are in the tree. Its path is empty for the project. */
export interface CutFolder {
  readonly path: string;
  /** How many these were when they came: files that come and go later count no more. */
  readonly sent: number;
}

export interface WorkbenchState {
  readonly connection: Connection;
  /** Null until the daemon has told it. */
  readonly project: Project | null;
  /** The coaching session; null while no agent is there. */
  readonly sessionId: string | null;
  /** What the daemon does of the protocol, such as `files`, `pointers`, `plan`. */
  readonly capabilities: readonly string[];
  readonly visibility: Visibility;
  readonly hintLevel: HintLevel;
  readonly watching: Watching;
  readonly tree: TreeState;
  /** Open files in the order of their tabs. */
  readonly documents: readonly DocumentView[];
  readonly activePath: string | null;
  readonly shown: Shown;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  readonly phases: readonly Phase[];
  readonly issue: IssueContext | null;
  readonly mind: MindState;
  readonly katas: KatasState;
  /** The oldest first. */
  readonly problems: readonly Problem[];
}

/** A place to go to; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column?: number | undefined;
}

/** What the student has done in the editor. */
export interface Edit {
  /** In UTF-16 units of the text before all of them. */
  readonly changes: readonly TextChange[];
  /** The text after them, made when it is needed: it must not change with later edits. */
  readonly text: () => string;
  readonly cursor: Position;
  readonly selections?: readonly Range[];
}

/** What happens once. What lasts is in the state. */
export type WorkbenchEvent =
  /** A document has its text; `restored`: it is unsaved text of earlier. */
  | { readonly type: 'document.opened'; readonly path: string; readonly text: string; readonly restored: boolean }
  /** The editor has to show this text, and must not report it as an edit. */
  | { readonly type: 'document.replaced'; readonly path: string; readonly text: string }
  | { readonly type: 'document.saved'; readonly path: string; readonly version: string }
  | { readonly type: 'document.closed'; readonly path: string }
  /** Show this place, and put the cursor there. Comes behind `document.opened`. */
  | { readonly type: 'reveal'; readonly path: string; readonly at: Place };
