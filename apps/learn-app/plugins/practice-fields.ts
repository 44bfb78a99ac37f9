/** Addresses the practice panel needs; they travel to the browser as `customFields.practice`. */
export interface PracticeFields {
  /** A fixed address of the daemon. Without it the ports are probed. */
  serverUrl?: string;
  /** Ports probed on 127.0.0.1, both ends included. Without it the daemon's own range. */
  ports?: { first: number; last: number };
  /** Path of the registry on this site. */
  registryUrl: string;
  /** What its text is, if that can be taken without being read again. See `registryDigest`. */
  registryDigest?: string;
  /** Who is told of completed exercises. Without it nobody is. */
  gamification?: { url: string };
}

const PORT_RANGE = /^(\d{1,5})-(\d{1,5})$/;

function portsOf(range: string): { first: number; last: number } {
  const match = PORT_RANGE.exec(range);
  if (!match) throw new Error(`PRACTICE_PORTS is "${range}"; write it as 3100-3110.`);
  return { first: Number(match[1]), last: Number(match[2]) };
}

/**
 * Reads PRACTICE_SERVER_URL, PRACTICE_PORTS (`first-last`), PRACTICE_REGISTRY_URL and GAMIFICATION_URL.
 * @throws if PRACTICE_PORTS is not a range, since a silent default would hide the mistake
 */
export function practiceFields(
  env: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): { [key: string]: unknown } & PracticeFields {
  return {
    registryUrl: env.PRACTICE_REGISTRY_URL ?? `${baseUrl}exercises/registry.json`,
    ...(env.PRACTICE_SERVER_URL ? { serverUrl: env.PRACTICE_SERVER_URL } : {}),
    ...(env.GAMIFICATION_URL ? { gamification: { url: env.GAMIFICATION_URL } } : {}),
    ...(env.PRACTICE_PORTS ? { ports: portsOf(env.PRACTICE_PORTS) } : {}),
  };
}
