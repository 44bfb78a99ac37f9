import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { findFiles, MOST_FOUND } from './find-files.js';

interface FoundFilesProps {
  readonly wanted: string;
  readonly onDone: () => void;
  /** Up from the first file: back to the field. */
  readonly onBack: () => void;
}

/** Files whose path fits what is written. */
export function FoundFiles({ wanted, onDone, onBack }: FoundFilesProps) {
  const workbench = useWorkbench();
  const { showFile } = usePanelActions();
  const { revision } = useSelected((state) => state.tree);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree says by its revision that it has changed
  const found = useMemo(() => findFiles(workbench.tree.files(), wanted), [workbench, wanted, revision]);
  const list = useRef<HTMLUListElement>(null);
  const open = (path: string) => {
    onDone();
    workbench.revealInTree(path);
    showFile(path, { focus: true });
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons: (Element | null)[] = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[Math.min(buttons.indexOf(document.activeElement) + step, buttons.length - 1)];
    if (next instanceof HTMLElement) next.focus();
    else onBack();
  };
  return (
    <div className="wb-found">
      <p role="status" className="wb-quiet">
        {foundWords(found.length)}
      </p>
      <ul ref={list} aria-label="Files found" onKeyDown={handleKey}>
        {found.map((path) => (
          <li key={path}>
            <button type="button" className="wb-found-file" title={path} onClick={() => open(path)}>
              <span className="wb-row-name">{path.slice(path.lastIndexOf('/') + 1)}</span>
              <span className="wb-found-folder">{path.slice(0, Math.max(0, path.lastIndexOf('/')))}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In a very large project, a folder is read when it is opened: before, its files are not known. */
function foundWords(count: number): string {
  if (count === 0) return 'No file found in the folders that have been read.';
  if (count >= MOST_FOUND) return `The first ${MOST_FOUND} files.`;
  return `${count === 1 ? '1 file' : `${count} files`} in the folders that have been read.`;
}
