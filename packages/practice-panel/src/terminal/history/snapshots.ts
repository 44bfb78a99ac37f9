import type { HistoryResponse } from '@agent-factory/protocol';
import type { HistoryWish } from '../../client/server/history.js';
import type { RestOutcome } from '../../client/server/outcome.js';
import { HistoryPage } from './pages/page.js';
import type { HistoryScreens } from './pages/screens.js';
import type { Stage } from './stage.js';

export type FetchHistory = (wish: HistoryWish) => Promise<RestOutcome<HistoryResponse>>;

/** Reads snapshots and lays them out. If there is a problem, reports it and gives no snapshot. */
export class Snapshots {
  readonly #stage: Stage;
  readonly #screens: HistoryScreens;
  readonly #fetch: FetchHistory;

  constructor(stage: Stage, screens: HistoryScreens, fetch: FetchHistory) {
    this.#stage = stage;
    this.#screens = screens;
    this.#fetch = fetch;
  }

  async fetch(wish: HistoryWish): Promise<HistoryResponse | undefined> {
    const outcome = await this.#fetch(wish);
    if (outcome.ok) return outcome.value;
    this.#stage.tell({ problem: outcome.error.message });
    return undefined;
  }

  /** A page for this visit; whoever gets it disposes of it. */
  make(snapshot: HistoryResponse, isWhole: boolean): Promise<HistoryPage> {
    const { visit } = this.#stage;
    const isWanted = () => this.#stage.visit === visit;
    return HistoryPage.make(snapshot, { screens: this.#screens, isWhole, isWanted });
  }
}
