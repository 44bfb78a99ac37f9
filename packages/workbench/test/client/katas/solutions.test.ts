import { afterEach, describe, expect, it } from 'vitest';
import { OpenPage, TestBrowser } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];

function open(browser: TestBrowser): OpenPage {
  const page = new OpenPage('ws://127.0.0.1:9/ws', browser);
  opened.push(page);
  return page;
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('the solution of a kata', () => {
  it('is kept a moment after it was typed, and is there in the next page', () => {
    const browser = new TestBrowser();
    const { workbench, clock } = open(browser);
    expect(workbench.solutionOf('k1')).toBeUndefined();
    workbench.keepSolution('k1', 'one');
    workbench.keepSolution('k1', 'two');
    expect(workbench.solutionOf('k1')).toBe('two');
    expect(open(browser).workbench.solutionOf('k1')).toBeUndefined();
    clock.advance(500);
    expect(open(browser).workbench.solutionOf('k1')).toBe('two');
    expect(open(browser).workbench.solutionOf('k2')).toBeUndefined();
  });

  it('is kept each time that something was typed, and only then', () => {
    const browser = new TestBrowser();
    const { workbench, clock } = open(browser);
    workbench.keepSolution('k1', 'one');
    clock.advance(500);
    // Another page of this browser goes on with it.
    const other = open(browser).workbench;
    other.keepSolution('k1', 'another');
    other.dispose();
    workbench.keepSolution('k2', 'two');
    clock.advance(500);
    const next = open(browser).workbench;
    expect([next.solutionOf('k1'), next.solutionOf('k2')]).toEqual(['another', 'two']);
  });

  it.each<[string, (page: OpenPage) => void]>([
    ['left', (page) => page.page.left.emit()],
    ['closed', (page) => page.workbench.dispose()],
  ])('is kept at once when the page is %s', (_how, leave) => {
    const browser = new TestBrowser();
    const page = open(browser);
    page.workbench.keepSolution('k1', 'one');
    leave(page);
    expect(open(browser).workbench.solutionOf('k1')).toBe('one');
  });

  it('lasts as long as the page where the browser has no room, which is told once', () => {
    const browser = new TestBrowser();
    const { workbench, clock } = open(browser);
    browser.storage.room = 0;
    for (const text of ['one', 'two']) {
      workbench.keepSolution('k1', text);
      clock.advance(500);
    }
    expect(workbench.solutionOf('k1')).toBe('two');
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'solution_not_kept' }]);
    workbench.dismissProblem(workbench.snapshot().problems[0]?.id ?? '');
    workbench.keepSolution('k1', 'three');
    clock.advance(500);
    expect(workbench.snapshot().problems).toEqual([]);
  });
});
