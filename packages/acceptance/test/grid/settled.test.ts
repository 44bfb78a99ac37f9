import { describe, expect, it } from 'vitest';
import type { ClientOutput, Look } from '../../src/grid/capture/look.js';
import type { Screen } from '../../src/grid/cell.js';
import { settledFrameOf } from '../../src/grid/settled.js';
import type { Viewer } from '../../src/grid/viewer.js';

const CLIENT: ClientOutput = { pid: 1, cols: 80, rows: 24, written: 10, discarded: 0 };
const SCREEN: Screen = {
  cols: 80,
  rows: 24,
  cells: [],
  wraps: [],
  cursor: { col: 0, row: 0, visible: true, shape: 'default' },
};

/** For what never settles, in milliseconds. */
const IMPATIENT_MS = 200;
/** Longer than a daemon holds output back, and shorter than the silence after which nothing is left to draw. */
const HELD_BACK_MS = 300;

function lookOf(line: string, ...clients: Partial<ClientOutput>[]): Look {
  const cursor = { col: 0, row: 0, visible: true };
  const outputs = clients.map((client) => ({ ...CLIENT, ...client }));
  return { cols: 80, rows: 24, cursor, lines: [line], joined: [line], clients: outputs };
}

/** What tmux tells at each look, the last for ever. */
function telling(...looks: Look[]): () => Promise<Look> {
  const [last] = looks.slice(-1);
  return async () => looks.shift() ?? last ?? lookOf('');
}

/** How many bytes somebody has drawn that is shown this screen: they are the screen's number of the cursor's row. */
const drawnOf = ({ shown }: { shown: Screen }) => shown.cursor.row;

/** Draws what it is asked for at once, and begins with so many bytes. */
class Obedient implements Viewer {
  readonly clientPid?: number;
  #drawnBytes: number;

  constructor(drawnBytes: number, known: Pick<Viewer, 'clientPid'> = {}) {
    this.#drawnBytes = drawnBytes;
    Object.assign(this, known);
  }

  look = () => seen(this.#drawnBytes);

  async drawn(bytes: number): Promise<void> {
    this.#drawnBytes = Math.max(this.#drawnBytes, bytes);
  }
}

function seen(drawnBytes: number) {
  return { screen: { ...SCREEN, cursor: { ...SCREEN.cursor, row: drawnBytes } }, drawnBytes };
}

describe('a screen is settled', () => {
  it('when all is drawn that was sent', async () => {
    expect(drawnOf(await settledFrameOf(telling(lookOf('a', {})), new Obedient(0)))).toBe(10);
  });

  it('only when tmux holds the same as at the look before', async () => {
    const ask = telling(lookOf('early', {}), lookOf('late', {}));
    expect((await settledFrameOf(ask, new Obedient(10))).look.lines).toEqual(['late']);
  });

  it('only when its own client is up to date, if that is known, whatever another was sent', async () => {
    const ask = telling(lookOf('a', { pid: 1, written: 5 }, { pid: 2, written: 10 }));
    expect(drawnOf(await settledFrameOf(ask, new Obedient(5, { clientPid: 2 })))).toBe(10);
  });

  it('only when just as much is drawn as one of the clients was sent, if nobody knows which is its own', async () => {
    const drawn = [15, 15, 15, 20];
    const viewer = { look: () => seen(drawn.shift() ?? 20), drawn: async () => {} };
    const ask = telling(lookOf('a', { pid: 1, written: 10 }, { pid: 2, written: 20 }));
    expect(drawnOf(await settledFrameOf(ask, viewer))).toBe(20);
  });

  it('only at the size that tmux knows of', async () => {
    const ask = telling(lookOf('a', { cols: 81 }));
    await expect(settledFrameOf(ask, new Obedient(10), IMPATIENT_MS)).rejects.toThrow(
      'never settles: tmux has written 10 bytes for 81x24 (and dropped 0); 10 bytes are drawn, on 80x24',
    );
  });

  it('never while no client was sent anything', async () => {
    const ask = telling(lookOf('a', { written: 0 }));
    await expect(settledFrameOf(ask, new Obedient(0), IMPATIENT_MS)).rejects.toThrow('never settles');
  });
});

describe('where tmux has dropped output, a screen is settled', () => {
  it('whatever was sent, once nothing was drawn for longer than it may be held back', async () => {
    const begun = performance.now();
    const look = () => seen(performance.now() < begun + HELD_BACK_MS ? 3 : 4);
    const viewer = { look, drawn: async () => {} };
    expect(drawnOf(await settledFrameOf(telling(lookOf('a', { discarded: 7 })), viewer))).toBe(4);
  });
});
