import { join } from 'node:path';
import { parseJson } from '@agent-factory/protocol';
import { headOf } from './conversations/read.js';
import { asObject, asText } from './json.js';

/** `claude auth status`: a JSON object with `loggedIn`; versions without this output exit with 0 or 1. */
export function loggedInField(exitCode: number | null, stdout: string): boolean | undefined {
  const parsed = parseJson(stdout);
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return zeroOrOne(exitCode);
  const { loggedIn } = parsed.value as { loggedIn?: unknown };
  return typeof loggedIn === 'boolean' ? loggedIn : zeroOrOne(exitCode);
}

/** `codex login status`: 0 is yes and 1 is no. Anything else (a usage error, a signal) is no answer. */
export function zeroOrOne(exitCode: number | null): boolean | undefined {
  if (exitCode === 0) return true;
  return exitCode === 1 ? false : undefined;
}

/** `cursor-agent status`: a sentence, whatever the exit code. */
export function loggedInText(_exitCode: number | null, stdout: string): boolean | undefined {
  if (/not (logged in|authenticated)/i.test(stdout)) return false;
  return /logged in|authenticated/i.test(stdout) ? true : undefined;
}

/** Longest file of credentials that is looked at, in bytes. Gemini CLI's has one kilobyte. */
const MAX_CREDENTIALS_BYTES = 64 * 1024;

/**
 * Gemini CLI has no command that tells. With a key in its environment, or the credentials of an account that it can
 * renew by itself, the student is signed in. Without both nothing is certain: there are other accounts and other places.
 */
export async function geminiTraces(env: Record<string, string>): Promise<true | undefined> {
  if (env.GEMINI_API_KEY) return true;
  const home = env.GEMINI_CLI_HOME || env.HOME;
  if (!home) return undefined;
  const text = await headOf(join(home, '.gemini', 'oauth_creds.json'), MAX_CREDENTIALS_BYTES).catch(() => '');
  const credentials = parseJson(text);
  return credentials.ok && asText(asObject(credentials.value).refresh_token) ? true : undefined;
}
