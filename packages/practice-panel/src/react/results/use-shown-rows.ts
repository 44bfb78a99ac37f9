import type { Criterion } from '@agent-factory/protocol';
import { useState } from 'react';
import type { CheckState } from '../../client/journey/check-state.js';

const NONE: readonly Criterion[] = [];

interface ShownRows {
  readonly rows: readonly Criterion[];
  /** The rows are those of the check before, shown until the present one has something to say. */
  readonly earlier: boolean;
}

/** The rows to show: those of the present check, and of the one before until the first of them is there. */
export function useShownRows(check: CheckState): ShownRows {
  const [last, setLast] = useState(NONE);
  const rows = rowsOf(check);
  const waits = check.status === 'running' && rows.length === 0;
  if (!waits && last !== rows) setLast(rows);
  return waits ? { rows: last, earlier: last.length > 0 } : { rows, earlier: false };
}

function rowsOf(check: CheckState): readonly Criterion[] {
  if (check.status === 'running') return check.rows;
  return check.status === 'done' ? check.result.criteria : NONE;
}
