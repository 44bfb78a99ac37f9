// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PracticeButton, PracticeProvider, useLessonExercise } from '../../src/index.js';
import { answerJson, serve } from '../support/http.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { exercise, summary } from '../support/samples.js';

const site = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

function visit(url: string) {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
}

function show(serverUrl: string) {
  render(
    <PracticeProvider options={{ ...site, serverUrl }}>
      <PracticeButton exercise={exercise} onOpen={() => {}} />
    </PracticeProvider>,
  );
}

beforeEach(() => {
  visit('http://localhost:3000/');
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the Practice button', () => {
  it.each([
    ['not_started', 'Practice'],
    ['in_progress', 'Resume'],
    ['running', 'Resume'],
    ['completed', 'Practice again'],
  ] as const)(
    '[practice-environment 1.4 close-browser] [practice-environment 4.3 resume-mark] of an exercise that is %s says %s',
    async (status, words) => {
      await using daemon = await startPracticeDaemon({ exercises: [summary({ status })] });
      show(daemon.url);
      expect(await screen.findByRole('button', { name: words })).toBeTruthy();
    },
  );

  it('[exercises 8 unavailable] of a broken exercise says so and why, and starts nothing', async () => {
    await using daemon = await startPracticeDaemon({ exercises: [summary({ unavailable: 'verify.sh is missing' })] });
    show(daemon.url);
    expect(await screen.findByText('Practice is unavailable')).toBeTruthy();
    expect(screen.getByText('For its author: verify.sh is missing')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('of a completed exercise that begins anew says Resume, and keeps the check mark', async () => {
    const exercises = [summary({ status: 'running', running: true, completedAt: '2026-01-05T10:00:00.000Z' })];
    await using daemon = await startPracticeDaemon({ exercises });
    show(daemon.url);
    const button = await screen.findByRole('button', { name: 'Resume' });
    expect(button.querySelector('.practice-icon')).toBeTruthy();
    expect(button.querySelector('.practice-dot')).toBeNull();
  });

  it.each([
    ['has no permission yet', 'yes', () => Promise.resolve({ state: 'prompt' })],
    ['knows no such permission', 'yes', () => Promise.reject(new TypeError())],
    ['never reached the daemon', 'no', () => Promise.resolve({ state: 'granted' })],
  ])('asks nothing of the network on a public page that %s', async (_, connected, answer) => {
    await using daemon = await startPracticeDaemon();
    visit('http://lessons.example/');
    localStorage.setItem('practice:connected', connected);
    vi.spyOn(navigator, 'permissions', 'get').mockReturnValue({ query: answer } as unknown as Permissions);
    show(daemon.url);
    await new Promise((resolve) => setTimeout(resolve, 100)); // a probe would have arrived within this
    expect(daemon.requests).toEqual([]);
  });

  it('knows where the student stands on a public page that was allowed to ask before', async () => {
    await using daemon = await startPracticeDaemon({ exercises: [summary({ status: 'running' })] });
    visit('http://lessons.example/');
    localStorage.setItem('practice:connected', 'yes');
    const query = vi.fn().mockResolvedValue({ state: 'granted' });
    vi.spyOn(navigator, 'permissions', 'get').mockReturnValue({ query } as unknown as Permissions);
    show(daemon.url);
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
  });
});

function Lesson({ path }: { readonly path: string }) {
  const { state, exercise: found } = useLessonExercise(path);
  return <p>{`${path}: ${state} ${found?.title ?? ''}`.trim()}</p>;
}

describe('the exercise of a lesson', () => {
  it('[practice-environment 3.5 by-lesson] is found in the registry, which is fetched once', async () => {
    let fetched = 0;
    await using registry = await serve((request, response) => {
      if (request.method === 'GET') fetched += 1;
      response.setHeader('Access-Control-Allow-Origin', '*');
      answerJson(response, { version: '1.0', exercises: [exercise] });
    });
    render(
      <PracticeProvider options={{ ...site, registryUrl: `${registry.url}/registry.json` }}>
        <Lesson path="34/first-agent" />
        <Lesson path="34/other" />
      </PracticeProvider>,
    );
    expect(await screen.findByText('34/first-agent: found Build your first agent')).toBeTruthy();
    expect(screen.getByText('34/other: none')).toBeTruthy();
    expect(fetched).toBe(1);
  });

  it('is an error where the registry cannot be read', async () => {
    await using broken = await serve((_, response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.end('<html>');
    });
    render(
      <PracticeProvider options={{ ...site, registryUrl: broken.url }}>
        <Lesson path="x" />
      </PracticeProvider>,
    );
    expect(await screen.findByText('x: error')).toBeTruthy();
  });
});
