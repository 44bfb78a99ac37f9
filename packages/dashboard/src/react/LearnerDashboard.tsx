import { useMemo, useRef } from 'react';
import { Bar } from './Bar.js';
import { DashboardProvider, useDashboard, useSnapshot } from './context.js';
import { Trouble } from './parts/Quiet.js';
import type { DashboardLinks, LearnerDashboardProps } from './props.js';
import { Costs } from './sections/Costs.js';
import { Gaps } from './sections/Gaps.js';
import { Independence } from './sections/Independence.js';
import { InProgress } from './sections/InProgress.js';
import { Issues } from './sections/Issues.js';
import { Katas } from './sections/Katas.js';
import { Materials } from './sections/Materials.js';
import { Opening } from './sections/Opening.js';
import { Progress } from './sections/Progress.js';
import { Projects } from './sections/Projects.js';
import { Rhythm } from './sections/Rhythm.js';
import { Skills } from './sections/Skills.js';
import { createFormats, FormatsContext } from './words/formats.js';

const NO_LINKS: DashboardLinks = {};

/** Where a learner stands and what comes next: for the daemon's own page, and for a panel of a lesson site. */
export function LearnerDashboard(props: LearnerDashboardProps) {
  const { client, links = NO_LINKS, theme, locale, headingLevel = 2, actions } = props;
  const root = useRef<HTMLDivElement>(null);
  const formats = useMemo(() => createFormats(locale), [locale]);
  const around = useMemo(
    () => ({ client, links: { open: links.inNewTab ? openTab : goThere, ...links }, headingLevel }),
    [client, links, headingLevel],
  );
  return (
    <DashboardProvider value={around}>
      <FormatsContext value={formats}>
        <div ref={root} className="practice-root dash dash-part" data-theme={theme}>
          <Bar root={root} actions={actions} />
          <div className="dash-page">
            <Opening />
            <Sections />
          </div>
        </div>
      </FormatsContext>
    </DashboardProvider>
  );
}

function Sections() {
  const { client } = useDashboard();
  const { state, connection } = useSnapshot();
  const { value } = state;
  return (
    <>
      {state.status === 'failed' && <Trouble message={state.message} onRetry={() => void client.loadState()} />}
      {connection?.status === 'refused' && value !== undefined && (
        <p className="dash-note" role="status">
          {connection.message}
        </p>
      )}
      {value === undefined ? (
        state.status === 'loading' && <div className="dash-blank" aria-hidden="true" />
      ) : (
        <>
          <InProgress sessions={value.inProgressSessions} />
          <Skills state={value} />
          {client.projectId === undefined ? <Projects /> : <Issues />}
          <div className="dash-pair">
            <Gaps gaps={value.gaps} />
            <Katas katas={value.katas} />
          </div>
          <Materials />
          <Progress progress={value.progress} />
          <Rhythm state={value} />
          <div className="dash-pair">
            <Independence independence={value.independence} solutionLinesTold={value.solutionLinesTold} />
            <Costs state={value} />
          </div>
        </>
      )}
    </>
  );
}

function goThere(url: string): void {
  location.assign(url);
}

/** A browser that allows no new tab opens none: a link is there, too. */
function openTab(url: string): void {
  window.open(url, '_blank', 'noopener');
}
