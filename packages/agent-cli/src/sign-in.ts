import { parseJson } from '@agent-factory/protocol';

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
