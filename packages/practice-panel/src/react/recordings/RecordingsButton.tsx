import { RECORDINGS } from '@agent-factory/protocol/recordings';
import { useState } from 'react';
import type { Theme } from '../props.js';
import { useTabFacts } from '../tabs/use-tab-facts.js';
import { RecordingsDialog } from './RecordingsDialog.js';
import { useServerUrl } from './use-server-url.js';

/** Opens the list of recordings where no exercise is open, if the practice server can record. */
export function RecordingsButton({ theme }: { readonly theme: Theme }) {
  const { capabilities } = useTabFacts(undefined);
  const serverUrl = useServerUrl();
  const [isOpen, setOpen] = useState(false);
  if (serverUrl === undefined || !capabilities.has(RECORDINGS)) return null;
  return (
    <>
      <button type="button" className="practice-action" onClick={() => setOpen(true)}>
        Recordings…
      </button>
      {isOpen && <RecordingsDialog theme={theme} serverUrl={serverUrl} onClose={() => setOpen(false)} />}
    </>
  );
}
