/** A line between all tabs of this browser that follow the same daemon. Nobody hears what they say themselves. */
export interface TabLine {
  tell(message: string): void;
  close(): void;
}

/** How the tabs of one browser share. */
export interface Sharing {
  line(onMessage: (message: string) => void): TabLine;
  /**
   * Resolves when the task is over, was taken from this tab, or is no longer wanted. False if it never began, as where
   * the browser keeps no locks for this page. Never rejects.
   */
  inTurn(turn: Turn): Promise<boolean>;
}

/** What only one tab does at a time. */
interface Turn {
  /** Aborts when this tab waits for it no more. */
  readonly signal: AbortSignal;
  /** Takes it from the tab that does it now, which no longer answers, instead of waiting. */
  readonly steal: boolean;
  /** `lost` aborts when another tab has taken it. */
  task(lost: AbortSignal): Promise<void>;
}

/** How this browser's tabs share; undefined where it has no locks, as outside a secure context. */
export function sharingOf(baseUrl: string): Sharing | undefined {
  if (typeof navigator === 'undefined' || !navigator.locks || typeof BroadcastChannel === 'undefined') return undefined;
  const name = `practice:events:${baseUrl}`;
  return {
    line(onMessage) {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => {
        if (typeof data === 'string') onMessage(data);
      };
      return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    async inTurn({ signal, steal, task }) {
      const lost = new AbortController();
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return task(lost.signal);
      };
      // It rejects where the signal comes before the lock, where the lock is stolen, and where there are no locks.
      await navigator.locks.request(name, steal ? { steal } : { signal }, begin).catch(() => {});
      lost.abort();
      return hasBegun;
    },
  };
}
