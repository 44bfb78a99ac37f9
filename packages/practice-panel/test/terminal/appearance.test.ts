// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';
import { createSettings } from '../../src/client/settings/settings.js';
import { followSettings } from '../../src/terminal/drawing/appearance.js';

/** What tmux sends for a cursor as usual, as it does whenever it attaches. */
const USUAL_CURSOR = '\x1b[?12l';

it('[terminal 4 watch] a cursor as usual is that of the settings, and leaves the font of a watcher alone', async () => {
  const settings = createSettings();
  settings.change({ renderer: 'dom', cursorBlink: true, fontSize: 13 });
  const terminal = new Terminal({ allowProposedApi: true });
  const appearance = followSettings(terminal, settings, 'light');
  terminal.options.fontSize = 9; // in which the writer's grid fits
  terminal.options.cursorBlink = false;
  await new Promise<void>((resolve) => terminal.write(USUAL_CURSOR, resolve));
  expect(terminal.options).toMatchObject({ cursorBlink: true, fontSize: 9 });
  appearance.dispose();
  terminal.dispose();
});
