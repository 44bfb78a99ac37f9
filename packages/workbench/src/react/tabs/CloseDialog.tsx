import { useSelected, useWorkbench } from '../context.js';
import { Dialog } from '../parts/Dialog.js';

/** Asks what becomes of unsaved text when its file is closed. */
export function CloseDialog() {
  const workbench = useWorkbench();
  const documents = useSelected((state) => state.documents);
  const closing = documents.find((document) => document.closing);
  if (closing === undefined) return null;
  const { path, name } = closing;
  return (
    <Dialog
      key={path}
      title={`Save ${name}?`}
      leave="Cancel"
      onLeave={() => workbench.keepOpen(path)}
      choices={[
        { label: 'Discard', kind: 'danger', run: () => workbench.discard(path) },
        { label: 'Save', kind: 'primary', run: () => workbench.saveAndClose(path) },
      ]}
    >
      <p>It has text that is not saved. Discard gives that text up.</p>
    </Dialog>
  );
}
