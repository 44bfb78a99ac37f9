import { WebglAddon } from '@xterm/addon-webgl';
import type { ITerminalAddon, Terminal } from '@xterm/xterm';
import type { Settings } from '../../client/settings/settings-format.js';
import { drawsWithWebgl } from './webgl.js';

/**
 * How long after each loss of its context WebGL is tried again, in milliseconds: a driver that was reset is
 * back within a second, one whose memory was full perhaps later. Lost once more, it is not tried again.
 */
const TRY_AGAIN_AFTER_MS = [1_000, 5_000] as const;

/**
 * Draws an opened terminal with WebGL where it is wanted, and by itself where a graphics card does it.
 * Elsewhere the terminal's own DOM renderer draws, which is slower and shows the same. Returns how to go
 * back to that one.
 */
export function loadRenderer(terminal: Terminal, renderer: Settings['renderer']): () => void {
  if (!drawsWithWebgl(renderer)) return () => {};
  const drawing = new LastingWebgl();
  terminal.loadAddon(drawing);
  return () => drawing.dispose();
}

/**
 * WebGL with the DOM renderer in its stead whenever its context is lost, as browsers take it from a page
 * when they like. An add-on itself, so that it ends with its terminal.
 */
class LastingWebgl implements ITerminalAddon {
  readonly #closing = new AbortController();
  #unload = () => {};
  #losses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  activate(terminal: Terminal): void {
    // Heard before WebGL's own add-on hears it, which would wait for three seconds with nothing to see.
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
