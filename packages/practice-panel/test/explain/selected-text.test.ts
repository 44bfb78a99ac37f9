// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../src/client/store/emitter.js';
import { NOTHING_SELECTED, SelectedText } from '../../src/terminal/selection/selected-text.js';
import { eventually } from '../support/eventually.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A terminal of four rows, and another one that may be shown in its place. */
async function openTerminal() {
  const frame = document.createElement('div');
  const host = frame.appendChild(document.createElement('div'));
  document.body.append(frame);
  const selected = new SelectedText();
  const [live, snapshot] = await Promise.all([
    printed('$ ls\r\na.py b.py\r\n$ python3 c.py\r\nno such file'),
    printed('older'),
  ]);
  const pages = new Emitter<Terminal>();
  const history = { shown: live, pages };
  for (const terminal of [live, snapshot]) selected.follow(terminal);
  live.open(host);
  selected.open(host, history);
  closing.push(
    () => selected.dispose(),
    () => live.dispose(),
    () => snapshot.dispose(),
    () => frame.remove(),
  );
  return { host, live, selected, show: () => pages.emit(Object.assign(history, { shown: snapshot }).shown) };
}

async function printed(text: string): Promise<Terminal> {
  const terminal = new Terminal({ allowProposedApi: true, cols: 20, rows: 4, scrollback: 1 });
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  return terminal;
}

/** After what follows the pointer. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

type Opened = Awaited<ReturnType<typeof openTerminal>>;

/** As the pointer does it, from one row on. */
async function drag({ host, live, selected }: Opened, row: number, button = 0) {
  host.dispatchEvent(new MouseEvent('mousedown', { button, bubbles: true }));
  live.select(0, row, 9);
  document.dispatchEvent(new MouseEvent('mouseup', { button, clientX: 30, clientY: 40 }));
  if (button === 0) await eventually(() => expect(selected.getSnapshot()).toBeDefined());
}

describe('what is selected in a terminal', () => {
  it('[coach explain-terminal] is read with the screen around it, and offered where the pointer let it go', async () => {
    const opened = await openTerminal();
    expect(opened.selected.read()).toEqual(NOTHING_SELECTED);
    await drag(opened, 1);
    const around = '$ ls\na.py b.py\n$ python3 c.py\nno such file';
    expect(opened.selected.read()).toEqual({ text: 'a.py b.py', around, isLow: false });
    expect(opened.selected.getSnapshot()).toMatchObject({ x: 30, y: 40 });
    await drag(opened, 3);
    expect(opened.selected.read()).toMatchObject({ text: 'no such f', isLow: true });
  });

  it('is not offered where a search has selected it, or once it is another', async () => {
    const opened = await openTerminal();
    opened.live.select(0, 1, 4);
    expect(opened.selected.getSnapshot()).toBeUndefined();
    await drag(opened, 1);
    opened.live.clearSelection();
    await eventually(() => expect(opened.selected.getSnapshot()).toBeUndefined());
    expect(opened.selected.read()).toEqual(NOTHING_SELECTED);
  });

  it('goes when the history is shown in the place of the screen, in which nothing is selected', async () => {
    const opened = await openTerminal();
    await drag(opened, 1);
    opened.show();
    expect([opened.selected.getSnapshot(), opened.selected.read()]).toEqual([undefined, NOTHING_SELECTED]);
  });

  it('is not offered for another button of the pointer', async () => {
    const opened = await openTerminal();
    await drag(opened, 1, 2);
    await nextTask();
    expect([opened.selected.getSnapshot(), opened.selected.read().text]).toEqual([undefined, 'a.py b.py']);
  });

  it('is not offered after the terminal is gone', async () => {
    const opened = await openTerminal();
    opened.live.select(0, 1, 9);
    opened.selected.dispose();
    opened.host.dispatchEvent(new MouseEvent('mousedown', { button: 0, bubbles: true }));
    document.dispatchEvent(new MouseEvent('mouseup', { button: 0 }));
    await nextTask();
    expect(opened.selected.getSnapshot()).toBeUndefined();
  });
});
