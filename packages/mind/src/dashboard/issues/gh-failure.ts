import type { CommandResult } from '@agent-factory/subprocess';
import { oneLine } from '../texts.js';

/** What a student sees of words that nobody knows. */
const MAX_WORDS = 200;
/** Access tokens of GitHub, by their beginnings: `gh` prints none, but what it repeats is not ours. */
const TOKEN = /\b(?:gh[a-z]_|github_pat_)\w+/g;
/** `gh help exit-codes`: the command wants a login. */
const LOGIN_NEEDED = 4;

/** The first that fits: a missing remote also speaks of `gh auth login`. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [
    /no git remotes? found|point to a known GitHub host|not a git repository/i,
    'No GitHub remote found: this project is not a clone of a repository on GitHub. Add one with “git remote add origin <address>”.',
  ],
  [
    /no default remote repository|gh repo set-default/i,
    'The project has several GitHub remotes. Run “gh repo set-default” in its terminal to choose the one whose issues count.',
  ],
  [/unable to find git/i, 'GitHub CLI needs git, which was not found. Install git, then refresh.'],
  [/disabled issues/i, 'This repository has its issues turned off on GitHub, so there are none to choose from.'],
  [/rate limit|HTTP 429/i, 'GitHub’s rate limit is reached: it answers no more questions for now. Refresh in an hour.'],
  [
    /auth login|GH_TOKEN|GITHUB_TOKEN|bad credentials|HTTP 401/i,
    'GitHub CLI is not signed in. Run “gh auth login” in the terminal, then refresh.',
  ],
  [
    /could not resolve to a repository|HTTP 40[34]|not accessible/i,
    'GitHub knows no such repository, or your account may not see it. Check “git remote -v” and “gh auth status”.',
  ],
  [
    /error connecting|dial tcp|no such host|connection (?:refused|reset)|timeout|TLS|network is unreachable/i,
    'GitHub cannot be reached. Check your network, then refresh.',
  ],
];

export const GH_NOT_FOUND = 'GitHub CLI not found. Install it from cli.github.com, run “gh auth login”, then refresh.';
export const GH_UNREADABLE =
  'GitHub CLI has answered something that is no list of issues. Update it (version 2 or newer is needed), then refresh.';

/** Why there are no issues, in words that say what to do; undefined if the command has done what it should. */
export function ghFailure(
  result: CommandResult,
  limits: { timeoutMs: number; maxOutputBytes: number },
): string | undefined {
  if (result.failure === 'not_found') return GH_NOT_FOUND;
  if (result.failure !== undefined)
    return 'GitHub CLI could not be started. Run “gh --version” in the terminal to see why.';
  if (result.outputExceeded)
    return `GitHub CLI has printed more than ${limits.maxOutputBytes / 1024 / 1024} MB, which is too much to look through.`;
  if (result.timedOut)
    return `GitHub CLI did not answer within ${limits.timeoutMs / 1000} seconds. Run “gh issue list” in the terminal to see what it waits for.`;
  return result.exitCode === 0 ? undefined : wordsFor(result);
}

function wordsFor({ exitCode, stderr }: CommandResult): string {
  const known = KNOWN.find(([words]) => words.test(stderr))?.[1];
  if (known !== undefined) return known;
  if (exitCode === LOGIN_NEEDED)
    return 'GitHub CLI is not signed in. Run “gh auth login” in the terminal, then refresh.';
  const said = oneLine(stderr, MAX_WORDS).replace(TOKEN, '…');
  return `GitHub CLI has failed${said === '' ? '' : `: ${said}`}. Run “gh issue list” in the terminal to see more.`;
}
