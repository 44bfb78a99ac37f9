import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Workbench } from '../client/workbench.js';
import type { WorkbenchControls } from '../react/props.js';
import { WorkbenchPanel } from '../react/WorkbenchPanel.js';
import { AgentTerminal } from './AgentTerminal.js';
import { addressWith } from './address.js';
import type { AgentSession } from './agent-session.js';
import { ProblemCard } from './ProblemCard.js';
import { ThemeMenu } from './ThemeMenu.js';
import { useTheme } from './theme.js';

interface PageProps {
  readonly workbench: Workbench;
  readonly session: AgentSession;
}

/** The daemon's own page: one project, its Workbench and its agent. */
export function Page({ workbench, session }: PageProps) {
  const theme = useTheme();
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const controls = useRef<WorkbenchControls>(null);
  useTitle(workbench);
  useAddress(workbench);
  if ((state.status === 'waiting' || state.status === 'failed') && state.problem.wholePage) {
    return (
      <main className="practice-root wb wb-part" data-theme={theme}>
        <PageHeading />
        <ProblemCard problem={state.problem} onRetry={() => session.start()} />
      </main>
    );
  }
  return (
    <main className="wb-page">
      <PageHeading />
      <WorkbenchPanel
        workbench={workbench}
        theme={theme}
        controls={controls}
        actions={<ThemeMenu />}
        terminal={<AgentTerminal session={session} theme={theme} onLeave={() => controls.current?.focus('editor')} />}
      />
    </main>
  );
}

/** For who goes through a page by its headings. */
function PageHeading() {
  return <h1 className="practice-visually-hidden">Workbench</h1>;
}

/** The address names the kata that is open, so that it is there again when the page is loaded anew. */
function useAddress(workbench: Workbench): void {
  const kataId = useSyncExternalStore(workbench.subscribe, () => workbench.snapshot().katas.open?.id);
  useEffect(() => {
    const address = addressWith(location.href, kataId);
    if (address !== location.href) history.replaceState(history.state, '', address);
  }, [kataId]);
}

/** The page is called as the project. */
function useTitle(workbench: Workbench): void {
  const name = useSyncExternalStore(workbench.subscribe, () => workbench.snapshot().project?.name);
  useEffect(() => {
    document.title = name === undefined ? 'Workbench' : `${name} · Workbench`;
  }, [name]);
}
