import type { Terminal } from '@xterm/xterm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../../src/client/terminal/connection-state.js';
import type { GridSize, TerminalConnection } from '../../../src/client/terminal/terminal-connection.js';
import { fitToContainer } from '../../../src/terminal/size/fit.js';

const OWN: GridSize = { cols: 100, rows: 30 };
const ANOTHERS: GridSize = { cols: 64, rows: 18 };
const FONT_PX = 14;

/** How many cells there is room for at the font's size; the bar over a watcher takes three rows. */
let room = OWN;
let frames: (() => void)[] = [];
/** What the tab keeps. */
const kept = new Map<string, string>();

vi.mock('@xterm/addon-fit', () => ({
  FitAddon: class {
    proposeDimensions = () => room;
  },
}));

beforeEach(() => {
  room = OWN;
  frames = [];
  kept.clear();
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function attached(role: 'writer' | 'watcher', grid: GridSize): ConnectionState {
  return { status: 'attached', role, grid, behind: false };
}

/** A page with a terminal of its own, which tells sizes and is told how it stands. */
function openPage() {
  const told: string[] = [];
  const options: { disableStdin?: boolean; fontSize: number } = { fontSize: FONT_PX };
  const terminal = {
    options,
    cols: 0,
    rows: 0,
    loadAddon() {},
    resize: (cols: number, rows: number) => Object.assign(terminal, { cols, rows }),
  };
  let state: ConnectionState = { status: 'idle' };
  let listener = () => {};
  const tell = ({ cols, rows }: GridSize) => told.push(`${cols}x${rows}`);
  const connection = {
    getSnapshot: () => state,
    subscribe(follow: () => void) {
      listener = follow;
      return () => {};
    },
    open: tell,
    resize: tell,
  };
  const host = { clientWidth: 1, clientHeight: 1, toggleAttribute() {} };
  const fitting = fitToContainer({
    terminal: terminal as unknown as Terminal,
    host: host as unknown as HTMLElement,
    connection: connection as unknown as TerminalConnection,
    fontSize: () => FONT_PX,
    onFit() {},
  });
  const become = (next: ConnectionState) => {
    state = next;
    listener();
  };
  return { fitting, terminal, told, become, grid: () => `${terminal.cols}x${terminal.rows}` };
}

function drawFrame(): void {
  for (const callback of frames.splice(0)) callback();
}

describe('[terminal 4 take-over] a page that watched and writes now', () => {
  it('tells its size once, in the frame in which its bar is gone, and has its own font again', () => {
    const { terminal, told, become, grid } = openPage();
    become(attached('watcher', ANOTHERS));
    room = { cols: OWN.cols, rows: OWN.rows - 3 };
    drawFrame();
    expect(terminal.options.fontSize).not.toBe(FONT_PX);
    expect(terminal.options.disableStdin).toBe(true);
    told.length = 0;
    become(attached('writer', ANOTHERS));
    expect([told, grid()]).toEqual([[], '64x18']);
    expect(terminal.options).toMatchObject({ disableStdin: false, fontSize: FONT_PX });
    room = OWN;
    drawFrame();
    expect([told, grid()]).toEqual([['100x30'], '100x30']);
  });

  it('does so by the size of now, where nothing was drawn while it watched', () => {
    const { told, become, grid } = openPage();
    become(attached('watcher', ANOTHERS));
    drawFrame();
    told.length = 0;
    room = { cols: 90, rows: 40 };
    become(attached('writer', ANOTHERS));
    drawFrame();
    expect([told, grid()]).toEqual([['90x40'], '90x40']);
  });

  it('has the grid of what it is sent until it is shown, where its connection was lost in a hidden tab', () => {
    const { told, become, grid } = openPage();
    become(attached('watcher', ANOTHERS));
    drawFrame();
    told.length = 0;
    become({ status: 'reconnecting', attempt: 1, nextDelayMs: 0 });
    become(attached('writer', OWN));
    expect([told, grid()]).toEqual([[], '100x30']);
    room = { cols: 90, rows: 40 };
    drawFrame();
    expect([told, grid()]).toEqual([['90x40'], '90x40']);
  });
});

describe('a page that writes', () => {
  it('tells a size only when it is another, and none once it is gone', () => {
    const { fitting, told, become, grid } = openPage();
    become(attached('writer', OWN));
    drawFrame();
    expect([told, grid()]).toEqual([['100x30'], '100x30']);
    room = { cols: 90, rows: 40 };
    fitting.refit();
    fitting.refit();
    expect(frames).toHaveLength(1);
    drawFrame();
    become(attached('writer', OWN));
    drawFrame();
    expect([told, grid()]).toEqual([['100x30', '90x40'], '90x40']);
    fitting.refit();
    room = OWN;
    fitting.dispose();
    drawFrame();
    expect(told).toEqual(['100x30', '90x40']);
  });
});

describe('the tab', () => {
  const lastGrid = () => kept.get('practice:grid');

  it('remembers the size that a terminal had last, and no size of another page', () => {
    const { become, fitting } = openPage();
    expect(lastGrid()).toBe('100×30');
    room = { cols: 90, rows: 40 };
    fitting.refit();
    drawFrame();
    expect(lastGrid()).toBe('90×40');
    become(attached('watcher', ANOTHERS));
    drawFrame();
    expect(lastGrid()).toBe('90×40');
  });
});
