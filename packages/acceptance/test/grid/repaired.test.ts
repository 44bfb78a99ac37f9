import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientOutput } from '../../src/grid/capture/look.js';
import type { Screen } from '../../src/grid/cell.js';
import {
  differencesFromTmux,
  differencesOfStill,
  differencesUntilRepaired,
  hasSentMore,
} from '../../src/grid/same-screen.js';
import { settledFrame } from '../../src/grid/settled.js';
import type { Viewer } from '../../src/grid/viewer.js';
import { tmux } from '../../src/machine/tmux.js';
import { GridLesson } from './lesson.js';

let lesson: GridLesson;

beforeEach(async () => {
  lesson = await GridLesson.open();
});

afterEach(() => lesson[Symbol.asyncDispose]());

/** The viewer, in whose sight a character is wrong while `isWrong` says so. */
function mistaken(isWrong: () => Promise<boolean>): Viewer {
  const { viewer } = lesson;
  const look = async () => {
    const wrong = await isWrong();
    const { screen, drawnBytes } = viewer.look();
    return { screen: wrong ? withMistake(screen) : screen, drawnBytes };
  };
  return { clientPid: viewer.clientPid, look, drawn: (bytes, withinMs) => viewer.drawn(bytes, withinMs) };
}

function withMistake(screen: Screen): Screen {
  const cells = structuredClone(screen.cells);
  Object.assign(cells[0]?.[0] ?? {}, { chars: '?' });
  return { ...screen, cells };
}

const MISTAKE = { row: 0, col: 0, field: 'chars', expected: 'w', actual: '?' };

describe('a pane is held still', () => {
  it.each([
    ['once', [], (shown: Screen) => differencesOfStill(lesson.pane, shown)],
    ['with a viewer', [], () => differencesFromTmux(lesson.pane, lesson.viewer)],
    ['until it is repaired', [[]], () => differencesUntilRepaired(lesson.pane, lesson.viewer)],
  ] as const)('while it is compared %s', async (_, nothing, compare) => {
    await lesson.paint('words\x1b[44m', 'words');
    const { pane, viewer } = lesson;
    const { shown } = await settledFrame(pane, viewer);
    // The comparison attaches another client when it knows what is held; what is typed then is drawn in blue.
    await tmux(pane.server, 'set-hook', '-g', 'client-attached', `send-keys -l -t ${pane.target} typed`);
    expect(await compare(shown)).toEqual(nothing);
  });
});

describe('a screen that may be repaired', () => {
  it('is compared again, once more is drawn, where it is wrong', async () => {
    await lesson.paint('words', 'words');
    const { pane, viewer } = lesson;
    await settledFrame(pane, viewer);
    const device = (await tmux(pane.server, 'list-clients', '-F', '#{client_tty}')).trim();
    // The comparison attaches another client when it knows what was shown.
    const repair = `set-option -g @repaired yes; refresh-client -t ${device}`;
    await tmux(pane.server, 'set-hook', '-g', 'client-attached', repair);
    const isWrong = async () => (await tmux(pane.server, 'display-message', '-p', '#{@repaired}')).trim() !== 'yes';
    expect(await differencesUntilRepaired(pane, mistaken(isWrong))).toEqual([[MISTAKE], []]);
  });

  it('is complained of where it is wrong and nothing more is drawn', async () => {
    await lesson.paint('words', 'words');
    const wrong = mistaken(async () => true);
    await expect(differencesUntilRepaired(lesson.pane, wrong)).rejects.toThrow('a wrong screen was not drawn again');
  });

  it.each([
    ['as much as before', false, [{ pid: 1, written: 10 }]],
    ['more', true, [{ pid: 1, written: 11 }]],
    [
      'something to another, who has just come',
      false,
      [
        { pid: 1, written: 10 },
        { pid: 2, written: 50 },
      ],
    ],
    ['something to another alone', false, [{ pid: 2, written: 50 }]],
  ])('is drawn again when its client was sent more: %s', (_, isMore, clients) => {
    const output = (client: Partial<ClientOutput>) => ({
      pid: 1,
      cols: 80,
      rows: 24,
      written: 10,
      discarded: 0,
      ...client,
    });
    expect(hasSentMore({ clients: [output({})] }, { clients: clients.map(output) })).toBe(isMore);
  });
});

describe('a screen to which no tmux draws', () => {
  it('need not tell which rows continue those above, but tells of no other that it does', async () => {
    await lesson.paint(`one\r\n${'x'.repeat(90)}\r\nend`, 'end');
    const { shown } = await settledFrame(lesson.pane, lesson.viewer);
    expect(shown.wraps.slice(0, 4)).toEqual([false, false, true, false]);
    expect(await differencesOfStill(lesson.pane, { ...shown, wraps: shown.wraps.map(() => false) })).toEqual([]);
    const wrong = { ...shown, wraps: shown.wraps.with(1, true) };
    expect(await differencesOfStill(lesson.pane, wrong)).toMatchObject([{ row: 1, field: 'wrap', expected: 'false' }]);
  });
});
