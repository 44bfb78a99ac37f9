/** Aborts at Ctrl+C and at `kill`: whoever waits for it then closes what it has started. */
export function stopSignal(): AbortSignal {
  return stopController().signal;
}

/** The same for a tool that has reasons of its own to stop. */
export function stopController(): AbortController {
  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort(new Error('interrupted')));
  return abort;
}
