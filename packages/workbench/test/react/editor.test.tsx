// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view';
import { fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it } from 'vitest';
import type { WorkbenchControls } from '../../src/react/props.js';
import { eventually } from '../client/support/eventually.js';
import { contentOf } from '../client/support/file-daemon.js';
import { type OpenPanel, openPanel } from './support/open-panel.js';

const FILES = { 'cart.py': 'one\ntwo\nthree\n', 'money.py': 'x\n' };

/** The editor in the page, once it shows this text. */
function view(text: string): Promise<EditorView> {
  return eventually(() => {
    const dom = document.querySelector<HTMLElement>('.wb-editor-host .cm-editor');
    const found = dom && EditorView.findFromDOM(dom);
    expect(found?.state.doc.toString()).toBe(text);
    return found as EditorView;
  });
}

function type(editor: EditorView, text: string) {
  editor.dispatch(editor.state.replaceSelection(text), { userEvent: 'input.type' });
}

async function openCart(options: Parameters<typeof openPanel>[0] = {}): Promise<OpenPanel & { editor: EditorView }> {
  const panel = await openPanel({ files: FILES, ...options });
  panel.workbench.open('cart.py');
  return { ...panel, editor: await view(panel.daemon.files.get('cart.py') ?? '') };
}

const bar = (words: RegExp) => screen.findByText(words);
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the editor', () => {
  it('tells the daemon what the student types, and shows where the cursor is', async () => {
    const { daemon, editor } = await openCart();
    type(editor, '# ');
    await screen.findByRole('tab', { name: 'cart.py, unsaved' });
    await eventually(() =>
      expect(daemon.ofType('buffer:update')).toContainEqual(
        expect.objectContaining({ path: 'cart.py', cursorPosition: { line: 1, column: 3 } }),
      ),
    );
    expect(screen.getByText('Line 1, column 3')).toBeTruthy();
  });

  it('takes what another program has written, and is not unsaved by it', async () => {
    const { daemon } = await openCart();
    daemon.write('cart.py', 'one\n2\nthree\n');
    await view('one\n2\nthree\n');
    expect(screen.getByRole('tab', { name: 'cart.py' })).toBeTruthy();
    expect(daemon.ofType('buffer:update')).toEqual([]);
  });

  it('keeps the text and the place of each file when the student goes to another one and back', async () => {
    const { workbench, editor } = await openCart();
    type(editor, '# ');
    workbench.open('money.py');
    await view('x\n');
    workbench.switchTo('cart.py');
    const again = await view('# one\ntwo\nthree\n');
    expect(again.state.selection.main.head).toBe(2);
  });

  it('begins at the start of a file that was closed and is opened again', async () => {
    const { workbench, editor } = await openCart();
    editor.dispatch({ selection: { anchor: 8 } });
    workbench.close('cart.py');
    await eventually(() => expect(screen.queryByRole('tab')).toBeNull());
    workbench.open('cart.py');
    await eventually(() => expect(workbench.textOf('cart.py')).toBe(FILES['cart.py']));
    expect((await view(FILES['cart.py'])).state.selection.main.head).toBe(0);
  });

  it('[coaching-backend EC-28] goes to the tab of a file that the coach opens once more', async () => {
    const { daemon, workbench } = await openCart();
    workbench.open('money.py');
    await view('x\n');
    daemon.broadcast('editor:open_file', contentOf('cart.py', FILES['cart.py']));
    await view(FILES['cart.py']);
    expect(screen.getAllByRole('tab').map(({ title }) => title)).toEqual(['cart.py', 'money.py']);
  });

  it('[coaching-backend EC-30] shows marks of a file that was not open as soon as it is', async () => {
    const { daemon, workbench } = await openCart({ state: { hintLevel: 'line' } });
    const mark = { id: 'm1', path: 'money.py', start: 1, end: 1, style: 'hint', hoverText: 'Why?' } as const;
    daemon.broadcast('editor:highlight_lines', mark);
    await eventually(() => expect(workbench.snapshot().shown.marks.size).toBe(1));
    expect(document.querySelectorAll('.cm-line.wb-mark-hint')).toHaveLength(0);
    workbench.open('money.py');
    await view('x\n');
    expect(document.querySelectorAll('.cm-line.wb-mark-hint')).toHaveLength(1);
  });

  it('[coaching-backend EC-36] shows marks that follow each other quickly all together', async () => {
    const { daemon } = await openCart({ state: { hintLevel: 'line' } });
    for (const [index, style] of (['hint', 'warning', 'success'] as const).entries()) {
      daemon.broadcast('editor:highlight_lines', {
        ...{ id: `m${index}`, path: 'cart.py', style },
        ...{ start: index + 1, end: index + 1 },
      });
    }
    const styles = () => ['hint', 'warning', 'success'].filter((style) => document.querySelector(`.wb-mark-${style}`));
    await eventually(() => expect(styles()).toEqual(['hint', 'warning', 'success']));
    daemon.broadcast('editor:clear_highlights', { path: 'cart.py' });
    await eventually(() => expect(styles()).toEqual([]));
  });

  it('shows a balloon at its line, and takes it away when it is dismissed', async () => {
    const { daemon, workbench } = await openCart();
    const anchor = { path: 'cart.py', line: 2 };
    daemon.broadcast('coaching:message', { id: 'b1', message: 'What is two?', type: 'hint', anchor });
    await eventually(() => expect(document.querySelector('.wb-balloon')?.textContent).toContain('What is two?'));
    fireEvent.click(document.querySelector('.wb-balloon button') as Element);
    await eventually(() => expect(workbench.snapshot().shown.balloons.size).toBe(0));
  });

  it('says the hint of a line again to who asks again', async () => {
    const { editor } = await openCart();
    const ask = () => fireEvent.keyDown(editor.contentDOM, { key: 'F1', altKey: true });
    ask();
    const region = await screen.findByText('No hint on this line.');
    expect(region.getAttribute('role')).toBe('status');
    ask();
    await eventually(() => expect(region.textContent).toBe(''));
    // A screen reader hears of words that come, not of those that stay.
    await eventually(() => expect(region.textContent).toBe('No hint on this line.'));
  });

  it('shows checks that failed at their lines', async () => {
    const { workbench } = await openCart();
    workbench.setFailures([{ path: 'cart.py', line: 3, message: 'It is 2.', criterion: 'Adds up' }]);
    await eventually(() => expect(document.querySelector('.wb-failure')?.textContent).toContain('Adds up: It is 2.'));
  });

  it('goes to a place that is asked for, and puts the keyboard there', async () => {
    const { workbench, editor } = await openCart();
    workbench.open('cart.py', { at: { line: 3 } });
    await eventually(() => expect(editor.state.doc.lineAt(editor.state.selection.main.head).number).toBe(3));
    expect(editor.hasFocus).toBe(true);
  });

  it('goes to a place of a file that still loads when the student is in that file, and not before', async () => {
    const { workbench, editor } = await openCart();
    workbench.open('money.py', { at: { line: 2 } });
    workbench.switchTo('cart.py');
    await eventually(() => expect(workbench.textOf('money.py')).toBe(FILES['money.py']));
    expect(editor.state.doc.toString()).toBe(FILES['cart.py']);
    expect([editor.state.selection.main.head, editor.hasFocus]).toEqual([0, false]);
    workbench.switchTo('money.py');
    const money = await view(FILES['money.py']);
    await eventually(() => expect(money.state.doc.lineAt(money.state.selection.main.head).number).toBe(2));
    expect(money.hasFocus).toBe(true);
  });

  it('leaves the keyboard to a student who types in the terminal', async () => {
    const terminal = <input aria-label="Terminal input" data-practice-terminal="" />;
    const { workbench, editor } = await openCart({ props: { terminal } });
    const input = screen.getByRole('textbox', { name: 'Terminal input' });
    input.focus();
    workbench.open('cart.py', { at: { line: 3 } });
    await eventually(() => expect(editor.state.doc.lineAt(editor.state.selection.main.head).number).toBe(3));
    expect(document.activeElement).toBe(input);
  });

  it('goes to a place, and takes the keyboard, once: the student goes on from there', async () => {
    const { daemon, workbench, editor } = await openCart();
    const told = async (id: string) => {
      daemon.broadcast('coaching:message', { id, message: 'Why?', type: 'hint', anchor: { path: 'cart.py', line: 1 } });
      const balloons = () => workbench.snapshot().shown.balloons.get('cart.py') ?? [];
      await eventually(() => expect(balloons().map((balloon) => balloon.id)).toContain(id));
    };
    workbench.open('cart.py', { at: { line: 3 } });
    await eventually(() => expect(editor.hasFocus).toBe(true));
    const search = screen.getByRole('searchbox', { name: 'Find a file' });
    search.focus();
    editor.dispatch({ selection: { anchor: 1 } });
    await told('b1');
    expect([editor.state.selection.main.head, document.activeElement]).toEqual([1, search]);
    fireEvent.change(search, { target: { value: 'cart' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await eventually(() => expect(editor.hasFocus).toBe(true));
    search.focus();
    await told('b2');
    expect(document.activeElement).toBe(search);
  });

  it('takes it from the terminal at once when the student asks for the editor', async () => {
    const terminal = <input aria-label="Terminal input" data-practice-terminal="" />;
    const controls = createRef<WorkbenchControls>();
    const { editor } = await openCart({ props: { terminal, controls } });
    screen.getByRole('textbox', { name: 'Terminal input' }).focus();
    controls.current?.focus('editor');
    expect(editor.hasFocus).toBe(true);
  });

  it('leaves it to one who has gone to the terminal before the file that was asked for has come', async () => {
    const terminal = <input aria-label="Terminal input" data-practice-terminal="" />;
    await openCart({ props: { terminal } });
    const search = screen.getByRole('searchbox', { name: 'Find a file' });
    fireEvent.change(search, { target: { value: 'money' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    const input = screen.getByRole('textbox', { name: 'Terminal input' });
    input.focus();
    const money = await view(FILES['money.py']);
    expect([document.activeElement, money.hasFocus]).toEqual([input, false]);
  });
});

describe('what is wrong with a file', () => {
  it.each([
    ['binary', 'not a text file'],
    ['too_large', 'too large'],
    ['not_utf8', 'not UTF-8'],
    ['unreadable', 'cannot be read'],
  ])('says of one that is %s what it is and what to do', async (reason, words) => {
    const { workbench } = await openPanel({ files: { 'a.bin': '' }, unsuitable: { 'a.bin': reason } });
    workbench.open('a.bin');
    await screen.findByText(`a.bin: ${words}`);
    choose('Close');
    await eventually(() => expect(screen.queryByRole('tab')).toBeNull());
  });

  it('says so where it is read only', async () => {
    const { editor } = await openCart({ readOnly: ['cart.py'] });
    await bar(/cart.py is read only/);
    expect(editor.state.readOnly).toBe(true);
    expect(screen.getByText('Read only')).toBeTruthy();
  });

  it('tells how lines end', async () => {
    const { workbench } = await openPanel({ files: { 'cart.py': 'one\r\ntwo\r\n' } });
    workbench.open('cart.py');
    await screen.findByText('CR LF');
  });

  it('keeps the text of a file that is deleted on the disk, and saves it again', async () => {
    const { daemon } = await openCart();
    daemon.remove('cart.py');
    await bar(/cart.py was deleted on disk/);
    choose('Save it again');
    await eventually(() => expect(daemon.files.get('cart.py')).toBe(FILES['cart.py']));
    await eventually(() => expect(screen.queryByText(/was deleted on disk/)).toBeNull());
  });
});

describe('a file that has changed on the disk under unsaved text', () => {
  async function collide() {
    const panel = await openCart();
    type(panel.editor, 'mine ');
    await screen.findByRole('tab', { name: 'cart.py, unsaved' });
    panel.daemon.write('cart.py', 'theirs one\ntwo\nthree\n');
    await bar(/cart.py has changed on disk/);
    await screen.findByRole('button', { name: 'Compare' });
    return panel;
  }

  it('keeps the student’s text when the student wants that', async () => {
    await collide();
    choose('Keep mine');
    await view('mine one\ntwo\nthree\n');
    await eventually(() => expect(screen.queryByText(/has changed on disk/)).toBeNull());
  });

  it('takes the text of the disk when the student wants that', async () => {
    await collide();
    choose('Take the one on disk');
    await view('theirs one\ntwo\nthree\n');
    await screen.findByRole('tab', { name: 'cart.py' });
  });

  it('shows both texts, and saves what the student makes of them', async () => {
    const { daemon } = await collide();
    choose('Compare');
    await screen.findByRole('region', { name: 'Conflict in cart.py' });
    fireEvent.click(await screen.findByRole('button', { name: 'Save what is shown here' }));
    await eventually(() => expect(screen.queryByRole('region', { name: /Conflict/ })).toBeNull());
    await view('mine one\ntwo\nthree\n');
    await eventually(() => expect(daemon.files.get('cart.py')).toBe('mine one\ntwo\nthree\n'));
    await screen.findByRole('tab', { name: 'cart.py' });
  });

  it('is asked about anew when the disk changes again after a comparison has come to its end by itself', async () => {
    const { daemon, editor } = await collide();
    choose('Compare');
    await screen.findByRole('region', { name: 'Conflict in cart.py' });
    daemon.write('cart.py', 'mine one\ntwo\nthree\n');
    await eventually(() => expect(screen.queryByRole('region', { name: /Conflict/ })).toBeNull());
    editor.contentDOM.blur();
    type(editor, 'more ');
    await screen.findByRole('tab', { name: 'cart.py, unsaved' });
    daemon.write('cart.py', 'theirs again\n');
    await screen.findByRole('button', { name: 'Compare' });
    expect(screen.queryByRole('region', { name: /Conflict/ })).toBeNull();
  });

  it('is compared without taking the keyboard from the terminal', async () => {
    await collide();
    const terminal = document.createElement('textarea');
    terminal.dataset.practiceTerminal = '';
    document.body.append(terminal);
    terminal.focus();
    choose('Compare');
    await screen.findByRole('region', { name: 'Conflict in cart.py' });
    expect(document.activeElement).toBe(terminal);
    terminal.remove();
  });

  it('shows both texts at once when the student saves into it', async () => {
    await collide();
    fireEvent.keyDown(screen.getByRole('tab'), { key: 's', ctrlKey: true });
    await screen.findByRole('region', { name: 'Conflict in cart.py' });
  });
});
