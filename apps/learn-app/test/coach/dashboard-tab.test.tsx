// @vitest-environment happy-dom
import { PracticeProvider, type TabProps, usePracticeClient } from '@agent-factory/practice-panel';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LessonDashboard } from '../../src/components/LessonDashboard';
import { OpenPanel } from '../../src/components/TeachMePanel/OpenPanel';
import { StudyModeProvider, useStudyMode } from '../../src/contexts/StudyModeContext';

const loaded = vi.hoisted(() => ({ dashboards: 0 }));
vi.mock('../../src/components/LessonStudy', () => ({ LessonStudy: () => <p>The chat</p> }));
// As its scripts arrive: when they are first asked for.
vi.mock('../../src/components/StudyTabs/dashboard', async (original) => {
  const { dashboard } = await original<typeof import('../../src/components/StudyTabs/dashboard')>();
  const load = async () => {
    loaded.dashboards += 1;
    return { default: ({ isActive }: TabProps) => <p>{isActive ? 'Seen' : 'Kept'}</p> };
  };
  return { dashboard: { ...dashboard, load } };
});

const SERVER = 'http://127.0.0.1:3100';
const PRACTICE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json', serverUrl: SERVER };
const HEALTH = {
  ...{ name: 'practice-server', healthy: true, version: '0.1.0', protocolVersion: 1, port: 3100, platform: 'linux' },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', agent: 'claude', content: 'x', dependencies: {}, activeSessions: 0 },
};
const STATE = {
  ...{ dreyfus: [], inProgressSessions: [], progress: [], activity: [], gaps: [], costs: [], independence: [] },
  solutionLinesTold: 0,
  streak: { current: 0, longest: 0 },
  katas: [
    ...[{ id: 'k1', title: 'Await less', topic: 'Concurrency', attemptsCount: 0, bestLevel: null, constraintCount: 0 }],
  ],
  stats: {
    ...{ period: 'all', sessionsCompleted: 0, totalCoachingMinutes: 0, issuesWorkedOn: 0, hintsUsed: 0 },
    ...{ knowledgeGapsIdentified: 0, knowledgeGapsAddressed: 0, apiCostTotal: 0 },
  },
};
const ANSWERS: Readonly<Record<string, object>> = {
  '/coach/dashboard': STATE,
  '/coach/projects': { projects: [{ id: 'ch33-agent-loop', kind: 'exercise', name: 'The agent loop', path: '~/x' }] },
  '/exercises': { source: 'content', exercises: [] },
  '/exercises/sessions': { sessions: [] },
};

/** Capabilities of the server, as its `/health` names them. */
let capabilities: Readonly<Record<string, object>>;
let requests: string[];

beforeEach(() => {
  capabilities = { coach: {} };
  requests = [];
  loaded.dashboards = 0;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://localhost:3000');
    requests.push(pathname);
    if (pathname === '/health') return Response.json({ ...HEALTH, capabilities });
    const body = ANSWERS[pathname];
    return body ? Response.json(body) : Response.json({ error: 'not_found', message: 'None.' }, { status: 404 });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const study = useStudyMode();
  return (
    <>
      <FindServer />
      <button onClick={() => study.openChat('ask')} type="button">
        Open
      </button>
      <button onClick={() => study.selectTab('dashboard')} type="button">
        Call
      </button>
      {study.open && <OpenPanel />}
    </>
  );
}

function FindServer() {
  const { server } = usePracticeClient();
  return (
    <button onClick={() => void server.connect()} type="button">
      Find
    </button>
  );
}

async function openPanel() {
  render(
    <PracticeProvider options={PRACTICE}>
      <StudyModeProvider>
        <Page />
      </StudyModeProvider>
    </PracticeProvider>,
  );
  press('Find');
  await waitFor(() => expect(requests).toContain('/health'));
  press('Open');
  await screen.findByText('The chat');
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('[coach dashboard-panel] is a tab once it was called, which loads nothing before, and stays until the panel closes', async () => {
  await openPanel();
  await waitFor(() => expect(document.querySelector('#study-panel-chat')).not.toBeNull());
  expect([tabs(), loaded.dashboards]).toEqual([['Chat'], 0]);
  expect(requests.filter((path) => path.startsWith('/coach'))).toEqual([]);
  press('Call');
  await screen.findByText('Seen');
  expect([tabs(), loaded.dashboards]).toEqual([['Chat', 'Dashboard'], 1]);
  fireEvent.click(screen.getByRole('tab', { name: 'Chat' }));
  screen.getByText('Kept');
  expect(tabs()).toEqual(['Chat', 'Dashboard']);
  press('Close the study panel');
  press('Open');
  await screen.findByText('The chat');
  expect(tabs()).toEqual(['Chat']);
});

it('is no tab where the server has no coach', async () => {
  capabilities = {};
  await openPanel();
  press('Call');
  expect([tabs(), loaded.dashboards]).toEqual([['Chat'], 0]);
});

it('[coach dashboard-panel] shows where the student stands; katas and projects open pages of the server in new tabs', async () => {
  const practice = (isActive: boolean) => (
    <PracticeProvider options={PRACTICE}>
      <FindServer />
      <LessonDashboard exercise={undefined} isActive={isActive} />
    </PracticeProvider>
  );
  const { rerender } = render(practice(false));
  press('Find');
  await waitFor(() => expect(requests).toContain('/health'));
  rerender(practice(true));
  const kata = await screen.findByRole('link', { name: /^Await less/ });
  await waitFor(() => expect(kata.isConnected).toBe(true));
  const project = within(await screen.findByRole('region', { name: 'Your projects' })).getByRole('link');
  const places = [kata, project].map((link) => [link.getAttribute('href'), link.getAttribute('target')]);
  expect(places).toEqual([
    ['http://localhost:3100/workbench/?project=ch33-agent-loop&kata=k1', '_blank'],
    ['http://localhost:3100/dashboard/?project=ch33-agent-loop', '_blank'],
  ]);
  const before = requests.filter((path) => path === '/coach/dashboard').length;
  rerender(practice(false));
  rerender(practice(true));
  // Whoever comes back sees it anew.
  await waitFor(() => expect(requests.filter((path) => path === '/coach/dashboard')).toHaveLength(before + 1));
});
