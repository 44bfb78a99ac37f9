// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OUTBOX_KEY } from '../../src/client/completions/outbox-key.js';
import { PracticeProgress, PracticeProvider } from '../../src/index.js';
import { Celebration } from '../../src/react/completion/Celebration.js';
import { FinishedXp } from '../../src/react/completion/FinishedXp.js';
import { answerJson, serve, unusedPort } from '../support/http.js';
import { exercise } from '../support/samples.js';
import { completion } from './samples.js';

const ITEM = { ...completion(1, { exerciseId: exercise.id }), since: Date.now(), attempts: 2 };
const REFUSED = { ...ITEM, refused: { why: 'No such student', retryAt: Date.now() + 3_600_000 } };

/** What a page before this one has left. */
function store(outbox: object) {
  localStorage.setItem(OUTBOX_KEY, JSON.stringify(outbox));
}

async function show(url: string | undefined, what: React.ReactNode) {
  const serverUrl = `http://127.0.0.1:${await unusedPort()}`;
  const site = { serverUrl, guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
  return render(
    <PracticeProvider options={{ ...site, ...(url !== undefined && { gamification: { url } }) }}>
      {what}
    </PracticeProvider>,
  );
}

function serveEndpoint(status: number) {
  return serve((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    answerJson(response, {}, request.method === 'OPTIONS' ? 200 : status);
  });
}

beforeEach(() => {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  localStorage.clear();
});
afterEach(cleanup);

describe('what the student sees of a completion', () => {
  it.each([
    ['told', { told: [ITEM] }, 'told to the site'],
    ['waiting', { waiting: [ITEM] }, 'will be told when the site answers'],
    ['refused', { waiting: [REFUSED] }, 'the site did not take it: No such student'],
  ])('[practice-environment 4.4 shown] says that it is %s', async (status, outbox, words) => {
    store(outbox);
    await using endpoint = await serveEndpoint(503);
    const view = await show(
      endpoint.url,
      <>
        <Celebration exerciseId={exercise.id} xp={150} onDone={() => {}} />
        <FinishedXp exercise={exercise} />
      </>,
    );
    expect([...view.container.querySelectorAll('[data-told]')].map((place) => place.textContent)).toEqual([
      words,
      words,
    ]);
    expect(view.container.querySelector('[data-told]')?.getAttribute('data-told')).toBe(status);
    expect(screen.getByText('+150 XP')).toBeTruthy();
  });

  it('[practice-environment 4.4 shown] says nothing where the site names no endpoint', async () => {
    store({ told: [ITEM], waiting: [REFUSED], givenUp: 2 });
    const view = await show(
      undefined,
      <>
        <Celebration exerciseId={exercise.id} xp={150} onDone={() => {}} />
        <FinishedXp exercise={exercise} />
        <PracticeProgress />
      </>,
    );
    expect(view.container.querySelector('[data-told], .practice-untold')).toBeNull();
  });
});

describe('the page of progress', () => {
  it('[practice-environment 4.4 shown] names those that wait, and has them told now', async () => {
    store({ waiting: [REFUSED, { ...completion(2), since: Date.now(), attempts: 1 }] });
    await using endpoint = await serveEndpoint(503);
    const view = await show(endpoint.url, <PracticeProgress />);
    await screen.findByText(
      /^One completed exercise will be told to the site when it answers\. The site did not take one: No such student$/,
    );
    await screen.findByRole('button', { name: 'Try now' });
    await endpoint[Symbol.asyncDispose]();
    cleanup();
    await using mended = await serveEndpoint(200);
    store({ waiting: [REFUSED] });
    await show(mended.url, <PracticeProgress />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try now' }));
    await expect.poll(() => document.querySelector('.practice-untold')).toBeNull();
    expect(view.container.isConnected).toBe(false);
  });

  it('[practice-environment 4.4 give-up] says once that some were given up', async () => {
    store({ givenUp: 2 });
    await using endpoint = await serveEndpoint(200);
    await show(endpoint.url, <PracticeProgress />);
    await screen.findByText(/^2 completed exercises could not be told to the site for 30 days/);
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
    await expect.poll(() => document.querySelector('.practice-untold')).toBeNull();
    expect(JSON.parse(localStorage.getItem(OUTBOX_KEY) ?? '')).toMatchObject({ givenUp: 0 });
  });
});
