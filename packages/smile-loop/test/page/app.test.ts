// @vitest-environment happy-dom
import { act, createElement, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../src/page/react/app.js';
import { recordedRun } from './sample-run.js';

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root') as HTMLElement);
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

async function open(answer: () => Promise<Response>): Promise<HTMLElement> {
  vi.stubGlobal('fetch', answer);
  await act(async () => root.render(createElement(StrictMode, undefined, createElement(App))));
  return document.body;
}

it('reads the run that it is about, and shows it', async () => {
  const page = await open(async () => Response.json(recordedRun()));
  await expect.poll(() => page.querySelector('h1')?.textContent).toBe('docs/start.md');
  expect(page.querySelector('[role="tab"][aria-selected="true"]')?.textContent).toBe('Gaps1');
});

it.each([
  ['the link is old', async () => Response.json({}, { status: 401 }), /Use the one that the command prints/],
  ['nobody answers', () => Promise.reject(new TypeError('refused')), /Is the command still running\?/],
  ['the folder is damaged', async () => Response.json({ message: 'No JSON.' }, { status: 500 }), /^No JSON\.$/],
])('says what to do when %s', async (_, answer, words) => {
  const page = await open(answer);
  await expect.poll(() => page.querySelector('[role="alert"]')?.textContent).toMatch(words);
});
