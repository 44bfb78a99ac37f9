import { hostname } from 'node:os';
import * as z from 'zod';
import { processStart } from './process-start.js';

const ownerSchema = z.object({
  pid: z.number().int().min(1),
  /** As `processStart` tells it. */
  startedAs: z.string(),
  host: z.string(),
  runId: z.string(),
  /** It has ended its loop. */
  released: z.boolean(),
});
/** Whose loop it is, as a lock file says. */
export type Owner = z.infer<typeof ownerSchema>;

export async function ownerHere(runId: string): Promise<Owner> {
  const startedAs = (await processStart(process.pid)) ?? '';
  return { pid: process.pid, startedAs, host: hostname(), runId, released: false };
}

/** Undefined for a file that was half written when its machine lost power: it is nobody's. */
export function ownerFrom(text: string): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Whether the loop of this owner may still run. A process with its id that began at another time is another process.
 * What runs on another machine with the same home folder cannot be seen from here.
 */
export async function mayRun(owner: Owner | undefined): Promise<boolean> {
  if (owner === undefined || owner.released) return false;
  if (owner.host !== hostname()) return true;
  return (await processStart(owner.pid)) === owner.startedAs;
}
