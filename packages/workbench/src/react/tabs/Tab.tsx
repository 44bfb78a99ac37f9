import type { MouseEvent } from 'react';
import type { DocumentView } from '../../client/state.js';
import { useWorkbench } from '../context.js';
import { Icon } from '../parts/icons.js';
import { EDITOR_PANEL_ID } from './editor-panel-id.js';

interface TabProps {
  readonly document: DocumentView;
  /** Tells it apart from a tab of the same name. */
  readonly folder: string | undefined;
  readonly active: boolean;
}

const MIDDLE_BUTTON = 1;

/** An open file. Delete closes it, and so does the tab's menu: the cross is for the pointer alone. */
export function Tab({ document, folder, active }: TabProps) {
  const workbench = useWorkbench();
  const { path, name } = document;
  const close = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    workbench.close(path);
  };
  return (
    <div className="wb-tab" role="presentation" data-active={active} data-dirty={document.dirty}>
      <button
        type="button"
        role="tab"
        data-path={path}
        tabIndex={active ? 0 : -1}
        aria-selected={active}
        aria-controls={active ? EDITOR_PANEL_ID : undefined}
        aria-label={[name, folder, ...tabFacts(document)].filter(Boolean).join(', ')}
        aria-keyshortcuts="Delete"
        title={[path, ...tabFacts(document)].join('\n')}
        onClick={() => workbench.switchTo(path)}
        onMouseDown={(event) => event.button === MIDDLE_BUTTON && event.preventDefault()}
        onAuxClick={(event) => event.button === MIDDLE_BUTTON && close(event)}
      >
        <span className="wb-tab-name" data-deleted={document.deleted}>
          {name}
        </span>
        {folder && <span className="wb-tab-folder">{folder}</span>}
        {document.conflict && <Icon name="warning" />}
      </button>
      <span className="wb-tab-close" aria-hidden="true" title={`Close ${name}`} onClick={close}>
        <span className="wb-dirty" />
        <Icon name="cross" />
      </span>
    </div>
  );
}

function tabFacts({ dirty, conflict, deleted, readOnly, status }: DocumentView): string[] {
  const facts: string[] = [];
  if (dirty) facts.push('unsaved');
  if (conflict !== null) facts.push('changed on disk');
  if (deleted) facts.push('deleted on disk');
  if (readOnly) facts.push('read only');
  if (status === 'failed') facts.push('cannot be shown');
  return facts;
}
