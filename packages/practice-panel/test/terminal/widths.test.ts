// @vitest-environment happy-dom
import type { WidthsResponse } from '@agent-factory/protocol';
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyWidths, prepareWidths } from '../../src/terminal/widths/widths.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { widths } from '../support/samples.js';

// Its tables unpack in a browser alone, where this package's other tests of it run.
vi.mock('@xterm/addon-unicode-graphemes', () => ({
  UnicodeGraphemesAddon: class {
    activate({ unicode }: Terminal) {
      unicode.register({ version: '15-graphemes', wcwidth: () => 1, charProperties: () => 2 });
      unicode.activeVersion = '15-graphemes';
    }
    dispose() {}
  },
}));

const opened: { dispose(): unknown }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.dispose();
});

async function openDaemon(answer: unknown): Promise<string> {
  const daemon = await startPracticeDaemon({ widths: answer });
  opened.push({ dispose: () => daemon[Symbol.asyncDispose]() });
  return daemon.url;
}

function openTerminal(url: string): Terminal {
  const terminal = new Terminal({ allowProposedApi: true });
  opened.push(terminal);
  applyWidths(terminal, url);
  return terminal;
}

/** The cells that a terminal makes of a text: their characters and widths. */
async function cellsOf(text: string, answer: unknown): Promise<[string, number][]> {
  const url = await openDaemon(answer);
  await prepareWidths(url);
  const terminal = openTerminal(url);
  await new Promise<void>((resolve) => terminal.write(`${text}|`, resolve));
  const line = terminal.buffer.active.getLine(0);
  const cells = Array.from({ length: terminal.buffer.active.cursorX }, (_, column) => line?.getCell(column));
  return cells.flatMap((cell) => (cell && cell.getWidth() > 0 ? [[cell.getChars(), cell.getWidth()]] : []));
}

function joining(joins: Partial<WidthsResponse['joins']>, maxCharacterBytes = 32): WidthsResponse {
  return widths({ joins: { ...widths().joins, ...joins }, maxCharacterBytes });
}

const ANY_BASE: WidthsResponse['joins'] = {
  zwj: true,
  variationSelector: true,
  modifierBases: [[0x80, 0x10ffff]],
  flags: 'modifiers',
};

describe('a terminal counts cells as tmux told', () => {
  const plain = joining({});

  it.each<[string, string, [string, number][], WidthsResponse]>([
    [
      'wide characters',
      'a漢🎉',
      [
        ['a', 1],
        ['漢', 2],
        ['🎉', 2],
      ],
      plain,
    ],
    [
      'characters beyond the first two planes',
      '𠀀x',
      [
        ['𠀀', 2],
        ['x', 1],
      ],
      plain,
    ],
    [
      'a mark with the letter before it',
      'e\u0301x',
      [
        ['e\u0301', 1],
        ['x', 1],
      ],
      plain,
    ],
    [
      'emoji that are joined',
      '👩\u200d💻x',
      [
        ['👩\u200d💻', 2],
        ['x', 1],
      ],
      plain,
    ],
    [
      'emoji that are not',
      '👩\u200d💻',
      [
        ['👩\u200d', 2],
        ['💻', 2],
      ],
      joining({ zwj: false }),
    ],
    [
      'ASCII behind a joiner, which never joins',
      '👩\u200dx',
      [
        ['👩\u200d', 2],
        ['x', 1],
      ],
      plain,
    ],
    [
      'a skin tone apart',
      '👍🏽',
      [
        ['👍', 2],
        ['🏽', 2],
      ],
      plain,
    ],
    [
      'a skin tone with its base',
      '👍🏽👆🏽',
      [
        ['👍🏽', 2],
        ['👆', 2],
        ['🏽', 2],
      ],
      joining({ modifierBases: [[0x1f44d, 0x1f44d]] }),
    ],
    [
      'a skin tone with anything',
      '☝🏽漢🏽',
      [
        ['☝🏽', 2],
        ['漢🏽', 2],
      ],
      joining(ANY_BASE),
    ],
    [
      'flags apart',
      '🇩🇪',
      [
        ['🇩', 1],
        ['🇪', 1],
      ],
      plain,
    ],
    [
      'flags in pairs',
      '🇩🇪🇫',
      [
        ['🇩🇪', 2],
        ['🇫', 1],
      ],
      joining({ flags: 'pairs' }),
    ],
    [
      'flags with anything',
      '漢🇩🇪x',
      [
        ['漢🇩🇪', 2],
        ['x', 1],
      ],
      joining(ANY_BASE),
    ],
    [
      'a heart that its selector makes wide',
      '❤\ufe0fx',
      [
        ['❤\ufe0f', 2],
        ['x', 1],
      ],
      joining(ANY_BASE),
    ],
    [
      'a heart that its selector does not',
      '❤\ufe0fx',
      [
        ['❤\ufe0f', 1],
        ['x', 1],
      ],
      plain,
    ],
    [
      'no more bytes than a cell holds',
      '👨\u200d👩\u200d👧\u200d漢',
      [
        ['👨\u200d👩\u200d👧\u200d', 2],
        ['漢', 2],
      ],
      joining({}, 21),
    ],
  ])('%s', async (_, text, expected, answer) => {
    expect(await cellsOf(text, answer)).toEqual([...expected, ['|', 1]]);
  });

  it("by Unicode's own rules where the daemon cannot tell", async () => {
    const error = { error: 'session_failed', message: 'tmux did not tell.' };
    const url = await openDaemon(error);
    await prepareWidths(url);
    const terminal = openTerminal(url);
    expect(terminal.unicode.activeVersion).toBe('15-graphemes');
  });
});

describe('the widths of a daemon', () => {
  it('are asked for once on a page, and again where there was no answer', async () => {
    await using server = await startPracticeDaemon();
    const asked = () => server.requests.filter((request) => request === 'GET /terminal/widths').length;
    server.answers.widths = { error: 'session_failed', message: 'tmux did not tell.' };
    await prepareWidths(server.url);
    expect(asked()).toBe(1);
    server.answers.widths = widths();
    await prepareWidths(server.url);
    await Promise.all([prepareWidths(server.url), prepareWidths(server.url.replace('127.0.0.1', 'localhost'))]);
    expect(asked()).toBe(2);
  });
});
