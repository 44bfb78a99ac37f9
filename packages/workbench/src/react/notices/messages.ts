import type { CoachMessage } from '@agent-factory/protocol/coach';
import { useMemo } from 'react';
import { useSelected } from '../context.js';

/** Everything the coach has said and that was not dismissed: first what belongs to no file, then file by file. */
export function useMessages(): readonly CoachMessage[] {
  const { toasts, balloons } = useSelected((state) => state.shown);
  return useMemo(() => [...toasts].reverse().concat([...balloons.values()].flat()), [toasts, balloons]);
}
