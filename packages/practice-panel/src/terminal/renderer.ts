import { WebglAddon } from '@xterm/addon-webgl';
import type { Terminal } from '@xterm/xterm';
import type { Settings } from '../client/settings-format.js';
import { drawsWithWebgl } from './webgl.js';

/**
 * Draws with WebGL where it is wanted, and by itself where a graphics card does it. A lost context, or none at all, leaves the
 * terminal's own DOM renderer, which is slower and shows the same. Returns how to go back to that one.
 */
export function loadRenderer(terminal: Terminal, renderer: Settings['renderer']): () => void {
  if (!drawsWithWebgl(renderer)) return () => {};
  const addon = new WebglAddon();
  addon.onContextLoss(() => addon.dispose());
  try {
    terminal.loadAddon(addon);
  } catch {
    addon.dispose(); // no WebGL here, which is what the DOM renderer is for
  }
  return () => addon.dispose();
}
