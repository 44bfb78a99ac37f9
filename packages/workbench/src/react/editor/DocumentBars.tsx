import type { LeftText } from '../../client/drafts/left-texts.js';
import type { DocumentView } from '../../client/state.js';
import { useWorkbench } from '../context.js';
import { Bar, type BarAction } from '../parts/Bar.js';
import { Icon } from '../parts/icons.js';
import type { Comparing } from './use-comparing.js';

interface DocumentBarsProps {
  readonly document: DocumentView;
  readonly comparing: Comparing | undefined;
  readonly onCompare: (comparing: Comparing) => void;
}

/** What the student has to know of the file in front, and can do about it. */
export function DocumentBars({ document, comparing, onCompare }: DocumentBarsProps) {
  if (document.status !== 'ready') return null;
  if (document.conflict !== null) {
    return comparing?.kind === 'conflict' ? null : <ConflictBar document={document} onCompare={onCompare} />;
  }
  const [other] = document.others;
  return (
    <>
      <FileBar document={document} />
      {other && <OtherBar {...{ document, other, comparing, onCompare }} />}
    </>
  );
}

function FileBar({ document }: Pick<DocumentBarsProps, 'document'>) {
  if (document.deleted) return <DeletedBar document={document} />;
  return document.readOnly ? <ReadOnlyBar document={document} /> : null;
}

/** One after the other, if there are several. */
function OtherBar({ document, other, comparing, onCompare }: DocumentBarsProps & { readonly other: LeftText }) {
  const workbench = useWorkbench();
  const { path, name } = document;
  const { window } = other;
  const compare: BarAction = {
    label: 'Compare',
    kind: 'primary',
    run: () => onCompare({ kind: 'other', path, window }),
  };
  const actions: BarAction[] = [
    ...(comparing?.kind === 'other' ? [] : [compare]),
    { label: 'Take it', run: () => workbench.takeOther(path, window) },
    { label: 'Discard it', run: () => workbench.discardOther(path, window) },
  ];
  return (
    <Bar tone="warning" actions={actions}>
      <Icon name="warning" />
      <span>There is text of {name} from another window that was never saved. It is not the one in the editor.</span>
    </Bar>
  );
}

function ConflictBar({ document, onCompare }: Pick<DocumentBarsProps, 'document' | 'onCompare'>) {
  const workbench = useWorkbench();
  const { path, name } = document;
  const actions: BarAction[] = [
    { label: 'Compare', kind: 'primary', run: () => onCompare({ kind: 'conflict', path }) },
    { label: 'Keep mine', run: () => workbench.resolve(path, 'mine') },
    { label: 'Take the one on disk', run: () => workbench.resolve(path, 'disk') },
  ];
  const isRead = document.conflict?.disk !== null;
  return (
    <Bar tone="warning" actions={isRead ? actions : []}>
      <Icon name="warning" />
      <span>
        {name} has changed on disk, and you have unsaved text. {isRead ? 'Nothing is lost yet.' : 'Reading it…'}
      </span>
    </Bar>
  );
}

function DeletedBar({ document: { path, name } }: { readonly document: DocumentView }) {
  const workbench = useWorkbench();
  const actions: BarAction[] = [
    { label: 'Save it again', kind: 'primary', run: () => workbench.save(path) },
    { label: 'Close', run: () => workbench.discard(path) },
  ];
  return (
    <Bar tone="warning" actions={actions}>
      <Icon name="warning" />
      <span>{name} was deleted on disk. Its text is still here.</span>
    </Bar>
  );
}

function ReadOnlyBar({ document: { name } }: { readonly document: DocumentView }) {
  return (
    <Bar tone="plain" actions={[]}>
      <Icon name="info" />
      <span>
        {name} is read only. To edit it, allow that in the terminal, then open it again: <code>chmod u+w {name}</code>
      </span>
    </Bar>
  );
}
