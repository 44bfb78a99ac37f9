/** A line between all tabs of this browser that follow the same daemon. Nobody hears what they say themselves. */
export interface TabLine {
  tell(message: string): void;
  close(): void;
}

/** How the tabs of one browser share. */
export interface Sharing {
  line(onMessage: (message: string) => void): TabLine;
  /** Waits until no other tab does this, then does it. Never rejects. */
  inTurn(signal: AbortSignal, task: () => Promise<void>): Promise<void>;
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
    // It rejects where the signal comes before the lock: this tab has left.
    inTurn: (signal, task) => navigator.locks.request(name, { signal }, task).catch(() => {}),
  };
}
