import type { Action, ActionType } from '@agent-factory/protocol/coach';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useWorkbench } from '../context.js';

/** Actions of one page of the log. */
const PAGE = 50;

/** What counts as a look: the agent used one of its tools. */
const LOOKS: readonly ActionType[] = ['mcp_tool_call'];

export interface ActionsView {
  readonly actions: readonly Action[];
  readonly status: 'loading' | 'ready' | 'failed';
  /** What went wrong. */
  readonly message: string;
  readonly hasMore: boolean;
  more(): void;
  reload(): void;
}

interface Page {
  readonly actions: readonly Action[];
  readonly next: number | undefined;
}

const NOTHING: Page = { actions: [], next: undefined };

/** The action log, page by page, the newest first. */
export function useActions(looksOnly: boolean): ActionsView {
  const { rest } = useWorkbench();
  const [page, setPage] = useState(NOTHING);
  const [status, setStatus] = useState<ActionsView['status']>('loading');
  const [message, setMessage] = useState('');
  const generation = useRef(0);
  const load = useCallback(
    async (after: Page) => {
      generation.current += 1;
      const mine = generation.current;
      setStatus('loading');
      const outcome = await rest.actions({
        limit: PAGE,
        ...(after.next !== undefined && { before: after.next }),
        ...(looksOnly && { types: LOOKS }),
      });
      if (mine !== generation.current) return;
      setStatus(outcome.ok ? 'ready' : 'failed');
      if (outcome.ok) setPage({ actions: [...after.actions, ...outcome.value.actions], next: outcome.value.next });
      else setMessage(outcome.error.message);
    },
    [rest, looksOnly],
  );
  const reload = useCallback(() => {
    setPage(NOTHING);
    void load(NOTHING);
  }, [load]);
  useEffect(() => {
    reload();
    return () => {
      generation.current += 1; // what still comes is for nobody
    };
  }, [reload]);
  const hasMore = page.next !== undefined;
  return { actions: page.actions, status, message, hasMore, more: () => void load(page), reload };
}
