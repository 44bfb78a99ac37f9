const LOCK = 'practice:completions';

/**
 * Runs a task when no other tab of this site runs one. Where there are no such locks (pages without TLS, or cut off from
 * their site's storage) it runs at once: two tabs may then tell the same completion, which the endpoint knows by its id.
 */
export async function inOneTab(task: () => Promise<void>): Promise<void> {
  const release = await lock();
  try {
    await task();
  } finally {
    release();
  }
}

/** Resolves, with how to give it back, once this tab has the lock, or could not ask for one. */
function lock(): Promise<() => void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    locks.request(LOCK, () => new Promise<void>(resolve)).catch(() => resolve(() => {}));
  });
}
