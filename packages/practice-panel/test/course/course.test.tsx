// @vitest-environment happy-dom
import type { CourseProgress } from '@agent-factory/protocol/stages';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CourseBoard } from '../../src/client/course/course-board.js';
import { chaptersOf, standingOf } from '../../src/client/course/course-chapters.js';
import { createPracticeClient, PracticeCourse, PracticeProvider } from '../../src/index.js';
import { courseExercise, courseProgress } from '../stages/samples.js';
import { eventually } from '../support/eventually.js';
import { unusedPort } from '../support/http.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { health } from '../support/samples.js';

const CHAPTERS = [
  { path: 'part/none', title: 'Only to read' },
  { path: 'part/one', title: 'Chapter 1' },
];
const COMPLETED = { status: 'completed', completedAt: '2026-03-01T10:00:00.000Z' } as const;
const DONE = courseExercise('a', { ...COMPLETED, timeOnTaskMs: 2_700_000 });
const BEGUN = courseExercise('b', { status: 'in_progress', stages: { done: 1, total: 3 }, timeOnTaskMs: 600_000 });
const NEW = courseExercise('c');

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

function show(serverUrl: string) {
  const options = { ...SITE, serverUrl };
  const links = { lessonUrl: ({ id, lessonPath }: { id: string; lessonPath: string }) => `/docs/${lessonPath}#${id}` };
  return render(
    <PracticeProvider options={options}>
      <PracticeCourse chapters={CHAPTERS} links={links} />
    </PracticeProvider>,
  );
}

async function showCourse(course: CourseProgress) {
  const daemon = await startPracticeDaemon({ course: { status: 200, body: course } });
  show(daemon.url);
  await screen.findByRole('list', { name: 'Chapters' });
  return daemon;
}

function entryOf(title: string): HTMLElement {
  const list = screen.getByRole('list', { name: 'Exercises of Chapter 1' });
  return within(list)
    .getByRole('link', { name: new RegExp(`^${title}`) })
    .closest('li') as HTMLElement;
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the course page', () => {
  it('[terminal-events 5 course-page] shows what is done, begun and next in all chapters, and the time each took', async () => {
    await using _ = await showCourse(courseProgress([DONE, BEGUN, NEW], { next: BEGUN.exerciseId }));
    const next = screen.getByRole('link', { name: /^Continue with Exercise b/ });
    expect(next.getAttribute('href')).toBe('/docs/part/one/b#b');
    const [read, one] = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('li'));
    expect(read?.textContent).toMatch(/^Only to read.*nothing to practise/);
    expect(one?.textContent).toContain('1 of 3 done · 55 min');
    expect([read?.dataset.done, one?.dataset.done]).toEqual(['false', 'false']);
    expect(entryOf('Exercise a').textContent).toMatch(/Done · 45 min$/);
    expect(entryOf('Exercise b').textContent).toMatch(/Begun · Next · 1 of 3 stages · 10 min$/);
    expect(entryOf('Exercise b').getAttribute('aria-current')).toBe('step');
    expect(entryOf('Exercise c').textContent).toMatch(/Not begun · about 30 min$/);
  });

  it('[terminal-events 5 course-page] follows what happens, and that the practice server has gone', async () => {
    await using daemon = await showCourse(courseProgress([BEGUN, NEW], { next: BEGUN.exerciseId }));
    await eventually(() => expect(daemon.events.readers).toBe(1));
    // The second time, nothing of the page's beginning is left that might have read the course anew by itself.
    for (const next of [NEW, BEGUN]) {
      daemon.answers.course.body = courseProgress([DONE, BEGUN, NEW], { next: next.exerciseId });
      daemon.events.tell({ exerciseId: DONE.exerciseId, type: 'progress_changed', data: { reason: 'import' } });
      await screen.findByRole('link', { name: new RegExp(`^Continue with ${next.title}`) });
    }
    await daemon[Symbol.asyncDispose]();
    expect(await screen.findByRole('heading', { name: 'Start the practice server' })).toBeTruthy();
  });

  it('[terminal-events 5 course-page] begins with the first exercise where nothing was begun', async () => {
    await using _ = await showCourse(courseProgress([NEW], { next: NEW.exerciseId }));
    expect(screen.getByRole('link', { name: /^Begin with Exercise c/ })).toBeTruthy();
  });

  it('[terminal-events 5 course-page] says that all is done', async () => {
    await using _ = await showCourse(courseProgress([DONE, { ...DONE, exerciseId: 'd' as never }]));
    expect(screen.getByText('All done: you have completed all 2 exercises of this course.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^(Continue|Begin)/ })).toBeNull();
    expect(screen.getByText(/^2 of 2 done/).closest('li')?.dataset.done).toBe('true');
  });

  it('[terminal-events 5 course-page] says that there are no exercises', async () => {
    await using _ = await showCourse(courseProgress([]));
    expect(screen.getByText('This site has no exercises yet.')).toBeTruthy();
  });

  it('[terminal-events 5 course-page] shows how to start a practice server that does not run', async () => {
    show(`http://127.0.0.1:${await unusedPort()}`);
    expect(await screen.findByRole('heading', { name: 'Start the practice server' })).toBeTruthy();
  });

  it('[terminal-events 5 course-page] goes on once the practice server has been started', async () => {
    const daemon = await startPracticeDaemon({ course: { status: 200, body: courseProgress([BEGUN]) } });
    await daemon[Symbol.asyncDispose]();
    show(daemon.url);
    await screen.findByRole('heading', { name: 'Start the practice server' });
    daemon.server.listen(daemon.port, '127.0.0.1');
    await screen.findByRole('list', { name: 'Chapters' });
    await daemon[Symbol.asyncDispose]();
  });

  it('tells all that need the practice server where it did not find it', async () => {
    await using daemon = await startPracticeDaemon();
    daemon.server.prependListener('request', ({ url, socket }) => {
      if (url?.startsWith('/progress/course')) socket.destroy();
    });
    const { server } = createPracticeClient({ ...SITE, serverUrl: daemon.url });
    const stop = new CourseBoard(server).activate();
    await eventually(() => expect(server.getSnapshot().connection.status).toBe('unreachable'));
    stop();
  });

  it.each([
    ['for a reason', { reason: 'The disk is full.' }],
    [
      'as a program is missing',
      { next: { dependency: 'tmux', reason: '', title: 'Install tmux', message: '', commands: [] } },
    ],
  ])('is there although no exercise can start: %s', async (_what, facts) => {
    const course = { status: 200, body: courseProgress([BEGUN]) };
    await using daemon = await startPracticeDaemon({ course, health: health({ healthy: false, ...facts }) });
    show(daemon.url);
    expect(await screen.findByRole('list', { name: 'Chapters' })).toBeTruthy();
  });

  it('says why the course cannot be read', async () => {
    await using daemon = await startPracticeDaemon();
    show(daemon.url);
    const card = await screen.findByRole('region', { name: 'Your course could not be read' });
    expect(within(card).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('an exercise of a course', () => {
  it('stays done though it was started over since', () => {
    const { completedAt } = COMPLETED;
    expect(standingOf(courseExercise('a', { completedAt, status: 'in_progress' }))).toBe('done');
    expect(standingOf(courseExercise('a', { completedAt, status: 'running' }))).toBe('done');
    expect(standingOf(courseExercise('a', { status: 'running' }))).toBe('running');
  });
});

describe('the chapters of a course', () => {
  it('are those of the site in its order, then others by the name of their folder', () => {
    const chapters = [{ path: '05-part/34-your-first-agents', done: 0, timeOnTaskMs: 0, exercises: [NEW] }];
    expect(chaptersOf(courseProgress([NEW], { chapters }), CHAPTERS).map(({ title }) => title)).toEqual([
      'Only to read',
      'Chapter 1',
      'Your first agents',
    ]);
  });
});
