import { saveFile } from '@agent-factory/practice-panel';
import { useState } from 'react';
import { useWorkbench } from '../context.js';
import { Icon } from '../parts/icons.js';

const FILE_NAME = 'agent-log.ndjson';

/**
 * Saves the whole log as a file. It is fetched, not linked to: the daemon does not let a lesson site's page in that only
 * navigates.
 */
export function ExportActions() {
  const { rest } = useWorkbench();
  const [state, setState] = useState<'ready' | 'running' | 'failed'>('ready');
  const [problem, setProblem] = useState('');
  const run = async () => {
    if (state === 'running') return;
    setState('running');
    const outcome = await rest.exportActions();
    setState(outcome.ok ? 'ready' : 'failed');
    if (outcome.ok) saveFile(outcome.value, FILE_NAME);
    else setProblem(outcome.error.message);
  };
  return (
    <>
      <button type="button" className="practice-action" aria-disabled={state === 'running'} onClick={() => void run()}>
        <Icon name="download" />
        Export
      </button>
      <span role="status" className="wb-field-problem">
        {state === 'failed' && `Not exported. ${problem}`}
      </span>
    </>
  );
}
