import type { StartResponse } from '@agent-factory/protocol';
import { memory } from '../browser/memory.js';
import { isSameGrid } from '../terminal/same-grid.js';
import type { GridSize } from '../terminal/terminal-connection.js';
import { noticesOf } from './notices.js';

/** How much room the terminal of an exercise is going to have, and how far that may be relied on. */
export class TerminalRoom {
  /** The size as far as it can be measured now; undefined where it cannot. */
  measure: () => GridSize | undefined = () => undefined;
  #asked: GridSize | undefined;

  /** The size that a start is asked for. */
  askedFor(): GridSize | undefined {
    this.#asked = this.measure();
    return this.#asked;
  }

  /**
   * The size that the terminal is about to have, if it may be relied on: a running program would lose what is below its
   * cursor to a size that lasts an instant. What was begun just now has the size that was asked for. Notices take room.
   */
  foreseen(session: StartResponse): GridSize | undefined {
    const grid = this.measure();
    if (grid === undefined || noticesOf(session).length > 0) return undefined;
    const hasBegun = session.status === 'created' && isSameGrid(grid, this.#asked);
    return hasBegun || memory.wasGrid(grid) ? grid : undefined;
  }
}
