import { hostname } from 'node:os';
import { processStart } from '../loop/lock/process-start.js';

/** A process, so that another with the same id later is not taken for it. */
export interface Owner {
  readonly pid: number;
  /** When it started, in the system's own words; empty where the system does not tell. */
  readonly start: string;
  readonly host: string;
}

/** This process. */
export async function currentOwner(): Promise<Owner> {
  return { pid: process.pid, start: (await processStart(process.pid)) ?? '', host: hostname() };
}

/**
 * Whether a process still runs; `unknown` for another machine's. One whose start cannot be told counts as running:
 * nothing of a live run is ever removed.
 */
export async function ownerState(owner: Owner): Promise<'alive' | 'gone' | 'unknown'> {
  if (owner.host !== hostname() || !Number.isInteger(owner.pid) || owner.pid <= 0) return 'unknown';
  const start = await processStart(owner.pid);
  if (start === undefined) return 'gone';
  return start === owner.start || owner.start === '' ? 'alive' : 'gone';
}
