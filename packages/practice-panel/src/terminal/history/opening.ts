import type { HistoryResponse } from '@agent-factory/protocol';
import type { HistoryPage } from './pages/page.js';
import type { Reading } from './reading.js';
import type { Snapshots } from './snapshots.js';
import type { Stage, Visit } from './stage.js';

/** Lines of the first snapshot: a few screens, ready within a frame or two. */
const FIRST_LINES = 300;

interface OpeningOptions {
  readonly stage: Stage;
  readonly snapshots: Snapshots;
  readonly reading: Reading;
  /** The student scrolled, and the program in the foreground is on the alternate screen and does not use the mouse. */
  readonly onScrolledProgram: (lines: number) => void;
}

/** The way from the live terminal to the first page. */
export class Opening {
  readonly #options: OpeningOptions;
  /** The last scroll went to a program on the alternate screen. */
  #scrolledProgram = false;

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  /** Opens the history for a scroll upwards; a program that scrolls by itself may have it instead. */
  async byScrolling(offerProgram: boolean): Promise<void> {
    const { stage, reading } = this.#options;
    await this.#begin(
      (visit) => this.#fetchOrScrollProgram(visit, offerProgram),
      (page, { owed }) => owed > 0 && page.base > 0,
      false,
    );
    if (stage.page !== undefined) await reading.loadWhole();
  }

  /** Opens the whole history at the place of the live screen. */
  whole(): Promise<void> {
    return this.#begin(
      () => this.#options.snapshots.fetch({}),
      () => true,
      true,
    );
  }

  /** Shows a snapshot, if there is one and it is still wanted when it is ready. */
  async #begin(
    fetch: (visit: Visit) => Promise<HistoryResponse | undefined>,
    isWanted: (page: HistoryPage, visit: Visit) => boolean,
    isWhole: boolean,
  ): Promise<void> {
    const { stage, snapshots } = this.#options;
    const { visit } = stage;
    visit.isOpening = true;
    stage.tell({ newOutput: false, problem: undefined });
    const snapshot = await fetch(visit);
    const page = snapshot && stage.visit === visit ? await snapshots.make(snapshot, isWhole) : undefined;
    if (stage.visit === visit && page !== undefined && isWanted(page, visit)) return this.#show(page, visit);
    page?.dispose();
    if (stage.visit === visit) stage.close();
  }

  async #fetchOrScrollProgram(visit: Visit, offerProgram: boolean): Promise<HistoryResponse | undefined> {
    const snapshot = await this.#fetchFirst(visit, offerProgram);
    if (!(snapshot?.alternate && offerProgram)) return snapshot;
    // Keys typed meanwhile may have ended the program: its arrow keys would reach the shell.
    if (this.#options.stage.visit === visit) this.#options.onScrolledProgram(-visit.owed);
    return undefined;
  }

  /** A short snapshot; if the program scrolled by itself a moment ago, only whether it still does. */
  async #fetchFirst(visit: Visit, offerProgram: boolean): Promise<HistoryResponse | undefined> {
    const { snapshots } = this.#options;
    const isQuestion = offerProgram && (visit.owed < 0 || this.#scrolledProgram);
    const snapshot = await snapshots.fetch({ lines: isQuestion ? 0 : FIRST_LINES });
    this.#scrolledProgram = offerProgram && snapshot?.alternate === true;
    if (!isQuestion || visit.owed < 0 || this.#scrolledProgram) return snapshot;
    return snapshots.fetch({ lines: FIRST_LINES });
  }

  /** Shows the first page, scrolled up as far as the student scrolled meanwhile. */
  async #show(page: HistoryPage, visit: Visit): Promise<void> {
    const { stage, reading } = this.#options;
    const above = Math.min(visit.owed, page.base);
    await page.show(page.base - above);
    if (stage.visit !== visit) return page.dispose();
    visit.isOpening = false;
    const late = visit.owed - above;
    visit.owed = 0;
    reading.read(page);
    if (late !== 0) reading.scroll(page, -late);
  }
}
