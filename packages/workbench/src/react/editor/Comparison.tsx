import { useEffect, useRef } from 'react';
import type { DocumentView } from '../../client/state.js';
import type { Workbench } from '../../client/workbench.js';
import type { ComparisonView, Resolution } from '../../editor/conflict/conflict-types.js';
import type { EditorModule } from '../../editor/load.js';
import type { ColourScheme } from '../../editor/types.js';
import { useWorkbench } from '../context.js';
import { mayFocus, usePassedFocus } from '../parts/pass-focus.js';
import { useLatest } from '../parts/use-latest.js';
import { useLook } from './use-binding.js';
import type { Comparing } from './use-comparing.js';

interface ComparisonProps {
  readonly module: EditorModule;
  readonly comparing: Comparing;
  readonly colourScheme: ColourScheme;
  readonly announce: (words: string) => void;
  readonly onLeave: () => void;
  /** It goes, and the keyboard was in it. */
  readonly onFocusLost: () => void;
}

const WORDS = {
  changes: 'What you have changed since the last save.',
  conflict: 'You can decide later, and go on editing.',
  other: 'The text of the other window, and the one in the editor.',
} as const;

/** Two texts of a file: what has changed, or what to keep of both. */
export function Comparison({ module, comparing, colourScheme, announce, onLeave, onFocusLost }: ComparisonProps) {
  const workbench = useWorkbench();
  const place = usePassedFocus<HTMLDivElement>(onFocusLost);
  const host = useRef<HTMLDivElement>(null);
  const { fontSize } = useLook(colourScheme);
  const { kind, path, window } = comparing;
  const shown = useRef<ComparisonView>(undefined);
  const latest = useLatest({ fontSize, colourScheme });
  useEffect(() => {
    if (host.current === null) return undefined;
    const look = { path, ...latest.current, language: languageOf(workbench, path) };
    const open = { changes: openChanges, conflict: openConflict, other: openOther }[kind];
    const view = open({ module, workbench, parent: host.current, look, window });
    shown.current = view;
    if (mayFocus()) view?.focus();
    return () => view?.dispose();
  }, [module, workbench, kind, path, window, latest]);
  // Another look takes away nothing that was edited.
  useEffect(() => shown.current?.setLook({ fontSize, colourScheme }), [fontSize, colourScheme]);
  useEffect(() => {
    announce(kind === 'changes' ? `Changes in ${path}.` : `Two texts of ${path}.`);
  }, [announce, kind, path]);
  return (
    <div ref={place} className="wb-comparison-place">
      <div className="wb-bar">
        <span className="wb-bar-words">{WORDS[kind]}</span>
        <button type="button" className="practice-action" onClick={onLeave}>
          Back to the editor
        </button>
      </div>
      <div ref={host} className="wb-comparison-host" />
    </div>
  );
}

interface Opening {
  readonly module: EditorModule;
  readonly workbench: Workbench;
  readonly parent: HTMLElement;
  readonly look: { path: string; fontSize: number; colourScheme: ColourScheme; language: string };
  readonly window: string | undefined;
}

function languageOf(workbench: Workbench, path: string): string {
  return documentAt(workbench, path)?.language ?? 'plaintext';
}

function documentAt(workbench: Workbench, path: string): DocumentView | undefined {
  return workbench.snapshot().documents.find((document) => document.path === path);
}

function openChanges({ module, workbench, parent, look }: Opening): ComparisonView {
  const before = workbench.savedTextOf(look.path) ?? '';
  const after = workbench.textOf(look.path) ?? '';
  return module.openDiff(parent, { ...look, before, after, labels: { before: 'Saved', after: 'Now' } });
}

function openOther({ module, workbench, parent, look, window }: Opening): ComparisonView | undefined {
  const { others } = documentAt(workbench, look.path) ?? {};
  const before = others?.find((other) => other.window === window)?.text;
  if (before === undefined) return undefined;
  const after = workbench.textOf(look.path) ?? '';
  return module.openDiff(parent, { ...look, before, after, labels: { before: 'Of another window', after: 'Yours' } });
}

function openConflict({ module, workbench, parent, look }: Opening): ComparisonView | undefined {
  const { path } = look;
  const conflict = documentAt(workbench, path)?.conflict;
  if (conflict == null || conflict.disk === null) return undefined;
  const resolve = ({ choice, text }: Resolution) => {
    workbench.resolve(path, choice === 'merged' ? { text } : choice);
    if (choice === 'merged') workbench.save(path); // as its button says
  };
  return module.openConflict(parent, {
    ...look,
    mine: workbench.textOf(path) ?? '',
    disk: conflict.disk,
    onResolve: resolve,
  });
}
