import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { DocumentView } from '../../client/state.js';
import { useSelected, useWorkbench } from '../context.js';
import { Tab } from './Tab.js';
import { TabMenu, type TabMenuProps } from './TabMenu.js';
import { labelsOf } from './tab-labels.js';

/** The open files. */
export function TabBar(menu: Pick<TabMenuProps, 'onChanges' | 'onRevealInTree' | 'announce'>) {
  const workbench = useWorkbench();
  const documents = useSelected((state) => state.documents);
  const activePath = useSelected((state) => state.activePath);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activePath !== null)
      tabOf(list.current, activePath)?.parentElement?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [activePath]);
  const go = (path: string | undefined) => {
    if (path === undefined) return;
    workbench.switchTo(path);
    tabOf(list.current, path)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' && activePath !== null) workbench.close(activePath);
    else if (!isTabKey(event.key)) return;
    else go(tabAfter(event.key, documents, activePath));
    event.preventDefault();
  };
  if (documents.length === 0) return null;
  const labels = labelsOf(documents.map(({ path }) => path));
  return (
    <div className="wb-tabs">
      <div ref={list} role="tablist" aria-label="Open files" className="wb-tab-list" onKeyDown={handleKey}>
        {documents.map((document) => (
          <Tab
            key={document.path}
            document={document}
            folder={labels.get(document.path)}
            active={document.path === activePath}
          />
        ))}
      </div>
      <TabMenu {...menu} />
    </div>
  );
}

function tabOf(list: HTMLElement | null, path: string): HTMLElement | undefined {
  return [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])].find((tab) => tab.dataset.path === path);
}

const TAB_KEYS = ['ArrowLeft', 'ArrowRight', 'Home', 'End'];

function isTabKey(key: string): boolean {
  return TAB_KEYS.includes(key);
}

/** The tab that a key goes to; around at both ends. */
function tabAfter(key: string, documents: readonly DocumentView[], activePath: string | null): string | undefined {
  if (key === 'Home') return documents[0]?.path;
  if (key === 'End') return documents.at(-1)?.path;
  const at = documents.findIndex(({ path }) => path === activePath);
  const step = key === 'ArrowRight' ? 1 : -1;
  return documents[(at + step + documents.length) % documents.length]?.path;
}
