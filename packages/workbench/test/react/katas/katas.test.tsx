// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../../../src/react/katas/kata-words.js';
import { eventually } from '../../client/support/eventually.js';
import { KATA, OTHER_KATA, REVIEW, REVIEWED_KATA } from '../../client/support/katas.js';
import { mindStatus } from '../../client/support/mind-status.js';
import { type OpenPanel, openPanel } from '../support/open-panel.js';

/** A panel whose daemon has katas, of which none is open. */
async function openListed(options: Parameters<typeof openPanel>[0] = {}): Promise<OpenPanel> {
  const panel = await openPanel({ ...options, katas: [KATA, OTHER_KATA] });
  await screen.findByRole('region', { name: 'Katas', hidden: true });
  return panel;
}

/** A panel with the first kata, and the editor of its solution. */
async function openKata(options: Parameters<typeof openPanel>[0] = {}): Promise<OpenPanel & { editor: EditorView }> {
  const panel = await openListed(options);
  panel.workbench.openKata('k1');
  return { ...panel, editor: await solution(KATA.scaffoldingCode) };
}

const pane = () => screen.findByRole('region', { name: 'Kata' });
const card = () => screen.findByRole('region', { name: 'Practice review' });

/** The editor of the solution, once it shows this text. */
function solution(text: string): Promise<EditorView> {
  return eventually(() => {
    const dom = document.querySelector<HTMLElement>('.wb-kata .cm-editor');
    const found = dom && EditorView.findFromDOM(dom);
    expect(found?.state.doc.toString()).toBe(text);
    return found as EditorView;
  });
}

function type(editor: EditorView, text: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text }, userEvent: 'input.type' });
}

async function handIn(daemon: OpenPanel['daemon'], count = 1): Promise<string | undefined> {
  fireEvent.click(screen.getByRole('button', { name: 'Hand it in' }));
  await eventually(() => expect(daemon.ofType('user:review')).toHaveLength(count));
  return daemon.said.findLast(({ type }) => type === 'user:review')?.id;
}

describe('the list of katas', () => {
  it('says how far the student is in each, and opens one with the keyboard in it', async () => {
    await openListed();
    const list = screen.getByRole('region', { name: 'Katas' });
    expect(within(list).getByText('Iteration · Best level 3 of 10, 2 attempts')).toBeTruthy();
    expect(within(list).getByText('Iteration · Not tried yet')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Kata' })).toBeNull();
    const button = within(list).getByRole('button', { name: 'Running totals' });
    fireEvent.click(button);
    await within(await pane()).findByText('Running totals');
    await eventually(() => expect(document.activeElement?.className).toBe('wb-kata'));
    expect(button.getAttribute('aria-current')).toBe('true');
  });

  it('is not there where there are none', async () => {
    const { daemon } = await openPanel();
    await eventually(() => expect(daemon.asked).toContain('/coach/katas'));
    await screen.findByRole('button', { name: 'Keyboard shortcuts' });
    expect(screen.queryByRole('region', { name: 'Katas' })).toBeNull();
  });

  it('shows the latest at first, and all when that is wanted', async () => {
    const katas = [1, 2, 3, 4, 5, 6].map((number) => ({ ...KATA, id: `k${number}`, title: `Kata ${number}` }));
    await openPanel({ katas });
    const list = await screen.findByRole('region', { name: 'Katas' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    const more = within(list).getByRole('button', { name: 'All 6' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(more);
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
    expect([more.textContent, more.getAttribute('aria-expanded')]).toEqual(['Fewer', 'true']);
    fireEvent.click(more);
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  });
});

describe('a kata', () => {
  it('shows its task as text, and its constraints: open ones to choose from, locked ones with what opens them', async () => {
    await openKata();
    const shown = await pane();
    expect(within(shown).getByText(/An empty list gives <i>an empty list<\/i>/)).toBeTruthy();
    expect(shown.querySelector('i')).toBeNull();
    const choices = within(shown).getAllByRole<HTMLInputElement>('checkbox');
    expect(choices.map(({ checked }) => checked)).toEqual([false]);
    const locked = within(shown).getByRole('list', { name: 'Locked' });
    expect(locked.textContent).toContain('Only itertools');
    expect(locked.textContent).toContain('opens when you reach level 5');
  });

  it('says once what is said twice of a constraint, and a constraint can be let go again', async () => {
    const { daemon, workbench } = await openListed();
    const constraints = KATA.constraints.map((each) => ({ ...each, description: each.title }));
    daemon.katas = [{ ...KATA, constraints }];
    workbench.openKata('k1');
    const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'No index' });
    fireEvent.click(choice);
    expect(choice.checked).toBe(true);
    fireEvent.click(choice);
    expect(choice.checked).toBe(false);
    await solution(KATA.scaffoldingCode);
    await handIn(daemon);
    expect(daemon.ofType('user:review')).toMatchObject([{ activeConstraintTitles: [] }]);
  });

  it('is put away by a button, and leaves the keyboard in the coach’s part', async () => {
    const { workbench } = await openKata();
    const close = screen.getByRole('button', { name: 'Close the kata' });
    close.focus();
    fireEvent.click(close);
    await eventually(() => expect(screen.queryByRole('region', { name: 'Kata' })).toBeNull());
    await eventually(() => expect(document.activeElement?.className).toContain('wb-coach-scroll'));
    expect(workbench.snapshot().katas.open).toBeNull();
  });

  it('that is not there says so, and can be asked for again', async () => {
    const { daemon, workbench } = await openListed();
    workbench.openKata('k3');
    await screen.findByText('Kata not found');
    daemon.katas = [{ ...KATA, id: 'k3' }];
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await within(await pane()).findByText('Running totals');
  });

  it('is a part of the page on a phone, in front when it is opened, and the coach is when it is put away', async () => {
    await openListed({ width: 390 });
    fireEvent.click(screen.getByRole('button', { name: /^Coach/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Running totals' }));
    await pane();
    const parts = screen.getByRole('navigation', { name: 'Parts of the page' });
    expect(within(parts).getByRole('button', { name: 'Kata' }).getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Close the kata' }));
    await eventually(() => expect(within(parts).queryByRole('button', { name: 'Kata' })).toBeNull());
    expect(within(parts).getByRole('button', { name: 'Coach' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('a kata that the page begins with', () => {
  it('is in front on a phone, and the editor is when it is gone', async () => {
    const { workbench } = await openPanel({ width: 390, katas: [KATA], kataId: 'k1' });
    await within(await pane()).findByText('Running totals');
    const parts = screen.getByRole('navigation', { name: 'Parts of the page' });
    expect(within(parts).getByRole('button', { name: 'Kata' }).getAttribute('aria-current')).toBe('true');
    workbench.closeKata();
    await screen.findByRole('region', { name: 'Editor' });
    expect(within(parts).getByRole('button', { name: 'Editor' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('a solution', () => {
  it('begins with the code of the kata, is kept while it is typed, and can be begun anew', async () => {
    const { workbench, editor } = await openKata();
    type(editor, 'mine');
    expect(workbench.solutionOf('k1')).toBe('mine');
    fireEvent.click(screen.getByRole('button', { name: 'Close the kata' }));
    await eventually(() => expect(document.querySelector('.wb-kata')).toBeNull());
    workbench.openKata('k1');
    await solution('mine');
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
    await solution(KATA.scaffoldingCode);
    expect(workbench.solutionOf('k1')).toBe(KATA.scaffoldingCode);
  });

  it('is said to be kept to whoever saves it', async () => {
    const { editor } = await openKata();
    fireEvent.keyDown(editor.contentDOM, { key: 's', ctrlKey: true });
    const said = await screen.findAllByText('Your solution is kept in this browser while you type.');
    expect(said.some((words) => words.closest('.practice-visually-hidden') === null)).toBe(true);
  });

  it('is handed in as it is, under the constraints that are chosen', async () => {
    const { daemon, editor } = await openKata();
    type(editor, 'mine');
    fireEvent.click(screen.getByRole('checkbox', { name: /No index/ }));
    await handIn(daemon);
    expect(daemon.ofType('user:review')).toEqual([
      { kataId: 'k1', userCode: 'mine', activeConstraintTitles: ['No index'] },
    ]);
    const asked = await card();
    expect(within(asked).getByText(/You can go on meanwhile/)).toBeTruthy();
    expect(within(asked).queryByRole('button', { name: 'Close the review' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Hand it in' }).getAttribute('aria-disabled')).toBe('true');
    await screen.findByText('The coach reads your solution.');
  });
});

describe('a review', () => {
  it('of a solution that does not do what was asked says so', async () => {
    const { daemon } = await openKata();
    const id = await handIn(daemon);
    for (const page of daemon.pages) page.send('review:response', { ...REVIEW, correct: false, passed: false }, id);
    const result = await within(await card()).findByText(/^Not passed yet, level 6 of 10/);
    expect(result.textContent).toContain('It does not do yet what was asked.');
    const second = await handIn(daemon, 2);
    for (const page of daemon.pages) page.send('review:response', REVIEW, second);
    expect((await within(await card()).findByText(/^Passed, level 6/)).textContent).toBe('Passed, level 6 of 10');
  });

  it('says what is good and what is next, what has opened, and is told; the attempt is among the others', async () => {
    const { daemon } = await openKata();
    const id = await handIn(daemon);
    daemon.katas = [REVIEWED_KATA];
    for (const page of daemon.pages) page.send('review:response', REVIEW, id);
    const shown = await card();
    await within(shown).findByText('You keep <b>the sum</b>.');
    expect(shown.querySelector('b')).toBeNull();
    for (const words of ['Passed, level 6 of 10', 'Try it harder', 'Without a loop.', 'You know loops by now.'])
      expect(within(shown).getByText(words)).toBeTruthy();
    expect(within(shown).getByRole('listitem').textContent).toBe('Only itertools');
    await screen.findByText('Reviewed. Passed, level 6 of 10. 1 constraint is open now. It is in the part “Kata”.');
    await eventually(() => expect(screen.getAllByRole('checkbox', { name: /index|itertools/ })).toHaveLength(2));
    expect(screen.getByText('3. Passed, level 6 of 10')).toBeTruthy();
    fireEvent.keyDown(shown, { key: 'Escape' });
    await eventually(() => expect(screen.queryByRole('region', { name: 'Practice review' })).toBeNull());
  });

  it('comes into sight, but nobody who types goes out of it', async () => {
    const moved = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
    const { daemon, editor } = await openKata();
    const first = await handIn(daemon);
    await card();
    await eventually(() => expect(moved).toHaveBeenCalledTimes(1));
    expect(moved.mock.contexts[0]).toBe(await card());
    editor.focus();
    for (const page of daemon.pages) page.send('review:response', REVIEW, first);
    await within(await card()).findByText('You keep <b>the sum</b>.');
    expect(moved).toHaveBeenCalledTimes(1);
    moved.mockRestore();
  });

  it('that fails says why and that it is no attempt, and the solution can be handed in again', async () => {
    const { daemon, editor } = await openKata();
    type(editor, 'mine');
    const id = await handIn(daemon);
    for (const page of daemon.pages) page.send('review:error', { kataId: 'k1', error: 'There is no key.' }, id);
    const shown = await card();
    await within(shown).findByText('There is no key.');
    expect(within(shown).getByText(/does not count as an attempt/)).toBeTruthy();
    await screen.findByText('Not reviewed. There is no key.');
    expect(editor.state.doc.toString()).toBe('mine');
    expect(screen.queryByText(/^3\. /)).toBeNull();
    await handIn(daemon, 2);
    await within(await card()).findByText(/You can go on meanwhile/);
  });

  it('that no model can give says what it would do, and where it is turned on', async () => {
    const mind = mindStatus();
    const why = 'Reviews your solution. Just now it does not: There is no key.';
    const review = { enabled: true, works: false, explanation: why };
    const { daemon } = await openKata({ mind: { ...mind, parts: { ...mind.parts, review } } });
    const id = await handIn(daemon);
    for (const page of daemon.pages) page.send('review:error', { kataId: 'k1', error: 'There is no key.' }, id);
    const shown = await card();
    await within(shown).findByText(why);
    expect(within(shown).queryByText('There is no key.')).toBeNull();
    expect(within(shown).getByText('npx @agent-factory/practice-server dashboard')).toBeTruthy();
  });

  it('that comes while something else is in front on a phone is told there', async () => {
    const { daemon } = await openKata({ width: 390 });
    const parts = screen.getByRole('navigation', { name: 'Parts of the page' });
    fireEvent.click(within(parts).getByRole('button', { name: 'Kata' }));
    const id = await handIn(daemon);
    fireEvent.click(within(parts).getByRole('button', { name: 'Editor' }));
    for (const page of daemon.pages) page.send('review:response', REVIEW, id);
    await screen.findByRole('button', { name: 'Kata, the coach has reviewed your solution' });
  });
});

describe('earlier attempts', () => {
  it('are compared under the same constraints, the latest first, and can be gone on from', async () => {
    const [first, second] = KATA.attempts as [Attempt, Attempt];
    const attempts = [first, second, { ...first, level: 1, constraints: ['No index'], code: 'harder' }];
    const { daemon, workbench } = await openListed();
    daemon.katas = [{ ...KATA, attempts }];
    workbench.openKata('k1');
    const same = await screen.findByRole('region', { name: 'Attempts without constraints' });
    const results = () =>
      within(same)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('summary')?.textContent);
    expect(results()).toEqual([
      '2. Passed, level 3 of 10, 1 more than the one before',
      '1. Not passed yet, level 2 of 10',
    ]);
    expect(within(same).getByText('It is right.')).toBeTruthy();
    expect(within(same).getByRole('region', { name: 'Code of attempt 2', hidden: true }).textContent).toBe('second');
    const others = screen.getByRole('region', { name: 'Others' });
    expect(others.textContent).toContain('under: No index');
    fireEvent.click(screen.getByRole('checkbox', { name: /No index/ }));
    const under = await screen.findByRole('region', { name: 'Attempts under these constraints' });
    expect(within(under).getAllByRole('listitem')).toHaveLength(1);
    await solution(KATA.scaffoldingCode);
    fireEvent.click(within(under).getByRole('button', { name: 'Go on from this code', hidden: true }));
    await solution('harder');
    expect(workbench.solutionOf('k1')).toBe('harder');
  });
});
