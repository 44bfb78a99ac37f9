import { WebglAddon } from '@xterm/addon-webgl';
import type { ITerminalAddon, Terminal } from '@xterm/xterm';
import type { Settings } from '../../client/settings/settings-format.js';
import { drawsWithWebgl } from './webgl.js';

/**
 * How long after each loss of its context WebGL is tried again, in milliseconds: a driver that was reset is
 * back within a second, one whose memory was full perhaps later. After a further loss it is not tried again.
 */
const TRY_AGAIN_AFTER_MS = [1_000, 5_000] as const;

/**
 * Draws an opened terminal with WebGL if the setting asks for it, or with `auto` if a graphics card does the
 * drawing. Otherwise the terminal's own DOM renderer draws, which is slower and shows the same. Returns a
 * function that goes back to the DOM renderer.
 */
export function loadRenderer(terminal: Terminal, renderer: Settings['renderer']): () => void {
  if (!drawsWithWebgl(renderer)) return () => {};
  const drawing = new LastingWebgl();
  terminal.loadAddon(drawing);
  return () => drawing.dispose();
}

/**
 * WebGL, replaced by the DOM renderer whenever its context is lost: browsers may take it from a page at any
 * time. An add-on itself, so that it is disposed of with its terminal.
 */
class LastingWebgl implements ITerminalAddon {
  readonly #closing = new AbortController();
  #unload = () => {};
  #losses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  activate(terminal: Terminal): void {
    // Handled before WebGL's own add-on handles it, which would show nothing for three seconds.
    const options = { capture: true, signal: this.#closing.signal };
    terminal.element?.addEventListener('webglcontextlost', (event) => this.#handleLoss(event, terminal), options);
    this.#unload = loadWebgl(terminal);
  }

  dispose(): void {
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#unload();
  }

  #handleLoss(event: Event, terminal: Terminal): void {
    event.stopPropagation();
    this.#unload();
    const delay = TRY_AGAIN_AFTER_MS[this.#losses];
    this.#losses += 1;
    if (delay === undefined) return;
    this.#timer = setTimeout(() => {
      this.#unload = loadWebgl(terminal);
    }, delay);
  }
}

function loadWebgl(terminal: Terminal): () => void {
  const addon = new WebglAddon();
  try {
    terminal.loadAddon(addon);
  } catch {
    addon.dispose(); // no WebGL here now, which is what the DOM renderer is for
  }
  return () => addon.dispose();
}
