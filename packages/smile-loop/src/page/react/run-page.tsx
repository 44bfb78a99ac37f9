import { useMemo, useState } from 'react';
import type { RecordedRun } from '../../contract/recorded-run.js';
import { Playback } from '../view/of-run.js';
import type { View } from '../view/view.js';
import { Activity } from './activity/activity.js';
import { Gaps } from './gaps/gaps.js';
import { Header } from './header.js';
import { type Guide, GuideContext } from './parts/guide.js';
import { Panels } from './parts/panels.js';
import { Player } from './player.js';
import { Tutorial } from './tutorial/tutorial.js';
import { useMedia } from './use-media.js';

interface RunPageProps {
  readonly run: RecordedRun;
  /** As far as a run that goes on has come. */
  readonly view: View;
  readonly isConnected: boolean;
  readonly problem: string | undefined;
}

/** Where tutorial and activity have no room side by side. */
const SMALL = '(width < 52rem)';

export function RunPage({ run, view: reached, isConnected, problem }: RunPageProps) {
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  // What comes last is told when it has ended.
  const [wasLive] = useState(!run.recorded);
  const { view, at } = useViewAt(run, reached, place);
  const isMoving = run.recorded ? at < run.events.length : reached.status === 'running';
  const gaps = run.report?.gaps ?? [];
  const { guide, panel, setPanel, line, gap } = useGuide(run.recorded && gaps.length > 0 ? 'gaps' : 'activity');
  const isSmall = useMedia(SMALL);
  const move = (to: number) => {
    setPlace(to);
    if (panel === 'gaps') setPanel('activity');
  };
  const tutorial = (
    <Tutorial
      run={run}
      view={view}
      isMoving={isMoving}
      isShown={!isSmall || panel === 'tutorial'}
      target={line}
      gaps={isMoving && run.recorded ? [] : gaps}
    />
  );
  const panels = {
    ...(isSmall && { tutorial: { title: 'Tutorial', content: tutorial } }),
    activity: {
      title: 'Activity',
      content: (
        <Activity
          tries={view.tries}
          isFollowed={isMoving || wasLive}
          isShown={panel === 'activity'}
          isWaiting={!run.recorded && isMoving}
        />
      ),
    },
    gaps: { title: 'Gaps', count: gaps.length, content: <Gaps run={run} view={view} target={gap} /> },
  };
  return (
    <GuideContext value={guide}>
      <Header run={run} view={view} isConnected={isConnected} problem={problem} isMoving={isMoving}>
        {run.recorded && run.events.length > 0 && <Player events={run.events} place={at} onMove={move} />}
      </Header>
      <main>
        {!isSmall && <div className="beside">{tutorial}</div>}
        <Panels panels={panels} shown={panel} onShow={setPanel} />
      </main>
    </GuideContext>
  );
}

function useViewAt(run: RecordedRun, reached: View, place: number): { view: View; at: number } {
  const playback = useMemo(() => new Playback(run), [run]);
  const at = Math.min(place, run.events.length);
  const recorded = useMemo(() => (run.recorded ? playback.at(at) : undefined), [run.recorded, playback, at]);
  return { view: recorded ?? reached, at };
}

/** Where the reader is led to: each call leads anew, also to the same place. */
function useGuide(first: string) {
  const [panel, setPanel] = useState(first);
  const [line, setLine] = useState<{ readonly line: number }>();
  const [gap, setGap] = useState<{ readonly id: number }>();
  const isSmall = useMedia(SMALL);
  const guide = useMemo<Guide>(
    () => ({
      showLine(to) {
        if (isSmall) setPanel('tutorial');
        setLine({ line: to });
      },
      showGap(id) {
        setPanel('gaps');
        setGap({ id });
      },
    }),
    [isSmall],
  );
  // A window that was made wider has the tutorial beside the panels.
  return { guide, panel: panel === 'tutorial' && !isSmall ? 'activity' : panel, setPanel, line, gap };
}
