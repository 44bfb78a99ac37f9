import type { RecordedRun } from '../../contract/recorded-run.js';

/** Why a request was in vain, as a sentence for people. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Whether it helps to ask again later. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}

/** The run as it is now. Throws `SourceError`. */
export async function readRun(): Promise<RecordedRun> {
  const response = await ask('api/run', 'GET');
  return response.json();
}

/** Lets the run end. Throws `SourceError`. */
export async function stopRun(): Promise<void> {
  await ask('api/stop', 'POST');
}

async function ask(path: string, method: 'GET' | 'POST'): Promise<Response> {
  const response = await fetch(path, { method, credentials: 'same-origin' }).catch(() => undefined);
  if (response === undefined) throw new SourceError('The run cannot be reached. Is the command still running?', true);
  if (response.ok) return response;
  if (response.status === 401)
    throw new SourceError('This link is not valid any more. Use the one that the command prints.', false);
  const told: { message?: string } = await response.json().catch(() => ({}));
  throw new SourceError(told.message ?? `The server answered with ${response.status}.`, false);
}
