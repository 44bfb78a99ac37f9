import { useEffect, useState } from 'react';
import { loadEditor } from '../../editor/load.js';
import { keyName } from '../browser/platform.js';
import { Dialog } from '../parts/Dialog.js';
import { SEPARATOR_KEYS, TAB_KEYS, TREE_KEYS, WORKBENCH_KEYS } from './shortcuts.js';

type Keys = readonly { readonly key: string; readonly does: string }[];

/** Says all keys, so that nobody has to find out. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const editorKeys = useEditorKeys();
  return (
    <Dialog title="Keyboard shortcuts" size="large" onLeave={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <section className="wb-key-lists" tabIndex={0} aria-label="Keys">
        <KeyList title="Anywhere but in the terminal" keys={WORKBENCH_KEYS} />
        <KeyList title="In the editor" keys={editorKeys} />
        <KeyList title="In the file tree" keys={TREE_KEYS} />
        <KeyList title="On the tabs" keys={TAB_KEYS} />
        <KeyList title="On a line between two parts" keys={SEPARATOR_KEYS} />
      </section>
    </Dialog>
  );
}

/** Those of the editor come with it. */
function useEditorKeys(): Keys {
  const [keys, setKeys] = useState<Keys>([]);
  useEffect(() => {
    let current = true;
    loadEditor().then(
      ({ EDITOR_KEYS }) => current && setKeys(EDITOR_KEYS),
      () => {}, // without the editor there are no keys of it; the editor's own place says that it is missing
    );
    return () => {
      current = false;
    };
  }, []);
  return keys;
}

function KeyList({ title, keys }: { readonly title: string; readonly keys: Keys }) {
  if (keys.length === 0) return null;
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <dl className="practice-keys">
        {keys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{keyName(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
