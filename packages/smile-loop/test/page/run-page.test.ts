// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedRun } from '../../src/contract/recorded-run.js';
import { RunPage } from '../../src/page/react/run-page.js';
import { viewOfRun } from '../../src/page/view/of-run.js';
import { EVENTS, recordedRun } from './sample-run.js';

let root: Root;
let isSmall = false;

beforeEach(() => {
  isSmall = false;
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: isSmall, addEventListener() {}, removeEventListener() {} }));
  document.body.innerHTML = '<div id="root"></div>';
});

afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(run: RecordedRun): void {
  root = createRoot(document.getElementById('root') as HTMLElement);
  const view = viewOfRun(run);
  act(() => root.render(createElement(RunPage, { run, view, isConnected: true, problem: undefined })));
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent);

function one(selector: string): HTMLElement {
  const [found, ...more] = all(selector);
  if (found === undefined || more.length > 0) throw new Error(`${selector}: ${more.length + 1} found`);
  return found;
}

function named(text: string): HTMLElement {
  const found = all('button').find((button) => [button.textContent, button.getAttribute('aria-label')].includes(text));
  if (found === undefined) throw new Error(`No button ${text}: ${texts('button').join('; ')}`);
  return found;
}

const press = (element: HTMLElement) => act(() => element.click());
const panel = () => one('[role="tabpanel"]:not([hidden])');

function slideTo(place: number): void {
  const slider = one('input[type="range"]') as HTMLInputElement;
  // As a browser does it: past the property that React watches.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(place));
  act(() => void slider.dispatchEvent(new Event('input', { bubbles: true })));
}

describe('a recorded run', () => {
  it('is shown at its end: outcome, gaps, patch, and what stands in the margin of which line', () => {
    show(recordedRun());
    expect(one('output.status').textContent).toBe('Gaps found');
    expect(document.title).toBe('Gaps found · docs/start.md');
    expect(one('.gap h3').textContent).toBe('1. The script has no folder');
    expect(texts('.gap .where > *')).toEqual(['Medium', 'line 7', 'try 1']);
    expect(texts('.patch .added')).toEqual(['+./scripts/setup.sh\n']);
    const noted = one('.block:has(.note)');
    expect(noted.dataset.from).toBe('5');
    expect(noted.querySelector('.gap-mark')?.textContent).toBe('Gap 1 The script has no folder');
    expect(noted.querySelector('.note')?.textContent).toContain('Look in scripts.');
    expect(one('.line-here').textContent).toBe('./setup.sh\n');
  });

  it('is gone through again by its slider and its steps', () => {
    show(recordedRun());
    slideTo(3);
    expect(panel().textContent).toContain('./setup.sh');
    expect(texts('.note, .gap-mark')).toEqual([]);
    expect(texts('.activity .end')).toEqual(['line 7 running…']);
    expect(one('output.status').textContent).toBe('Running');
    press(named('Step forward'));
    expect(texts('.activity .end')).toEqual(['line 7 exit 127, 0.1 s']);
    press(named('Step back'));
    press(named('Step back'));
    press(named('Step back'));
    expect(texts('.activity .command')).toEqual([]);
    expect(one('input[type="range"]').getAttribute('aria-valuetext')).toBe('Event 1 of 8, after 0 s');
  });

  it('plays from its beginning to its end, and pauses', () => {
    vi.useFakeTimers();
    show(recordedRun());
    const place = () => Number((one('input[type="range"]') as HTMLInputElement).value);
    press(named('Play'));
    expect(place()).toBe(0);
    // One at a time: each tick ends in a new one.
    for (const _ of [1, 2, 3]) act(() => void vi.advanceTimersToNextTimer());
    expect(place()).toBe(3);
    press(named('Pause'));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(place()).toBe(3);
    press(named('Play'));
    for (const _ of EVENTS) act(() => void vi.advanceTimersToNextTimer());
    expect(place()).toBe(EVENTS.length);
    expect(named('Play')).toBeDefined();
  });

  it('leads from the margin to the gap, and from the gap to its line', () => {
    show(recordedRun());
    press(named('Activity'));
    press(one('.gap-mark'));
    expect(panel().querySelector('.gaps')).not.toBeNull();
    expect(document.activeElement).toBe(one('article.gap'));
    press(one('.gap .where button'));
    expect(document.activeElement).toBe(one('.block[data-from="5"]'));
  });

  it('tells an image that was missing in words', () => {
    show(recordedRun());
    act(() => void one('.tutorial img').dispatchEvent(new Event('error')));
    expect(all('.tutorial img')).toEqual([]);
    expect(one('.image-absent').textContent).toBe('Missing image img/page.png: The page');
  });

  it('has the tutorial as a tab of its own where there is little room, and its tabs by the arrow keys', () => {
    isSmall = true;
    show(recordedRun());
    expect(texts('[role="tab"]')).toEqual(['Tutorial', 'Activity', 'Gaps1']);
    const key = (name: string) =>
      act(() => void one('[role="tablist"]').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
    key('Home');
    expect(panel().querySelector('.tutorial')).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Tutorial');
    key('ArrowRight');
    expect(panel().querySelector('.activity')).not.toBeNull();
    expect(texts('[role="tab"][tabindex="0"]')).toEqual(['Activity']);
  });

  it('copies a patch', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const run = recordedRun();
    show(run);
    await act(async () => named('Copy patch').click());
    expect(writeText).toHaveBeenCalledWith(run.report?.gaps[0]?.patch);
    expect(texts('.copy')).toEqual(['Copy patchCopied']);
  });
});

describe('a run that goes on', () => {
  const running = () => {
    const run = recordedRun({ recorded: false, report: null });
    return {
      ...run,
      events: run.events.slice(0, 6),
      state: { ...run.state, status: 'running' as const, finalResult: null },
    };
  };

  it('shows where the student is and what it does, and no player', () => {
    show(running());
    expect(one('output.status').textContent).toBe('Running');
    expect(one('.block.here .visually-hidden').textContent).toBe('The student is here:');
    expect(all('.player')).toEqual([]);
    expect(texts('.activity .thought summary')).toEqual(['The student thinks']);
  });

  it('is stopped only after a question', async () => {
    const fetch = vi.fn(async (_path: string, _options: RequestInit) => Response.json({ stopping: true }));
    vi.stubGlobal('fetch', fetch);
    show(running());
    press(named('Stop…'));
    expect((one('dialog') as HTMLDialogElement).open).toBe(true);
    press(named('Keep running'));
    expect(fetch).not.toHaveBeenCalled();
    press(named('Stop…'));
    await act(async () => named('Stop the run').click());
    expect(fetch.mock.calls).toEqual([['api/stop', { method: 'POST', credentials: 'same-origin' }]]);
    expect(named('Stopping…')).toBeDefined();
  });
});
