import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import { memory } from '../../client/browser/memory.js';
import type { ConnectionState } from '../../client/terminal/connection-state.js';
import { isSameGrid } from '../../client/terminal/same-grid.js';
import type { GridSize, TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { boundedGrid } from './grid.js';
import { letterbox } from './letterbox.js';

/** Keeps a grid as large as its container. */
export interface Fitting {
  /** The size of a cell may have changed: the grid is fitted again in the next frame. */
  refit(): void;
  dispose(): void;
}

export interface FittingOptions {
  readonly terminal: Terminal;
  readonly host: HTMLElement;
  readonly connection: TerminalConnection;
  /** The font's size when the terminal is as large as its container, in CSS pixels. */
  readonly fontSize: () => number;
  /** The font or the grid may have changed. */
  readonly onFit: () => void;
}

/**
 * Keeps a writer's grid as large as its container, and a watcher's equal to the writer's, in the largest font
 * that fits. Computes it at most once a frame, and not while the container is hidden and its size means
 * nothing. Opens the connection at the first visible size.
 */
export function fitToContainer({ terminal, host, connection, fontSize, onFit }: FittingOptions): Fitting {
  const addon = new FitAddon();
  terminal.loadAddon(addon);
  let frame = 0;
  /** The size that the daemon was told; undefined since this tab last watched. */
  let known: GridSize | undefined;
  let opened = false;

  const fill = () => {
    const size = usable(addon.proposeDimensions());
    if (size === undefined || isSameGrid(size, known)) return;
    known = size;
    memory.rememberGrid(size);
    terminal.resize(size.cols, size.rows);
    if (opened) connection.resize(size);
    else connection.open(size);
    opened = true;
  };
  const fit = () => {
    frame = 0;
    const grid = watchedGrid(connection.getSnapshot());
    if (!isVisible(host)) return;
    if (grid === undefined) fill();
    else letterbox(terminal, addon, grid);
    onFit();
  };
  // In the turn in which the role or the grid changes: the output behind it is for the new grid. A new writer
  // fits in the next frame: until then the bar over what it watched takes room, and a size that lasts an instant
  // costs a program what it has below its cursor (tmux cuts it off, and the program never sees its size change).
  const follow = () => {
    const state = connection.getSnapshot();
    const watched = watchedGrid(state);
    showRole(terminal, host, watched !== undefined);
    if (watched !== undefined) known = undefined;
    if (known !== undefined) return;
    if (state.status === 'attached') terminal.resize(state.grid.cols, state.grid.rows);
    if (watched === undefined) terminal.options.fontSize = fontSize();
    refit();
  };
  const refit = () => {
    frame ||= requestAnimationFrame(fit);
  };
  const observer = new ResizeObserver(refit);
  observer.observe(host);
  fit();
  const stopFollowing = connection.subscribe(follow);
  return {
    refit,
    dispose() {
      stopFollowing();
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

function watchedGrid(state: ConnectionState): GridSize | undefined {
  return state.status === 'attached' && state.role === 'watcher' ? state.grid : undefined;
}

/** A terminal that watches takes no keys, and answers no questions of tmux either. */
function showRole(terminal: Terminal, host: HTMLElement, watches: boolean): void {
  terminal.options.disableStdin = watches;
  host.toggleAttribute('data-watches', watches);
}

function isVisible(host: HTMLElement): boolean {
  return host.clientWidth > 0 && host.clientHeight > 0;
}

function usable(size: GridSize | undefined): GridSize | undefined {
  if (size === undefined || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return undefined;
  return boundedGrid(size);
}
