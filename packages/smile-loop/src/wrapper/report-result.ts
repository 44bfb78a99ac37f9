import { setTimeout as wait } from 'node:timers/promises';
import type { MentorResult, Role, StudentResult } from '../contract/agents.js';

/** Milliseconds before each further attempt: the loop's server may be busy, but it is on the same machine. */
const RETRY_AFTER_MS = [200, 1000, 3000];
/** Milliseconds for one attempt. */
const ATTEMPT_MS = 20_000;

export interface Report {
  readonly role: Role;
  readonly result: StudentResult | MentorResult;
  readonly origin: string;
  readonly secret: string;
}

/** Reports a result to the loop. Throws when it was refused, or nobody answered four times. */
export async function reportResult(report: Report, retryAfterMs: readonly number[] = RETRY_AFTER_MS): Promise<void> {
  const failures: string[] = [];
  for (const delay of [0, ...retryAfterMs]) {
    await wait(delay);
    const failure = await attempt(report);
    if (failure === undefined) return;
    failures.push(failure);
  }
  throw new Error(`The result could not be reported: ${failures.join('; ')}`);
}

/** What went wrong, where trying again may help; throws where it would not. */
async function attempt({ role, result, origin, secret }: Report): Promise<string | undefined> {
  let response: Response;
  try {
    response = await fetch(`${origin}/api/${role}/result`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(result),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    });
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause ?? '')}`.trim() : String(error);
  }
  await response.body?.cancel();
  if (response.ok) return undefined;
  if (response.status >= 500) return `status ${response.status}`;
  throw new Error(`The loop refused the result: status ${response.status}`);
}
