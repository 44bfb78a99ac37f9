// @vitest-environment happy-dom

import type { Explanation } from '@agent-factory/protocol/mind';
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../client/support/eventually.js';
import { mindStatus } from '../../client/support/mind-status.js';
import { type OpenPanel, openPanel } from '../support/open-panel.js';

const FILES = { 'src/cart.py': 'one\ntwo\nthree\nfour\n', 'money.py': 'x\n' };
const ANSWER: Explanation = {
  path: 'src/cart.py',
  explanation: 'A loop goes over <b>every</b> item.\n\nTwice.',
  keyConcepts: ['iteration', 'off by one'],
  analogy: 'Like a shopping list.',
  relatedFiles: ['money.py'],
  phaseConnection: 'You look for the lost item.',
};

/** The editor in the page, once it shows this text. */
function view(text: string): Promise<EditorView> {
  return eventually(() => {
    const dom = document.querySelector<HTMLElement>('.wb-editor-host .cm-editor');
    const found = dom && EditorView.findFromDOM(dom);
    expect(found?.state.doc.toString()).toBe(text);
    return found as EditorView;
  });
}

async function openCart(options: Parameters<typeof openPanel>[0] = {}): Promise<OpenPanel & { editor: EditorView }> {
  const panel = await openPanel({ files: FILES, ...options });
  panel.workbench.open('src/cart.py');
  return { ...panel, editor: await view(FILES['src/cart.py']) };
}

/** From the second line up to the beginning of the fourth. */
const selectLines = (editor: EditorView) => editor.dispatch({ selection: { anchor: 4, head: 14 } });
const press = (editor: EditorView, key: string) => fireEvent.keyDown(editor.contentDOM, { key, ctrlKey: true });
const card = () => screen.findByRole('region', { name: 'Explanation' });

/** Answers the question that was asked last. */
async function answerLast(daemon: OpenPanel['daemon'], count = 1): Promise<void> {
  const asked = () => daemon.said.filter(({ type }) => type === 'user:explain');
  await eventually(() => expect(asked()).toHaveLength(count));
  for (const page of daemon.pages) page.send('explain:response', ANSWER, asked().at(-1)?.id);
}

describe('“Explain this”', () => {
  it('is offered beside the text where some is selected, and sends it with where it is', async () => {
    const { daemon, editor } = await openCart();
    expect(screen.queryByRole('button', { name: 'Explain this' })).toBeNull();
    selectLines(editor);
    const button = await screen.findByRole('button', { name: 'Explain this' });
    expect(button.closest('.wb-status')).not.toBeNull();
    fireEvent.click(button);
    await eventually(() => expect(daemon.ofType('user:explain')).toHaveLength(1));
    expect(daemon.ofType('user:explain')[0]).toMatchObject({
      ...{ source: 'editor', path: 'src/cart.py', language: 'python' },
      range: { start: { line: 2, column: 1 }, end: { line: 4, column: 1 } },
      ...{ selectedText: 'two\nthree\n', surroundingContext: FILES['src/cart.py'] },
    });
    editor.dispatch({ selection: { anchor: 0 } });
    await eventually(() => expect(screen.queryByRole('button', { name: 'Explain this' })).toBeNull());
  });

  it('takes the line of the cursor by its key, which the list of keys has', async () => {
    const { daemon, editor } = await openCart();
    editor.dispatch({ selection: { anchor: 5 } });
    press(editor, 'e');
    await eventually(() => expect(daemon.ofType('user:explain')).toMatchObject([{ selectedText: 'two' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(screen.getByText(/^Explain what is selected/).closest('div')?.textContent).toMatch(/^Ctrl\+E/);
  });

  it('says what to do where there is no text in sight', async () => {
    const { daemon } = await openPanel({ files: FILES });
    fireEvent.keyDown(await screen.findByRole('tree'), { key: 'e', ctrlKey: true });
    await screen.findByText('Open a file first, and mark what you want explained.');
    expect(daemon.ofType('user:explain')).toEqual([]);
  });

  it('is not offered to who has turned explanations off', async () => {
    const { daemon, editor } = await openCart();
    selectLines(editor);
    await screen.findByRole('button', { name: 'Explain this' });
    daemon.broadcast('mind:status', mindStatus(['explain']));
    await eventually(() => expect(screen.queryByRole('button', { name: 'Explain this' })).toBeNull());
  });
});

describe('an explanation', () => {
  it('is shown as text with all that belongs to it, and told to screen readers, while the keyboard stays', async () => {
    const { daemon, editor } = await openCart();
    selectLines(editor);
    editor.focus();
    press(editor, 'e');
    const shown = await card();
    expect(within(shown).getByText('The coach reads it.')).toBeTruthy();
    await screen.findByText('Asking the coach about cart.py, lines 2 to 3.');
    await answerLast(daemon);
    await within(shown).findByText(/A loop goes over <b>every<\/b> item\./);
    expect(shown.querySelector('b')).toBeNull();
    for (const words of ['iteration', 'off by one', 'Like a shopping list.', 'You look for the lost item.'])
      expect(within(shown).getByText(words)).toBeTruthy();
    await screen.findByText(/^The coach has explained cart\.py, lines 2 to 3/);
    expect(document.activeElement).toBe(editor.contentDOM);
  });

  it('leads to what is explained, and to the files that belong to it', async () => {
    const { daemon, editor } = await openCart();
    selectLines(editor);
    press(editor, 'e');
    await answerLast(daemon);
    const shown = await card();
    fireEvent.click(await within(shown).findByRole('button', { name: 'money.py' }));
    await screen.findByRole('tab', { name: 'money.py', selected: true });
    fireEvent.click(within(shown).getByRole('button', { name: 'cart.py, lines 2 to 3' }));
    await screen.findByRole('tab', { name: /cart\.py/, selected: true });
    await screen.findByText('Line 2, column 1');
  });

  it('has only what the coach has said', async () => {
    const { daemon, editor } = await openCart();
    press(editor, 'e');
    const bare = { ...ANSWER, keyConcepts: [], analogy: null, relatedFiles: [], phaseConnection: null };
    await eventually(() => expect(daemon.said.some(({ type }) => type === 'user:explain')).toBe(true));
    const asked = daemon.said.find(({ type }) => type === 'user:explain');
    for (const page of daemon.pages) page.send('explain:response', bare, asked?.id);
    const shown = await card();
    await within(shown).findByText(/A loop goes over/);
    expect(within(shown).queryAllByRole('heading', { level: 5 })).toEqual([]);
  });

  it('can be cancelled and closed by the same button, and leaves the keyboard in the page', async () => {
    const { daemon, editor } = await openCart();
    press(editor, 'e');
    const cancel = await screen.findByRole('button', { name: 'Cancel the explanation' });
    cancel.focus();
    await answerLast(daemon);
    const close = await screen.findByRole('button', { name: 'Close the explanation' });
    expect(document.activeElement).toBe(close);
    fireEvent.click(close);
    await eventually(() => expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull());
    expect(document.activeElement?.className).toContain('wb-coach-scroll');
  });

  it('is waited for in a card that is busy for as long, and can be asked for again once it is there', async () => {
    const { daemon, editor } = await openCart();
    selectLines(editor);
    press(editor, 'e');
    const shown = await card();
    expect(shown.getAttribute('aria-busy')).toBe('true');
    expect(within(shown).queryByRole('button', { name: /again$/ })).toBeNull();
    await answerLast(daemon);
    const again = await within(shown).findByRole('button', { name: 'Ask again' });
    expect(shown.getAttribute('aria-busy')).toBe('false');
    editor.dispatch({ selection: { anchor: 0 } });
    fireEvent.click(again);
    await answerLast(daemon, 2);
    expect(daemon.ofType('user:explain')[1]).toEqual(daemon.ofType('user:explain')[0]);
  });

  it('names a concept and a file once', async () => {
    const { daemon, editor } = await openCart();
    press(editor, 'e');
    await eventually(() => expect(daemon.said.some(({ type }) => type === 'user:explain')).toBe(true));
    const asked = daemon.said.find(({ type }) => type === 'user:explain');
    const twice = { ...ANSWER, keyConcepts: ['loop', 'loop'], relatedFiles: ['money.py', 'money.py'] };
    for (const page of daemon.pages) page.send('explain:response', twice, asked?.id);
    const shown = await card();
    await within(shown).findByText(/A loop goes over/);
    const named = within(shown).getAllByRole('listitem');
    expect(named.map(({ textContent }) => textContent)).toEqual(['loop', 'money.py']);
  });

  it('that fails says why, and asks again about the same lines', async () => {
    const { daemon, editor } = await openCart();
    selectLines(editor);
    press(editor, 'e');
    const shown = await card();
    await eventually(() => expect(daemon.ofType('user:explain')).toHaveLength(1));
    const first = daemon.said.find(({ type }) => type === 'user:explain');
    for (const page of daemon.pages)
      page.send('explain:error', { path: 'src/cart.py', error: 'There is no key. Set one.' }, first?.id);
    await within(shown).findByText('There is no key. Set one.');
    await screen.findByText(/^Not explained: cart\.py, lines 2 to 3\. There is no key/);
    editor.dispatch({ selection: { anchor: 0 } });
    const retry = within(shown).getByRole('button', { name: 'Try again' });
    retry.focus();
    fireEvent.click(retry);
    expect(document.activeElement).toBe(shown);
    await answerLast(daemon, 2);
    await within(shown).findByText(/A loop goes over/);
    expect(daemon.ofType('user:explain')[1]).toEqual(daemon.ofType('user:explain')[0]);
  });

  it('comes to the front on a phone, with the keyboard; the editor’s place tells of an answer that came later', async () => {
    const { daemon, editor } = await openCart({ width: 390 });
    selectLines(editor);
    editor.focus();
    fireEvent.click(await screen.findByRole('button', { name: 'Explain this' }));
    const shown = await card();
    await eventually(() => expect(document.activeElement).toBe(shown));
    fireEvent.click(screen.getByRole('button', { name: 'Editor' }));
    await answerLast(daemon);
    await screen.findByRole('button', { name: /^Coach, the coach has said something/ });
  });
});
