import { useEffect } from 'react';
import type { SessionEnd } from '../../client/mind/mind-state.js';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { usePassedFocus } from '../parts/pass-focus.js';
import { Card, Waiting } from './Card.js';
import { DashboardWay } from './DashboardWay.js';
import { endWords, foundWords } from './end-words.js';
import { useKeptKeyboard } from './use-kept-keyboard.js';

const TITLES = { asked: 'Wrapping up…', ended: 'The session is over', failed: 'Not wrapped up' } as const;

/** What comes of a session that ends. */
export function EndCard() {
  const ended = useSelected((state) => state.mind.ended);
  return ended && <OneEnd ended={ended} />;
}

function OneEnd({ ended }: { readonly ended: SessionEnd }) {
  const workbench = useWorkbench();
  const { announce } = usePanelActions();
  const place = usePassedFocus<HTMLElement>();
  const { status } = ended;
  const words = endWords(ended);
  useKeptKeyboard(place, status);
  useEffect(() => announce(words), [announce, words]);
  const close = { label: 'Close what came of the session', tip: 'Close', run: () => workbench.dismissEnd() };
  return (
    <Card
      label="End of the session"
      title={TITLES[status]}
      close={status === 'asked' ? undefined : close}
      {...{ status, place }}
    >
      {status === 'asked' && <Waiting>The coach looks at what you have done. You need not wait.</Waiting>}
      {status === 'ended' && <Outcome ended={ended} />}
      {status === 'failed' && <p className="wb-field-problem">{ended.message}</p>}
    </Card>
  );
}

function Outcome({ ended: { counts, summary } }: { readonly ended: Extract<SessionEnd, { status: 'ended' }> }) {
  if (counts === null) return <p>{summary}</p>;
  const found = foundWords(counts);
  if (found.length === 0) return <p>Nothing new was noted this time.</p>;
  return (
    <>
      <ul>
        {found.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <DashboardWay what="See it on your dashboard" where="You can read, change and delete it there." />
    </>
  );
}
