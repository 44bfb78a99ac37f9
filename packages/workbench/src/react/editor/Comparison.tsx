import { useEffect, useRef } from 'react';
import type { Workbench } from '../../client/workbench.js';
import type { ComparisonView, Resolution } from '../../editor/conflict/conflict-types.js';
import type { EditorModule } from '../../editor/load.js';
import type { ColourScheme } from '../../editor/types.js';
import { useWorkbench } from '../context.js';
import { useLatest } from '../parts/use-latest.js';
import { useLook } from './use-binding.js';
import type { Comparing } from './use-comparing.js';

interface ComparisonProps {
  readonly module: EditorModule;
  readonly comparing: Comparing;
  readonly colourScheme: ColourScheme;
  readonly announce: (words: string) => void;
  readonly onLeave: () => void;
}

/** Two texts of a file: what has changed, or what to keep of both. */
export function Comparison({ module, comparing, colourScheme, announce, onLeave }: ComparisonProps) {
  const workbench = useWorkbench();
  const host = useRef<HTMLDivElement>(null);
  const { fontSize } = useLook(colourScheme);
  const { kind, path } = comparing;
  const shown = useRef<ComparisonView>(undefined);
  const latest = useLatest({ fontSize, colourScheme });
  useEffect(() => {
    if (host.current === null) return undefined;
    const look = { path, ...latest.current, language: languageOf(workbench, path) };
    const view = { changes: openChanges, conflict: openConflict }[kind]({
      module,
      workbench,
      parent: host.current,
      look,
    });
    shown.current = view;
    view?.focus();
    return () => view?.dispose();
  }, [module, workbench, kind, path, latest]);
  // Another look takes away nothing that was edited.
  useEffect(() => shown.current?.setLook({ fontSize, colourScheme }), [fontSize, colourScheme]);
  useEffect(() => {
    announce(kind === 'changes' ? `Changes in ${path}.` : `Two texts of ${path}.`);
  }, [announce, kind, path]);
  return (
    <div className="wb-comparison-place">
      <div className="wb-bar">
        <span className="wb-bar-words">
          {kind === 'changes'
            ? 'What you have changed since the last save.'
            : 'You can decide later, and go on editing.'}
        </span>
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
}

function languageOf(workbench: Workbench, path: string): string {
  return workbench.snapshot().documents.find((document) => document.path === path)?.language ?? 'plaintext';
}

function openChanges({ module, workbench, parent, look }: Opening): ComparisonView {
  const before = workbench.savedTextOf(look.path) ?? '';
  const after = workbench.textOf(look.path) ?? '';
  return module.openDiff(parent, { ...look, before, after, labels: { before: 'Saved', after: 'Now' } });
}

function openConflict({ module, workbench, parent, look }: Opening): ComparisonView | undefined {
  const { path } = look;
  const conflict = workbench.snapshot().documents.find((document) => document.path === path)?.conflict;
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
