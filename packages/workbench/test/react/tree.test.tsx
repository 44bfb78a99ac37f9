// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PROJECT_STATE } from '../client/support/coach-daemon.js';
import { eventually } from '../client/support/eventually.js';
import { openPanel } from './support/open-panel.js';

const FILES = {
  'docs/guide.md': '# Guide\n',
  'src/cart.py': 'a = 1\n',
  'src/money.py': 'b = 2\n',
  'tests/test_cart.py': 'c = 3\n',
  'README.md': '# Shop\n',
};

const folderOf = (name: string, path: string) => ({ name, path, type: 'directory' }) as const;

const tree = () => screen.findByRole('tree', { name: 'Files of shop' });
const names = () => screen.getAllByRole('treeitem').map((row) => row.getAttribute('aria-label'));

async function current(): Promise<string | null | undefined> {
  const id = (await tree()).getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.getAttribute('aria-label');
}

async function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(await tree(), { key });
}

describe('the file tree', () => {
  it('goes by the keys of the tree pattern', async () => {
    await openPanel({ files: FILES });
    await tree();
    expect(await current()).toBe('docs');
    await press('ArrowDown');
    expect(await current()).toBe('src');
    await press('ArrowRight');
    await eventually(() => expect(names()).toEqual(['docs', 'src', 'cart.py', 'money.py', 'tests', 'README.md']));
    await press('ArrowRight', 'ArrowDown');
    expect(await current()).toBe('money.py');
    await press('ArrowLeft');
    expect(await current()).toBe('src');
    await press('ArrowLeft');
    await eventually(() => expect(names()).toEqual(['docs', 'src', 'tests', 'README.md']));
    await press('End');
    expect(await current()).toBe('README.md');
    await press('Home');
    expect(await current()).toBe('docs');
    await press('t');
    expect(await current()).toBe('tests');
  });

  it('expands all folders beside the current one by the asterisk', async () => {
    await openPanel({ files: FILES });
    await press('*');
    const all = ['docs', 'guide.md', 'src', 'cart.py', 'money.py', 'tests', 'test_cart.py', 'README.md'];
    await eventually(() => expect(names()).toEqual(all));
  });

  it('tells of each row where it is', async () => {
    await openPanel({ files: FILES });
    await press('ArrowDown', 'ArrowRight');
    const row = await screen.findByRole('treeitem', { name: 'money.py' });
    expect(['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => row.getAttribute(name))).toEqual([
      '2',
      '2',
      '2',
    ]);
    expect(screen.getByRole('treeitem', { name: 'src' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('opens a file by Enter, and puts the keyboard into the editor', async () => {
    await openPanel({ files: FILES });
    await press('End', 'Enter');
    await screen.findByRole('tab', { name: 'README.md', selected: true });
    await eventually(() => expect(document.activeElement?.className).toContain('cm-content'));
  });

  it('opens a file by Space, and stays', async () => {
    await openPanel({ files: FILES });
    const element = await tree();
    element.focus();
    await press('End', ' ');
    await screen.findByRole('tab', { name: 'README.md', selected: true });
    expect(document.activeElement).toBe(element);
  });

  it('says in words what the coach points at, in three strengths', async () => {
    const { daemon } = await openPanel({ files: FILES, state: { hintLevel: 'file' } });
    await press('*');
    daemon.broadcast('explorer:hint_files', {
      hints: [
        { path: 'README.md', style: 'suggested' },
        { path: 'src/cart.py', style: 'critical', directories: true },
        { path: 'src/money.py', style: 'important' },
      ],
    });
    await screen.findByRole('treeitem', { name: 'README.md, suggested by the coach' });
    expect(screen.getByRole('treeitem', { name: 'money.py, important, says the coach' })).toBeTruthy();
    expect(screen.getByRole('treeitem', { name: 'cart.py, look here first, says the coach' })).toBeTruthy();
    expect(screen.getByRole('treeitem', { name: 'src, look here first, says the coach' })).toBeTruthy();
    daemon.broadcast('explorer:clear_hints', {});
    await screen.findByRole('treeitem', { name: 'README.md' });
  });

  it('says why a row cannot be opened', async () => {
    const children = [
      { name: 'libs', path: 'libs', type: 'directory', link: true, children: [] },
      { name: 'pipe', path: 'pipe', type: 'file', unusable: true },
    ] as const;
    const { daemon } = await openPanel({ tree: { name: 'shop', path: '', type: 'directory', children } });
    fireEvent.click(await screen.findByRole('treeitem', { name: 'pipe, cannot be opened' }));
    await screen.findByText(/pipe cannot be opened here/);
    fireEvent.click(screen.getByRole('treeitem', { name: 'libs, a link' }));
    await screen.findByText(/libs is a link to a folder/);
    expect(daemon.ofType('file:open')).toEqual([]);
  });

  it('[workbench odd-names] shows names that no path can hold as what they are, and everything else as ever', async () => {
    const odd = (name: string, type: 'file' | 'directory' = 'file') => ({ name, path: name, type, unusable: true });
    const children = [
      odd('folder-\ufffd', 'directory'),
      ...[odd('caf\ufffd'), odd('caf\ufffd'), odd('two\nlines.txt')],
      { name: 'plain.txt', path: 'plain.txt', type: 'file' as const },
    ];
    const { daemon } = await openPanel({ tree: { name: 'shop', path: '', type: 'directory', children } });
    await tree();
    expect(names()).toEqual([
      'folder-\ufffd, cannot be opened',
      // Two that read the same are one row: neither can be opened.
      'caf\ufffd, cannot be opened',
      'plain.txt',
      'two\nlines.txt, cannot be opened',
    ]);
    fireEvent.click(screen.getByRole('treeitem', { name: 'caf\ufffd, cannot be opened' }));
    await screen.findByText(/name is not valid text/);
    fireEvent.click(screen.getByRole('treeitem', { name: /^folder-/ }));
    await press('Home', 'ArrowDown', 'ArrowDown');
    expect(await current()).toBe('plain.txt');
    fireEvent.click(screen.getByRole('treeitem', { name: 'plain.txt' }));
    await eventually(() => expect(daemon.ofType('file:open')).toEqual([{ path: 'plain.txt' }]));
    expect(daemon.ofType('explorer:expand_dir')).toEqual([]);
  });

  it('asks for what is in a folder when it is opened, and says that it waits', async () => {
    const children = [{ name: 'deep', path: 'deep', type: 'directory' }] as const;
    const { daemon } = await openPanel({ tree: { name: 'shop', path: '', type: 'directory', children } });
    fireEvent.click(await screen.findByRole('treeitem', { name: 'deep' }));
    await screen.findByRole('treeitem', { name: 'deep, loading' });
    await eventually(() => expect(daemon.ofType('explorer:expand_dir')).toContainEqual({ path: 'deep' }));
    const file = { name: 'a.py', path: 'deep/a.py', type: 'file' } as const;
    daemon.broadcast('fs:tree', { root: { name: 'deep', path: 'deep', type: 'directory', children: [file] } });
    await screen.findByRole('treeitem', { name: 'a.py' });
  });

  it('has only the rows in sight in the document, of however many there are', async () => {
    const files = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`file-${index}.txt`, '']));
    const children = Object.keys(files).map((name) => ({ name, path: name, type: 'file' as const }));
    await openPanel({ tree: { name: 'shop', path: '', type: 'directory', children } });
    await tree();
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(100);
    await press('End');
    expect(await current()).toBe('file-19999.txt');
  });

  it('[workbench large-folder] says of which folders it has only the first entries, to everybody, and once', async () => {
    const file = (path: string) => ({ name: path.slice(path.lastIndexOf('/') + 1), path, type: 'file' as const });
    const children = [{ name: 'data', path: 'data', type: 'directory' as const }, file('a.txt')];
    const { daemon } = await openPanel({ tree: { ...folderOf('shop', ''), children, truncated: true } });
    const own = await screen.findByText(
      /^Only the first 2 entries of the project’s folder are shown\. To see the others/,
    );
    expect(own.closest('[role=status]')).not.toBeNull();
    const many = Array.from({ length: 1234 }, (_, at) => file(`data/${at}.txt`));
    daemon.broadcast('fs:tree', { root: { ...folderOf('data', 'data'), children: many, truncated: true } });
    await screen.findByText(/^Only the first 1,234 entries of data are shown/);
    daemon.broadcast('fs:tree_update', { action: 'add', path: 'b.txt' });
    await screen.findByRole('treeitem', { name: 'b.txt' });
    expect(own.textContent).toMatch(/first 2 entries/); // words that changed would be read out again
    expect(own.isConnected).toBe(true);
    daemon.broadcast('fs:tree', { root: { ...folderOf('shop', ''), children } });
    await eventually(() => expect(screen.queryByText(/Only the first/)).toBeNull());
  });
});

describe('below the tree', () => {
  const note = () => screen.findByText(/^Changes on disk/);

  it('[workbench watch-limit] is said that changes are seen late, and why, also where the folder is empty', async () => {
    await openPanel({ state: { watching: { by: 'polling', reason: 'No more watches.' } } });
    await screen.findByText(/The folder is empty/);
    expect((await note()).textContent).toBe('Changes on disk show after a few seconds. No more watches.');
  });

  it('is said that they are not noticed, and what to do where there is no reason that says it', async () => {
    await openPanel({ state: { watching: { by: 'nothing' } } });
    expect((await note()).textContent).toBe('Changes on disk are not noticed. Reload the page to see them.');
  });

  it('[workbench gone-folder] is said, once it happens, that the folder is gone, in place of an advice that would not help', async () => {
    const { daemon } = await openPanel({ files: FILES });
    await tree();
    expect(screen.queryByText(/Changes on disk/)).toBeNull();
    const watching = { by: 'nothing', reason: 'The folder was moved. Put it back.' } as const;
    daemon.broadcast('connection:init', { ...PROJECT_STATE, watching });
    expect((await note()).textContent).toBe('Changes on disk are not noticed. The folder was moved. Put it back.');
    const { classList } = await note();
    expect([...classList]).toEqual([]); // nothing that hides it
    expect((await note()).closest('[role=status]')).not.toBeNull();
    expect(names()).toEqual(['docs', 'src', 'tests', 'README.md']);
  });
});

describe('finding and making files', () => {
  it('finds a file by letters of its path, also in a closed folder, and opens it by Enter', async () => {
    await openPanel({ files: FILES });
    await tree();
    expect(screen.queryByRole('treeitem', { name: 'cart.py' })).toBeNull();
    const field = screen.getByRole('searchbox', { name: 'Find a file' });
    fireEvent.change(field, { target: { value: 'cart' } });
    const found = within(screen.getByRole('list', { name: 'Files found' })).getAllByRole('button');
    expect(found.map(({ title }) => title)).toEqual(['src/cart.py', 'tests/test_cart.py']);
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('tab', { name: 'cart.py', selected: true });
    await tree();
  });

  it('makes a new file and opens it', async () => {
    const { daemon } = await openPanel({ files: FILES });
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'New file' }));
    const field = screen.getByRole('textbox', { name: 'Path of the new file' });
    fireEvent.change(field, { target: { value: 'src/new.py' } });
    fireEvent.click(screen.getByRole('button', { name: 'Make' }));
    await screen.findByRole('tab', { name: /new.py/ });
    await eventually(() => expect(daemon.files.get('src/new.py')).toBe(''));
  });

  it.each([
    ['', 'Give the file a name.'],
    ['../a.py', 'The path has to stay in the project'],
    ['/etc/passwd', 'Write the path from the project’s folder'],
    ['C:\\a.py', 'Write the path from the project’s folder'],
    ['README.md', 'There is such a file already.'],
  ])('refuses the path “%s” and says why', async (path, words) => {
    const { daemon } = await openPanel({ files: FILES });
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'New file' }));
    const field = screen.getByRole('textbox', { name: 'Path of the new file' });
    fireEvent.change(field, { target: { value: path } });
    fireEvent.click(screen.getByRole('button', { name: 'Make' }));
    await screen.findByText(new RegExp(words));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(daemon.ofType('file:save')).toEqual([]);
  });
});
