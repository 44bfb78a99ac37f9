import type { BudgetName, Measured } from './budgets.js';
import type { Resources } from './resources.js';

export interface RowContext {
  /** Fewer samples and shorter waits, for a run of some seconds. */
  readonly short: boolean;
  /** The row adds whatever it opens here, to be closed for it. */
  readonly resources: Resources;
}

/** Some budgets that are measured together. */
export interface Row {
  readonly budgets: readonly BudgetName[];
  /** False if a short run leaves it out. */
  readonly inShort: boolean;
  measure(context: RowContext): Promise<Measured[]>;
}
