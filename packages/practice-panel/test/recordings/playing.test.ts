// @vitest-environment happy-dom
import { anyText, fc, fuzz } from '@agent-factory/fuzzing';
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Cast, readCast } from '../../src/client/recordings/cast.js';
import { Player } from '../../src/client/recordings/player.js';
import { Reel, type ReplayScreen } from '../../src/client/recordings/reel.js';
import { Timeline } from '../../src/client/recordings/timeline.js';
import { findAppearances } from '../../src/terminal/replay/appearances.js';

const HEADER = '{"version":3,"term":{"cols":20,"rows":4,"type":"tmux-256color"},"timestamp":1}';

function streamOf(bytes: Uint8Array, ...cuts: number[]): ReadableStream<Uint8Array> {
  const places = [0, ...cuts, bytes.length];
  return new ReadableStream({
    start(controller) {
      for (const [index, place] of places.slice(1).entries()) controller.enqueue(bytes.slice(places[index], place));
      controller.close();
    },
  });
}

const read = (text: string) => readCast(streamOf(new TextEncoder().encode(text)));

/** A recording of these outputs, one a second. */
async function castOf(...outputs: readonly string[]): Promise<Cast> {
  const lines = outputs.map((text) => JSON.stringify(/^\d+x\d+$/.test(text) ? [1, 'r', text] : [1, 'o', text]));
  const cast = await read([HEADER, ...lines].join('\n'));
  if (cast === undefined) throw new Error('not a recording');
  return cast;
}

/** A screen that keeps what it was told, and takes a turn for each text. */
function notedScreen() {
  const told: string[] = [];
  const screen: ReplayScreen = {
    async write(text) {
      await Promise.resolve();
      if (text.startsWith('\x18\x1bc')) told.splice(0);
      else told.push(text);
    },
    resize: ({ cols, rows }) => void told.push(`${cols}x${rows}`),
  };
  return { screen, shown: () => told.join('|') };
}

describe('a recording', () => {
  const text = `${HEADER}\n# a comment\n[0.5,"o","größe"]\n[1,"i","typed"]\n[0.25,"r","30x5"]\n[0,"m","marker"]\n[1,"x","0"]\n`;

  it('is read with its sizes and the times of its events, however it is cut on its way', async () => {
    const cast = {
      size: { cols: 20, rows: 4 },
      events: [
        { atMs: 500, kind: 'output', text: 'größe' },
        { atMs: 1750, kind: 'size', size: { cols: 30, rows: 5 } },
      ],
    };
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at <= bytes.length; at += 1) expect(await readCast(streamOf(bytes, at))).toEqual(cast);
  });

  it('that was cut off is read as far as it is whole', async () => {
    expect((await read(text.slice(0, text.indexOf('größe'))))?.events).toEqual([]);
    expect((await read(`${HEADER}\n[1,"o","a"]\n[-1,"o","b"]\n[1,"o","c"]`))?.events).toHaveLength(1);
  });

  it('of another version or kind is none', async () => {
    for (const other of ['', 'garbage', '{}', HEADER.replace('3', '2'), '[1,"o","a"]', '{"version":3}'])
      expect(await read(other)).toBeUndefined();
  });
});

fuzz({
  parser: 'recording',
  says: 'whatever a file holds, it gives events in order and of valid sizes, or none',
  input: fc.array(
    fc.oneof(
      fc.constant(HEADER),
      fc.tuple(fc.double(), fc.constantFrom('o', 'r', 'i', ''), anyText).map((event) => JSON.stringify(event)),
      fc
        .tuple(fc.nat(), fc.constant('r'), fc.constantFrom('80x24', '0x0', '1e9x1', 'x', '-1x5'))
        .map((event) => JSON.stringify(event)),
      anyText,
    ),
    { maxLength: 12 },
  ),
  holds: async (lines) => {
    const cast = await read(lines.join('\n'));
    let before = 0;
    for (const event of cast?.events ?? []) {
      expect(event.atMs).toBeGreaterThanOrEqual(before);
      before = event.atMs;
      if (event.kind === 'size')
        expect(event.size.cols >= 2 && event.size.rows >= 1 && event.size.cols <= 1000).toBe(true);
    }
  },
});

describe('the time of a replay', () => {
  const events = [500, 900, 8900, 9000].map((atMs) => ({ atMs, kind: 'output' as const, text: '' }));

  it('is that of the recording, or without its idle stretches beyond two seconds', () => {
    expect(new Timeline(events, false).durationMs).toBe(9000);
    expect(new Timeline(events, true).durationMs).toBe(500 + 400 + 2000 + 100);
    expect(new Timeline([], true).durationMs).toBe(0);
  });

  it('tells how many events were played by a time, and the time of each', () => {
    const timeline = new Timeline(events, true);
    expect([0, 499, 500, 899, 900, 2899, 2900, 9999].map((at) => timeline.countAt(at))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 4,
    ]);
    for (const count of [1, 2, 3, 4]) expect(timeline.countAt(timeline.timeOf(count))).toBe(count);
    expect([timeline.timeOf(0), timeline.timeOf(99)]).toEqual([0, 3000]);
  });
});

describe('winding a recording', () => {
  it('shows at each place what playing to it shows, from wherever it comes', async () => {
    const cast = await castOf('a', 'b', '30x5', 'c', '40x6', 'd', 'e');
    const fresh = async (count: number) => {
      const { screen, shown } = notedScreen();
      await new Reel(cast, screen).wind(count);
      return shown().replaceAll('|', '');
    };
    const { screen, shown } = notedScreen();
    const reel = new Reel(cast, screen);
    for (const count of [3, 7, 1, 0, 5, 5, 2, 6]) {
      await reel.wind(count);
      expect(shown().replaceAll('|', '')).toBe(await fresh(count));
    }
    expect(await fresh(4)).toBe('20x4ab30x5c');
  });

  it('goes where it was asked for last, and tells all who asked when it is there', async () => {
    const { screen, shown } = notedScreen();
    const reel = new Reel(await castOf('a', 'b', 'c'), screen);
    await Promise.all([reel.wind(3), reel.wind(1), reel.wind(2)]);
    expect(shown()).toBe('20x4|ab');
    expect(reel.isBehind).toBe(false);
  });
});

describe('a player', () => {
  afterEach(() => void vi.useRealTimers());

  async function openPlayer(...outputs: string[]) {
    const { screen, shown } = notedScreen();
    vi.useFakeTimers();
    const player = new Player(await castOf(...outputs), screen);
    await vi.advanceTimersByTimeAsync(0);
    return { player, shown };
  }

  it('plays in real time, at the chosen speed, and stops at the end', async () => {
    const { player, shown } = await openPlayer('a', 'b', 'c', 'd');
    player.play();
    await vi.advanceTimersByTimeAsync(2100);
    expect(shown()).toBe('20x4|a|b');
    player.setSpeed(8);
    await vi.advanceTimersByTimeAsync(300);
    expect(shown()).toBe('20x4|a|b|c|d');
    expect(player.getSnapshot()).toMatchObject({ isPlaying: false, positionMs: 4000, durationMs: 4000 });
    player.toggle();
    expect(player.getSnapshot()).toMatchObject({ isPlaying: true, positionMs: 0 });
    player.dispose();
  });

  it('stands still while it is paused, and goes anywhere within its bounds', async () => {
    const { player, shown } = await openPlayer('a', 'b', 'c');
    player.play();
    await vi.advanceTimersByTimeAsync(1100);
    player.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown()).toBe('20x4|a');
    await player.seek(99_999);
    expect([shown(), player.getSnapshot().positionMs]).toEqual(['20x4|a|bc', 3000]);
    await player.seek(-5);
    expect([shown(), player.getSnapshot().positionMs]).toEqual(['20x4', 0]);
    await player.seekEvent(2);
    expect([shown(), player.getSnapshot().positionMs]).toEqual(['20x4|ab', 2000]);
    player.dispose();
  });

  it('goes on where it was after its tab was hidden', async () => {
    const { player, shown } = await openPlayer('a', 'b', 'c');
    player.play();
    await vi.advanceTimersByTimeAsync(1100);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    await vi.advanceTimersByTimeAsync(100);
    expect([shown(), player.getSnapshot().isPlaying]).toEqual(['20x4|a', true]);
    clock.mockRestore();
    player.dispose();
  });

  it('leaves no clock running when it is disposed of while it plays', async () => {
    const { player } = await openPlayer('a', 'b');
    player.play();
    player.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('steps through its speeds, and no further', async () => {
    const { player } = await openPlayer('a');
    const speeds = [-1, -1, 1, 1, 1, 1, 1, 1, 1].map((step) => {
      player.changeSpeed(step as 1 | -1);
      return player.getSnapshot().speed;
    });
    expect(speeds).toEqual([0.5, 0.5, 1, 1.5, 2, 4, 8, 8, 8]);
    player.dispose();
  });

  it('stays at the same event when idle stretches are skipped, or no longer are', async () => {
    const { screen, shown } = notedScreen();
    const cast = await read(`${HEADER}\n[1,"o","a"]\n[60,"o","b"]\n[1,"o","c"]`);
    const player = new Player(cast as Cast, screen);
    await player.seekEvent(2);
    expect(player.getSnapshot()).toMatchObject({ positionMs: 3000, durationMs: 4000 });
    player.setSkipsIdle(false);
    expect(player.getSnapshot()).toMatchObject({ positionMs: 61_000, durationMs: 62_000 });
    expect(shown()).toBe('20x4|ab');
    player.dispose();
  });
});

describe('finding a text in a recording', () => {
  const find = async (cast: Cast, text: string) => {
    const terminal = new Terminal({ allowProposedApi: true, scrollback: 1 });
    try {
      return await findAppearances(cast, { terminal, text, signal: new AbortController().signal });
    } finally {
      terminal.dispose();
    }
  };

  it('finds each time it appears on the screen, in whatever order it was drawn, and whatever its case', async () => {
    const cast = await castOf('hello', '\x1b[2J\x1b[Hother', '\x1b[2J\x1b[2;7Hworld', '\x1b[2;1Hhello', '\x1b[5;1H');
    expect(await find(cast, 'HELLO')).toEqual([1, 4]);
    expect(await find(cast, 'hello world')).toEqual([4]);
    expect(await find(cast, 'never')).toEqual([]);
  });

  it('finds what wraps at the edge, and what it shows after a change of size', async () => {
    const cast = await castOf(
      `${'x'.repeat(15)}wrapped around`,
      '\x1b[2J\x1b[H',
      '40x5',
      `${'x'.repeat(15)}in one line`,
    );
    expect(await find(cast, 'wrapped around')).toEqual([1]);
    expect(await find(cast, 'in one line')).toEqual([4]);
  });
});
