import type { ChaosContent } from './content.js';
import type { Daemons } from './daemons.js';
import type { ChaosHome } from './home.js';
import type { Ledger } from './ledger.js';
import type { Answered, Asked } from './requests.js';

/** What one exercise needs of the world around it. */
export interface Surroundings {
  readonly home: ChaosHome;
  readonly content: ChaosContent;
  readonly daemons: Daemons;
  readonly ledger: Ledger;
  /** Asks the daemon as a page of the lesson site does. */
  ask(path: string, asked?: Asked): Promise<Answered>;
}
