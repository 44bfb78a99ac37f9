// @vitest-environment happy-dom
import { PracticeProvider } from '@agent-factory/practice-panel';
import { CLOSE_CODES } from '@agent-factory/protocol';
import { encodeServerMessage } from '@agent-factory/protocol/coach';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LessonWorkbench } from '../src/components/LessonWorkbench';
import { StudyModeProvider, useStudyMode } from '../src/contexts/StudyModeContext';
import type { Exercise } from '../src/lib/course/exercise';

const FIRST: Exercise = {
  id: 'ch34-first-agent',
  title: 'Build Your First Agent',
  lessonPath: '05-Building-Custom-Agents/34-your-first-agents/02-your-first-agent',
  difficulty: 'beginner',
  estimatedMinutes: 30,
  xpReward: 150,
  skills: [],
};
const SECOND: Exercise = { ...FIRST, id: 'ch33-agent-loop', title: 'The Agent Loop' };
const PRACTICE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

/** The projects that pages have asked for, in order. */
let asked: (string | null)[] = [];

/** The socket of a daemon for which no exercise was ever started. */
class RefusingSocket {
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};

  constructor(url: string) {
    asked.push(new URL(url).searchParams.get('project'));
    queueMicrotask(() => this.onopen());
  }

  send() {
    const error = { code: 'project_not_found', message: 'There is none.', context: {} } as const;
    this.onmessage({ data: encodeServerMessage('connection:error', error, { timestamp: 0 }) });
    this.onclose({ code: CLOSE_CODES.session_not_found.code });
  }

  close() {}
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('WebSocket', RefusingSocket);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
});

function Page({ isActive = true }: { isActive?: boolean }) {
  const { tab, exercise, openPractice, selectTab } = useStudyMode();
  return (
    <>
      <p>{`Tab ${tab}, exercise ${exercise?.id}`}</p>
      <button onClick={() => selectTab('workbench', FIRST)} type="button">
        Workbench
      </button>
      <button onClick={() => openPractice(SECOND)} type="button">
        Practise the other
      </button>
      <LessonWorkbench isActive={isActive} />
    </>
  );
}

/** The Workbench of the first exercise, which was never started. */
async function openWorkbench() {
  const place = (isActive: boolean) => (
    <PracticeProvider options={PRACTICE}>
      <StudyModeProvider>
        <Page isActive={isActive} />
      </StudyModeProvider>
    </PracticeProvider>
  );
  const { rerender } = render(place(true));
  press('Workbench');
  await screen.findByRole('button', { name: 'Start the exercise' });
  return { setActive: (isActive: boolean) => rerender(place(isActive)) };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const searchField = () => screen.getByLabelText<HTMLInputElement>('Find a file');
const panel = () => document.querySelector<HTMLElement>('.wb');

it('starts the exercise where that was not done yet: in its terminal, which takes the place of the Workbench', async () => {
  await openWorkbench();
  screen.getByText(`Tab workbench, exercise ${FIRST.id}`);
  press('Start the exercise');
  screen.getByText(`Tab practice, exercise ${FIRST.id}`);
});

it('has the colours of the site, also when those change', async () => {
  document.documentElement.dataset.theme = 'dark';
  await openWorkbench();
  expect(panel()?.dataset.theme).toBe('dark');
  document.documentElement.dataset.theme = 'light';
  await waitFor(() => expect(panel()?.dataset.theme).toBe('light'));
});

it('is a Workbench of its own for each exercise: nothing of one is left in that of another', async () => {
  await openWorkbench();
  const first = panel();
  fireEvent.change(searchField(), { target: { value: 'agent' } });
  press('Practise the other');
  await waitFor(() => expect(asked).toEqual([FIRST.id, SECOND.id]));
  await screen.findByRole('button', { name: 'Start the exercise' });
  expect(panel()).not.toBe(first);
  expect(searchField().value).toBe('');
});

it('looks for the exercise again when its tab is opened again, and not while that is hidden', async () => {
  const { setActive } = await openWorkbench();
  expect(asked).toEqual([FIRST.id]);
  setActive(false);
  await screen.findByRole('button', { name: 'Start the exercise' });
  expect(asked).toEqual([FIRST.id]);
  setActive(true);
  await waitFor(() => expect(asked).toEqual([FIRST.id, FIRST.id]));
});
