// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../client/support/eventually.js';
import { type OpenPanel, openPanel } from './support/open-panel.js';

const FILES = { 'src/cart.py': 'a = 1\n', 'src/util.py': 'b = 2\n', 'tests/util.py': 'c = 3\n' };

const tab = (name: string | RegExp) => screen.findByRole('tab', { name });
const tabs = () => screen.queryAllByRole('tab').map((each) => each.getAttribute('aria-label'));

async function openFiles({ workbench }: OpenPanel, ...paths: string[]) {
  for (const path of paths) {
    workbench.open(path);
    await eventually(() => expect(workbench.textOf(path)).toBeDefined());
  }
}

/** As if the student had typed at the beginning of the file in front. */
function type({ workbench }: OpenPanel, insert: string) {
  const { activePath } = workbench.snapshot();
  const path = activePath ?? '';
  const text = insert + workbench.textOf(path);
  workbench.handleChange(path, {
    changes: [{ from: 0, to: 0, insert }],
    text: () => text,
    cursor: { line: 1, column: 1 },
  });
}

async function menu(entry: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'File actions' }));
  fireEvent.click(within(screen.getByRole('list', { name: 'File actions' })).getByRole('button', { name: entry }));
}

describe('tabs', () => {
  it('has one for each open file, and tells those of the same name apart', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py', 'src/util.py', 'tests/util.py');
    await tab('util.py, tests');
    expect(tabs()).toEqual(['cart.py', 'util.py, src', 'util.py, tests']);
    expect(screen.getByRole('tabpanel', { name: 'util.py' })).toBeTruthy();
  });

  it('goes through them by the arrows, around at both ends', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py', 'src/util.py');
    const last = await tab('util.py');
    last.focus();
    fireEvent.keyDown(last, { key: 'ArrowRight' });
    await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('cart.py'));
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(document.activeElement as Element, { key: 'End' });
    await screen.findByRole('tab', { name: 'util.py', selected: true });
  });

  it('closes a saved file by Delete, by the cross and by the middle button without a question', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py', 'src/util.py', 'tests/util.py');
    fireEvent.keyDown(await tab('util.py, tests'), { key: 'Delete' });
    await eventually(() => expect(tabs()).toEqual(['cart.py', 'util.py']));
    fireEvent(await tab('util.py'), new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true }));
    await eventually(() => expect(tabs()).toEqual(['cart.py']));
    fireEvent.click(screen.getByTitle('Close cart.py'));
    await eventually(() => expect(tabs()).toEqual([]));
  });

  it('says what is not saved, and saves by the key', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py');
    type(panel, '# mine\n');
    fireEvent.keyDown(await tab('cart.py, unsaved'), { key: 's', ctrlKey: true });
    await eventually(() => expect(panel.daemon.files.get('src/cart.py')).toBe('# mine\na = 1\n'));
    await tab('cart.py');
    expect(screen.getByText('Saved')).toBeTruthy();
  });
});

describe('closing a file with unsaved text', () => {
  async function closing() {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py');
    type(panel, '# mine\n');
    fireEvent.keyDown(await tab('cart.py, unsaved'), { key: 'Delete' });
    await screen.findByRole('dialog', { name: 'Save cart.py?' });
    return panel;
  }
  const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('keeps it open when the student cancels', async () => {
    await closing();
    choose('Cancel');
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tabs()).toEqual(['cart.py, unsaved']);
  });

  it('saves it first when the student wants that', async () => {
    const { daemon } = await closing();
    choose('Save');
    await eventually(() => expect(tabs()).toEqual([]));
    expect(daemon.files.get('src/cart.py')).toBe('# mine\na = 1\n');
  });

  it('gives the text up when the student says so', async () => {
    const { daemon } = await closing();
    choose('Discard');
    await eventually(() => expect(tabs()).toEqual([]));
    expect(daemon.files.get('src/cart.py')).toBe('a = 1\n');
  });
});

describe('the menu of the file in front', () => {
  it('copies its path and says so', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py');
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await menu('Copy path');
    await screen.findByText('Path copied.');
    expect(writeText).toHaveBeenCalledWith('src/cart.py');
  });

  it('shows it in the tree', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py');
    expect(screen.queryByRole('treeitem', { name: 'cart.py' })).toBeNull();
    await menu('Show in the file tree');
    await screen.findByRole('treeitem', { name: 'cart.py', selected: true });
  });

  it('shows what has changed since the last save, and goes back', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py');
    type(panel, '# mine\n');
    await tab('cart.py, unsaved');
    await menu('View changes');
    await screen.findByRole('region', { name: 'Differences in src/cart.py' });
    fireEvent.click(screen.getByRole('button', { name: 'Back to the editor' }));
    await eventually(() => expect(screen.queryByRole('region', { name: /Differences/ })).toBeNull());
  });

  it('closes all others', async () => {
    const panel = await openPanel({ files: FILES });
    await openFiles(panel, 'src/cart.py', 'src/util.py', 'tests/util.py');
    await tab('util.py, tests');
    await menu('Close others');
    await eventually(() => expect(tabs()).toEqual(['util.py']));
  });
});
