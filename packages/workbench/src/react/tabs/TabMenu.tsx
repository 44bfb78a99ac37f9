import { keyName } from '../browser/platform.js';
import { writeClipboard } from '../browser/write-clipboard.js';
import { useSelected, useWorkbench } from '../context.js';
import { ActionMenu, type MenuAction } from '../parts/ActionMenu.js';

export interface TabMenuProps {
  readonly onChanges: (path: string) => void;
  readonly onRevealInTree: (path: string) => void;
  readonly announce: (words: string) => void;
}

/** What can be done with the file in front. */
export function TabMenu(props: TabMenuProps) {
  const actions = useTabActions(props);
  return actions === undefined ? null : <ActionMenu label="File actions" icon="more" actions={actions} />;
}

function useTabActions({ onChanges, onRevealInTree, announce }: TabMenuProps): MenuAction[] | undefined {
  const workbench = useWorkbench();
  const documents = useSelected((state) => state.documents);
  const activePath = useSelected((state) => state.activePath);
  const active = documents.find(({ path }) => path === activePath);
  if (active === undefined) return undefined;
  const { path, dirty } = active;
  const copy = async () =>
    announce((await writeClipboard(path)) ? 'Path copied.' : `The browser does not allow it: ${path}`);
  return [
    { label: 'Save', shortcut: keyName('Mod-s'), run: () => workbench.save(path) },
    { label: 'Save all', disabled: !documents.some((document) => document.dirty), run: () => workbench.saveAll() },
    { label: 'View changes', disabled: !dirty, run: () => onChanges(path) },
    { label: 'Show in the file tree', run: () => onRevealInTree(path) },
    { label: 'Copy path', run: () => void copy() },
    { label: 'Close', run: () => workbench.close(path) },
    {
      label: 'Close others',
      disabled: documents.length < 2,
      run: () => {
        for (const other of documents) if (other.path !== path) workbench.close(other.path);
      },
    },
  ];
}
