import { Change, MergeView, unifiedMergeView } from '@codemirror/merge';
import { type Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { differences } from '../text/line-diff.js';
import { pieceButton, takeButton } from './piece-buttons.js';

export interface Compared {
  readonly before: Text;
  readonly after: Text;
  /** Whether the second text may be edited, and pieces of the first one be taken over. */
  readonly editable: boolean;
  /** Whether long stretches of equal lines are hidden. */
  readonly collapsed: boolean;
  readonly extensionsBefore: Extension;
  readonly extensionsAfter: Extension;
}

/** Two texts in the page. */
export interface Arranged {
  readonly views: readonly EditorView[];
  /** The one with the second text. */
  readonly edited: EditorView;
  readonly dispose: () => void;
}

/** Unchanged lines shown around each difference, and how many there have to be to hide them: fewer are no burden. */
const COLLAPSED = { margin: 3, minSize: 8 };
const diffConfig = { override: byLines };

/** Comparing letter by letter would take minutes for two large texts that repeat themselves. */
function byLines(before: string, after: string): Change[] {
  return differences(Text.of(before.split('\n')), Text.of(after.split('\n'))).map(
    ({ fromA, toA, fromB, toB }) => new Change(fromA, toA, fromB, toB),
  );
}

export function besideEachOther(parent: HTMLElement, compared: Compared): Arranged {
  const { before, after, editable, collapsed, extensionsBefore, extensionsAfter } = compared;
  const merge = new MergeView({
    parent,
    a: { doc: before, extensions: extensionsBefore },
    b: { doc: after, extensions: extensionsAfter },
    diffConfig,
    ...(collapsed ? { collapseUnchanged: COLLAPSED } : {}),
    ...(editable ? { revertControls: 'a-to-b', renderRevertControl: () => takeButton(parent.ownerDocument) } : {}),
  });
  return { views: [merge.a, merge.b], edited: merge.b, dispose: () => merge.destroy() };
}

export function inOneColumn(parent: HTMLElement, compared: Compared): Arranged {
  const { before, after, editable, collapsed, extensionsAfter } = compared;
  const buttons = (type: 'accept' | 'reject', act: (event: MouseEvent) => void) =>
    pieceButton(parent.ownerDocument, { takes: type === 'reject', act });
  const unified = unifiedMergeView({
    ...{ original: before, mergeControls: editable && buttons, diffConfig },
    ...(collapsed ? { collapseUnchanged: COLLAPSED } : {}),
  });
  const view = new EditorView({ parent, doc: after, extensions: [extensionsAfter, unified] });
  return { views: [view], edited: view, dispose: () => view.destroy() };
}
