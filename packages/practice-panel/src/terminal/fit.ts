import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import type { GridSize } from '../client/terminal-connection.js';
import { boundedGrid } from './grid.js';

/** Keeps a grid as large as its container. */
export interface Fitting {
  /** A cell may have another size: the grid is fitted anew in the next frame. */
  refit(): void;
  dispose(): void;
}

/**
 * Keeps the grid as large as its container: computed at most once a frame, and not while the
 * container is hidden, whose size would be a lie. `onSize` is called in the turn the grid changes,
 * and once for the first visible size.
 */
export function fitToContainer(terminal: Terminal, host: HTMLElement, onSize: (size: GridSize) => void): Fitting {
  const addon = new FitAddon();
  terminal.loadAddon(addon);
  let frame = 0;
  let known: GridSize | undefined;

  const fit = () => {
    frame = 0;
    const size = isVisible(host) ? usable(addon.proposeDimensions()) : undefined;
    if (size === undefined || (known?.cols === size.cols && known.rows === size.rows)) return;
    known = size;
    terminal.resize(size.cols, size.rows);
    onSize(size);
  };
  const refit = () => {
    frame ||= requestAnimationFrame(fit);
  };
  const observer = new ResizeObserver(refit);
  observer.observe(host);
  fit();
  return {
    refit,
    dispose() {
      observer.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

function isVisible(host: HTMLElement): boolean {
  return host.clientWidth > 0 && host.clientHeight > 0;
}

function usable(size: GridSize | undefined): GridSize | undefined {
  if (size === undefined || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return undefined;
  return boundedGrid(size);
}
