import headless from '@xterm/headless';
import type { Screen } from './cell.js';
import { readScreen } from './read-screen.js';

/** What a terminal shows at the end of an asciicast (version 3) that is played to it without any delay. */
export async function replayedScreen(cast: string): Promise<Screen> {
  const [header = '', ...lines] = cast.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const { cols, rows } = JSON.parse(header).term;
  const terminal = new headless.Terminal({ cols, rows, scrollback: 1, allowProposedApi: true });
  try {
    for (const line of lines) await play(terminal, JSON.parse(line));
    return readScreen(terminal);
  } finally {
    terminal.dispose();
  }
}

type Event = readonly [interval: number, code: string, data: string];

async function play(terminal: InstanceType<typeof headless.Terminal>, [, code, data]: Event): Promise<void> {
  if (code === 'o') await new Promise<void>((resolve) => terminal.write(data, resolve));
  const [cols = 0, rows = 0] = code === 'r' ? data.split('x').map(Number) : [];
  if (code === 'r') terminal.resize(cols, rows);
}
