import { useEffect, useState } from 'react';
import { ProgressBoard, type ProgressState } from '../../client/progress/progress.js';
import { usePracticeClient } from '../context.js';
import { Card } from '../parts/Card.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { SiteLinks, Theme } from '../props.js';
import { SetupCard } from '../set-up/SetupCard.js';
import { LoadedProgress } from './LoadedProgress.js';
import { UntoldCompletions } from './UntoldCompletions.js';

export interface PracticeProgressProps {
  readonly theme?: Theme;
  readonly links?: SiteLinks;
}

const NO_LINKS: SiteLinks = {};

/** How far the student has got with all exercises, as the daemon on this computer knows it. */
export function PracticeProgress({ theme, links = NO_LINKS }: PracticeProgressProps) {
  const { server } = usePracticeClient();
  const [board] = useState(() => new ProgressBoard(server));
  const state = useSnapshot(board);
  useEffect(() => board.activate(), [board]);
  return (
    <div className="practice-root practice-progress" data-theme={theme} data-status={state.status}>
      <UntoldCompletions />
      <Content board={board} state={state} links={links} theme={theme ?? 'light'} />
    </div>
  );
}

interface ContentProps {
  readonly board: ProgressBoard;
  readonly state: ProgressState;
  readonly links: SiteLinks;
  readonly theme: Theme;
}

function Content({ board, state, links, theme }: ContentProps) {
  switch (state.status) {
    case 'looking':
      return (
        <p className="practice-muted" role="status">
          Looking for your progress…
        </p>
      );
    case 'asking_first':
      return <SetupCard need={{ kind: 'permission_needed' }} onAllow={() => void board.connect()} />;
    case 'missing':
      return <SetupCard need={state.need} onAllow={() => void board.connect()} />;
    case 'failed':
      return (
        <Card title="Your progress could not be read" name={state.error.error} tone="danger">
          <p>{state.error.message}</p>
          <button type="button" className="practice-action" data-kind="primary" onClick={() => void board.connect()}>
            Try again
          </button>
        </Card>
      );
    case 'ready':
      return <LoadedProgress board={board} loaded={state.loaded} said={state.said} links={links} theme={theme} />;
  }
}
