import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { useSelected } from '../context.js';
import { Icon } from '../parts/icons.js';
import { FileTree } from './FileTree.js';
import { FoundFiles } from './FoundFiles.js';
import { NewFile } from './NewFile.js';
import { TreeNotes } from './TreeNotes.js';

interface FilesPaneProps {
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** The files of the project: find one, make one, open one. */
export function FilesPane({ searchField }: FilesPaneProps) {
  const [wanted, setWanted] = useState('');
  const [making, setMaking] = useState(false);
  const newFile = useRef<HTMLButtonElement>(null);
  const endMaking = () => {
    newFile.current?.focus(); // what has the focus goes
    setMaking(false);
  };
  const activePath = useSelected((state) => state.activePath);
  return (
    <div className="wb-files">
      <div className="wb-pane-header">
        <h3>Files</h3>
        <button
          ref={newFile}
          type="button"
          className="practice-icon-button"
          aria-label="New file"
          aria-expanded={making}
          title="New file"
          onClick={() => setMaking(!making)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {making && <NewFile folder={folderOf(activePath)} onDone={endMaking} />}
      <div className="wb-find">
        <Icon name="search" />
        <input
          ref={searchField}
          type="search"
          className="practice-input"
          aria-label="Find a file"
          placeholder="Find a file"
          spellCheck={false}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          onKeyDown={(event) => handleFindKey(event, () => setWanted(''))}
        />
      </div>
      {wanted.trim() === '' ? (
        <TreeOrWait />
      ) : (
        <FoundFiles wanted={wanted.trim()} onDone={() => setWanted('')} onBack={() => searchField.current?.focus()} />
      )}
      <TreeNotes />
    </div>
  );
}

/** From the field, Enter opens the first file that was found, and the arrow goes to it. */
function handleFindKey(event: KeyboardEvent<HTMLInputElement>, clear: () => void): void {
  const { key, currentTarget } = event;
  if (!['Escape', 'ArrowDown', 'Enter'].includes(key) || currentTarget.value === '') return;
  event.preventDefault();
  const first = currentTarget.closest('.wb-files')?.querySelector<HTMLElement>('.wb-found-file');
  if (key === 'Escape') clear();
  else if (key === 'Enter') first?.click();
  else first?.focus();
}

function folderOf(path: string | null): string {
  return path === null ? '' : path.slice(0, path.lastIndexOf('/') + 1);
}

function TreeOrWait() {
  const { loaded, rowCount } = useSelected((state) => state.tree);
  const isRefused = useSelected((state) => state.connection.status === 'refused');
  if (!loaded && isRefused) return <p className="wb-quiet">The folder cannot be shown.</p>;
  if (!loaded) {
    return (
      <p className="wb-quiet" role="status">
        <span className="practice-spinner" aria-hidden="true" /> Reading the folder…
      </p>
    );
  }
  if (rowCount === 0) return <p className="wb-quiet">The folder is empty. Make a file with the plus sign above.</p>;
  return <FileTree />;
}
