// @vitest-environment happy-dom
import { PracticeProvider } from '@agent-factory/practice-panel';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LessonExplain } from '../../src/components/LessonExplain';
import { StudyModeProvider, useStudyMode } from '../../src/contexts/StudyModeContext';
import type { Exercise } from '../../src/lib/course/exercise';

const EXERCISE: Exercise = {
  id: 'ch34-first-agent',
  title: 'Build Your First Agent',
  lessonPath: '05-Building-Custom-Agents/34-your-first-agents/02-your-first-agent',
  difficulty: 'beginner',
  estimatedMinutes: 30,
  xpReward: 150,
  skills: [],
};
const PRACTICE = {
  guideUrl: '/guide',
  troubleshootingUrl: '/help',
  registryUrl: '/registry.json',
  serverUrl: 'http://127.0.0.1:3100',
};
const LESSON = {
  path: EXERCISE.lessonPath,
  title: 'Your first agent',
  steps: [
    { id: 'lesson-top', title: 'Introduction' },
    { id: 'a-list', title: 'A conversation is a list' },
  ],
};
const ANSWER = {
  path: 'Lesson',
  explanation: 'A list that <i>only</i> grows.',
  keyConcepts: ['Append'],
  analogy: null,
  relatedFiles: ['agent.py'],
  phaseConnection: null,
};
const HEALTH = {
  ...{ name: 'practice-server', healthy: true, version: '0.1.0', protocolVersion: 1, port: 3100, platform: 'linux' },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', agent: 'claude', content: 'x', dependencies: {}, activeSessions: 0 },
};

/** What the coach was asked, in order. */
let asked: unknown[] = [];

beforeEach(() => {
  asked = [];
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address);
    if (pathname === '/health') return Response.json(HEALTH);
    if (pathname !== '/coach/explain') return Response.json({ error: 'not_found', message: '' }, { status: 404 });
    asked.push(JSON.parse(String(init?.body)));
    return Response.json(ANSWER);
  });
});

afterEach(() => {
  window.getSelection()?.removeAllRanges();
  cleanup();
  vi.unstubAllGlobals();
});

const onDone = vi.fn();

function Lesson({ covers, quote }: { covers: boolean; quote: string }) {
  const { showLesson, openChat } = useStudyMode();
  useEffect(() => {
    showLesson(LESSON);
    openChat('ask', { quote });
  }, [showLesson, openChat, quote]);
  return (
    <>
      <article id="lesson-top">
        <p>Somebody keeps the list.</p>
        <h2 id="a-list">A conversation is a list</h2>
        <div>
          <p data-testid="passage">It only grows, and an object looks after it.</p>
        </div>
        <p>One object for one list.</p>
        <h2 id="end">The end</h2>
        <p>Something else.</p>
      </article>
      <p data-testid="elsewhere">Not of the lesson.</p>
      <LessonExplain covers={covers} exercise={EXERCISE} onDone={onDone} onSettings={() => {}} />
    </>
  );
}

function openLesson({ covers = false, quote = '' } = {}) {
  render(
    <PracticeProvider options={PRACTICE}>
      <StudyModeProvider>
        <Lesson covers={covers} quote={quote} />
      </StudyModeProvider>
    </PracticeProvider>,
  );
}

function select(from: number, to: number, place = 'passage') {
  const text = screen.getByTestId(place).firstChild as Text;
  window.getSelection()?.setBaseAndExtent(text, from, text, to);
  document.dispatchEvent(new Event('selectionchange'));
}

const pressKey = () =>
  fireEvent.keyDown(document.body, { key: 'X', code: 'KeyX', ctrlKey: true, shiftKey: true, cancelable: true });
const card = () => screen.queryByRole('region', { name: 'Explanation' });
const OF_PASSAGE = {
  projectId: EXERCISE.id,
  source: 'lesson',
  path: 'Lesson: Your first agent, A conversation is a list',
  selectedText: 'It only grows',
  surroundingContext: 'It only grows, and an object looks after it. One object for one list.',
};

describe('what is marked in a lesson beside the panel', () => {
  it('[coach explain-lesson] is explained after a click on the button by it, with the section in which it stands', async () => {
    openLesson();
    expect(screen.queryByRole('button', { name: 'Explain this' })).toBeNull();
    select(0, 13);
    const button = await screen.findByRole('button', { name: 'Explain this' });
    expect(asked).toEqual([]);
    fireEvent.click(button);
    await screen.findByText('Explained');
    expect(asked).toEqual([OF_PASSAGE]);
    expect(screen.queryByRole('button', { name: 'Explain this' })).toBeNull();
  });

  it('[coach explain-lesson] is told as text at the foot of the panel, and the key that asked goes there', async () => {
    openLesson();
    select(0, 13);
    expect(pressKey()).toBe(false);
    await screen.findByText(ANSWER.explanation);
    expect(within(card() as HTMLElement).getByText('Append')).toBeTruthy();
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('The coach has explained it. It is at the foot of the study panel; Ctrl+Shift+X goes there.');
    act(() => window.getSelection()?.removeAllRanges());
    pressKey();
    expect(document.activeElement).toBe(card());
    fireEvent.keyDown(card() as Element, { key: 'Escape' });
    expect([card(), onDone.mock.calls.length]).toEqual([null, 1]);
    expect(asked).toHaveLength(1);
  });

  it('is not what is marked elsewhere on the page, and the key is left to others then', () => {
    openLesson();
    select(0, 7, 'elsewhere');
    expect(pressKey()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('is left to the terminal where that has used the key', () => {
    openLesson();
    select(0, 13);
    const take = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', take);
    pressKey();
    document.body.removeEventListener('keydown', take);
    expect([card(), asked]).toEqual([null, []]);
  });

  it('[coach explain-lesson] is what was marked before, on a phone, where the panel covers the lesson', async () => {
    openLesson({ covers: true, quote: 'One object for one list' });
    fireEvent.click(await screen.findByRole('button', { name: 'Explain this' }));
    await screen.findByText('Explained');
    expect(asked).toEqual([{ ...OF_PASSAGE, selectedText: 'One object for one list' }]);
  });
});
