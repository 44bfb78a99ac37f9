// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Resolution } from '../../src/editor/conflict/conflict-types.js';
import { openConflict } from '../../src/editor/conflict/open-conflict.js';
import { openDiff } from '../../src/editor/conflict/open-diff.js';
import { PageWidth } from '../support/page-width.js';

const MINE = 'one\r\nmy two\r\nthree\r\n';
const DISK = 'one\r\ntheir two\r\nthree\r\nfour\r\n';

let parent: HTMLElement;
let page: PageWidth;

beforeEach(() => {
  page = new PageWidth();
  parent = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  page[Symbol.dispose]();
  parent.remove();
});

function opened() {
  const resolutions: Resolution[] = [];
  const view = openConflict(parent, {
    ...{ path: 'a.txt', mine: MINE, disk: DISK },
    onResolve: (resolution) => resolutions.push(resolution),
  });
  return { view, resolutions };
}

function editors(): EditorView[] {
  return [...parent.querySelectorAll<HTMLElement>('.cm-editor')].flatMap((dom) => EditorView.findFromDOM(dom) ?? []);
}

function press(text: string): void {
  const button = [...parent.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (button === undefined) throw new Error(`no button ${text}`);
  button.click();
}

describe('a conflict', () => {
  it('shows both texts, named, and only the student’s can be edited', () => {
    opened();
    expect(editors().map(({ contentDOM }) => contentDOM.getAttribute('aria-label'))).toEqual([
      'On the disk, a.txt, editor',
      'Yours, a.txt, editor',
    ]);
    expect(editors().map(({ state }) => state.readOnly)).toEqual([true, false]);
    expect(parent.querySelector('[role="status"]')?.textContent).toContain('a.txt was written by another program');
  });

  it('is resolved by the student’s own text, the disk’s, or the edited one, each to the letter', () => {
    const { view, resolutions } = opened();
    editors()[1]?.dispatch({ changes: { from: 0, insert: 'zero\n' } });
    press('Keep mine as it was');
    press('Take the one on the disk');
    press('Save what is shown here');
    expect(resolutions).toEqual([
      { choice: 'mine', text: MINE },
      { choice: 'disk', text: DISK },
      { choice: 'merged', text: `zero\r\n${MINE}` },
    ]);
    view.dispose();
    view.dispose();
    expect(parent.childElementCount).toBe(0);
    expect(page.observed).toBe(0);
  });

  it('takes a piece of the disk’s text by the keyboard', async () => {
    const { view } = opened();
    const button = await vi.waitUntil(() => parent.querySelector<HTMLElement>('.wb-piece-button'));
    expect(button?.getAttribute('aria-label')).toBe('Take this piece from the disk');
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(view.text()).toBe('one\r\ntheir two\r\nthree\r\n');
  });

  it('is shown in one column where there is no room for two, and keeps what was edited', () => {
    const { view } = opened();
    editors()[1]?.dispatch({ changes: { from: 0, insert: 'zero\n' } });
    page.resize(400);
    expect(editors()).toHaveLength(1);
    expect(view.text()).toBe(`zero\r\n${MINE}`);
    const take = parent.querySelectorAll<HTMLElement>('[aria-label="Take this piece from the disk"]');
    expect(take.length).toBeGreaterThan(0);
    take[0]?.click();
    expect(view.text()).toBe(MINE);
    page.resize(1000);
    expect(editors()).toHaveLength(2);
    expect(view.text()).toBe(MINE);
  });

  it('goes on by the keyboard from piece to piece, and after the last one in the text', () => {
    page.width = 400;
    const { view } = opened();
    const take = () => parent.querySelectorAll<HTMLElement>('[aria-label="Take this piece from the disk"]');
    expect(take()).toHaveLength(2);
    take()[0]?.focus();
    take()[0]?.click();
    expect(take()).toHaveLength(1);
    expect(document.activeElement).toBe(take()[0]);
    take()[0]?.click();
    expect(view.text()).toBe(DISK);
    expect(document.activeElement).toBe(editors()[0]?.contentDOM);
    expect(editors()[0]?.state.doc.lineAt(editors()[0]?.state.selection.main.head ?? 0).number).toBe(4);
  });

  it('leaves the keyboard in the text after the last piece, also beside each other', async () => {
    const { view } = opened();
    const pieces = () => parent.querySelectorAll<HTMLElement>('.wb-piece-button');
    await vi.waitUntil(() => pieces().length === 2);
    pieces()[1]?.focus();
    pieces()[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    expect(view.text()).toBe('one\r\nmy two\r\nthree\r\nfour\r\n');
    expect(document.activeElement).toBe(editors()[1]?.contentDOM);
  });

  it('has a side that is only read, which the keyboard reaches by its name', () => {
    opened();
    const [disk, mine] = editors().map(({ contentDOM }) => contentDOM);
    expect([disk?.contentEditable, disk?.tabIndex, disk?.getAttribute('aria-label')]).toEqual([
      'false',
      0,
      'On the disk, a.txt, editor',
    ]);
    expect(mine?.contentEditable).toBe('true');
    disk?.focus();
    expect(document.activeElement).toBe(disk);
  });

  it('of line breaks alone is said', () => {
    openConflict(parent, { path: 'a.txt', mine: 'a\nb', disk: 'a\r\nb', onResolve: () => {} });
    expect(parent.querySelector('[role="status"]')?.textContent).toContain('Only the line breaks differ.');
  });
});

describe('differences', () => {
  it.each([1000, 400])('are shown %d pixels wide, and nothing can be changed', (pixels) => {
    page.width = pixels;
    const view = openDiff(parent, { path: 'a.txt', before: DISK, after: MINE, language: 'klingon' });
    expect(editors().every(({ state }) => state.readOnly)).toBe(true);
    expect(parent.querySelector('.wb-piece-button')).toBeNull();
    expect(parent.querySelector('.cm-changedLine, .cm-deletedChunk')).not.toBeNull();
    expect(view.text()).toBe(MINE);
    view.dispose();
    expect(parent.childElementCount).toBe(0);
  });

  it.each([1000, 400])('hide what is equal until it is asked for, %d pixels wide', (pixels) => {
    page.width = pixels;
    const before = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    openDiff(parent, { path: 'a.txt', before, after: `${before}!` });
    expect(parent.querySelector('.cm-collapsedLines')).not.toBeNull();
    press('Show all lines');
    expect(parent.querySelector('.cm-collapsedLines')).toBeNull();
    expect(document.activeElement?.className).toContain('cm-content');
    expect(parent.querySelector('.wb-comparison-head')).toBeNull();
  });
});
