import type { Criterion } from '@agent-factory/protocol';
import { useState } from 'react';
import type { CheckState } from '../../client/journey/check-state.js';

const NONE: readonly Criterion[] = [];

interface ShownRows {
  readonly rows: readonly Criterion[];
  /** The rows are those of the previous check, shown until the current one reports something. */
  readonly earlier: boolean;
}

/** The rows to show: those of the current check, or of the previous one until the first row arrives. */
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
