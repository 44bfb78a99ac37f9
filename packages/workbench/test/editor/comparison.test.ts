// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConflict } from '../../src/editor/conflict/open-conflict.js';
import { openDiff } from '../../src/editor/conflict/open-diff.js';
import { PageWidth } from '../support/page-width.js';

const TEXTS = { path: 'a.txt', mine: 'one\nmine\n', disk: 'one\ntheirs\n' };

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

function editors(): EditorView[] {
  return [...parent.querySelectorAll<HTMLElement>('.cm-editor')].flatMap((dom) => EditorView.findFromDOM(dom) ?? []);
}

const areDark = () => editors().map(({ state }) => state.facet(EditorView.darkTheme));

describe('two texts that come to stand in another number of columns', () => {
  it('stay in the colours that were chosen meanwhile', () => {
    const view = openConflict(parent, { ...TEXTS, colourScheme: 'light', onResolve: () => {} });
    expect(areDark()).toEqual([false, false]);
    view.setLook({ colourScheme: 'dark', fontSize: 14 });
    expect(areDark()).toEqual([true, true]);
    page.resize(400);
    expect(areDark()).toEqual([true]);
    page.resize(1000);
    expect(areDark()).toEqual([true, true]);
    view.dispose();
  });

  it('leave the keyboard where it was: in the student’s text', () => {
    const view = openConflict(parent, { ...TEXTS, onResolve: () => {} });
    view.focus();
    page.resize(400);
    expect(document.activeElement).toBe(editors()[0]?.contentDOM);
    page.resize(1000);
    expect(document.activeElement).toBe(editors()[1]?.contentDOM);
    view.dispose();
  });

  it('do not take the keyboard from what is beside them', () => {
    const outside = document.body.appendChild(document.createElement('button'));
    const view = openDiff(parent, { path: 'a.txt', before: TEXTS.disk, after: TEXTS.mine });
    outside.focus();
    page.resize(400);
    expect(document.activeElement).toBe(outside);
    view.dispose();
    outside.remove();
  });
});

describe('differences', () => {
  it.each([1000, 400])('take no letters and are reached by Tab on both sides, %d pixels wide', (pixels) => {
    page.width = pixels;
    const view = openDiff(parent, { path: 'a.txt', before: TEXTS.disk, after: TEXTS.mine });
    const sides = editors().map(({ contentDOM }) => [contentDOM.contentEditable, contentDOM.tabIndex]);
    expect(sides.length).toBe(pixels === 1000 ? 2 : 1);
    for (const side of sides) expect(side).toEqual(['false', 0]);
    view.dispose();
  });
});

describe('two texts beside each other', () => {
  it('have buttons to take pieces where the student decides, and none where they only look', async () => {
    const pieces = (at: HTMLElement) => at.querySelectorAll('.wb-piece-button');
    const looking = parent.appendChild(document.createElement('div'));
    const deciding = parent.appendChild(document.createElement('div'));
    const diff = openDiff(looking, { path: 'a.txt', before: TEXTS.disk, after: TEXTS.mine });
    const conflict = openConflict(deciding, { ...TEXTS, onResolve: () => {} });
    await vi.waitUntil(() => pieces(deciding).length === 1); // those of the other, opened first, would be there by now
    expect(pieces(looking)).toHaveLength(0);
    diff.dispose();
    conflict.dispose();
  });

  it('have buttons of which a click of the mouse takes nothing more than its press did', async () => {
    const disk = 'one\ntheirs\nthree\nfour\nfive\ntheir six\n';
    const mine = 'one\nmine\nthree\nfour\nfive\nmy six\n';
    const view = openConflict(parent, { path: 'a.txt', mine, disk, onResolve: () => {} });
    const pieces = () => parent.querySelectorAll<HTMLElement>('.wb-piece-button');
    await vi.waitUntil(() => pieces().length === 2);
    pieces()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    expect(view.text()).toBe(mine);
    view.dispose();
  });
});
