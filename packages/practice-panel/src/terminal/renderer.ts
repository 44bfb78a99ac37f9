import { WebglAddon } from '@xterm/addon-webgl';
import type { Terminal } from '@xterm/xterm';

/**
 * Draws with WebGL where there is one. A lost context, or none at all, leaves the terminal's own
 * DOM renderer, which is slower and shows the same.
 */
export function loadFastRenderer(terminal: Terminal): void {
  const addon = new WebglAddon();
  addon.onContextLoss(() => addon.dispose());
  try {
    terminal.loadAddon(addon);
  } catch {
    addon.dispose(); // no WebGL here, which is what the DOM renderer is for
  }
}
