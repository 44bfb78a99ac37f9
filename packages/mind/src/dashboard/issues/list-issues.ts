import { childEnvironment, findExecutable, runCommand } from '@agent-factory/subprocess';
import { failed, found, type Outcome } from '../outcome.js';
import { GH_NOT_FOUND, GH_UNREADABLE, ghFailure } from './gh-failure.js';
import { type GitHubIssue, issuesIn } from './github-issue.js';

/** Spec FR-171. */
const LIST = [
  'issue',
  'list',
  '--state',
  'open',
  '--json',
  'number,title,body,labels,assignees,comments',
  '--limit',
  '50',
];
const WHO_AM_I = ['api', 'user', '--jq', '.login'];
/** Nobody waits longer for what is only good to know. */
const WHO_AM_I_MS = 5000;
/** A login has at most 39 characters. */
const LOGIN = /^[a-z\d][a-z\d-]{0,38}$/i;

export interface GhLimits {
  /** Milliseconds. A page of a large repository takes some seconds; nobody looks at a page for much longer than this. */
  readonly timeoutMs: number;
  /** Fifty issues with the longest texts that GitHub takes (65,536 characters) and some comments fit. */
  readonly maxOutputBytes: number;
}
const LIMITS: GhLimits = { timeoutMs: 20_000, maxOutputBytes: 16 * 1024 * 1024 };

/** What signs `gh` in, and says where, beyond what any child may have. Not GH_REPO: each project has its own repository. */
const OF_GH = [
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
  'GH_HOST',
  'GH_CONFIG_DIR',
] as const;

/** It asks nothing, pages nothing, colours nothing and looks for no update; git speaks the language that is looked for. */
const QUIET = {
  GH_PROMPT_DISABLED: '1',
  GIT_TERMINAL_PROMPT: '0',
  GH_PAGER: 'cat',
  PAGER: 'cat',
  GH_NO_UPDATE_NOTIFIER: '1',
  GH_SPINNER_DISABLED: '1',
  NO_COLOR: '1',
  LC_ALL: 'C.UTF-8',
} as const;

interface Place {
  /** The project's folder, absolute: its remote says which repository is meant. */
  readonly folder: string;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly signal: AbortSignal;
  readonly limits?: GhLimits;
}

/** The open issues of a project, in GitHub's order: the newest first. Throws only what the signal says. */
export async function listIssues({
  folder,
  environment,
  signal,
  limits = LIMITS,
}: Place): Promise<Outcome<GitHubIssue[]>> {
  const env = { ...childEnvironment(environment, OF_GH), ...QUIET };
  const gh = await findExecutable('gh', env);
  if (gh === undefined) return failed(GH_NOT_FOUND);
  // It runs what its extensions, git's helpers and the student's own configuration name: nothing of that stays.
  const options = { cwd: folder, env, signal, endEscaped: true, ...limits };
  const whoAmI = runCommand(gh, WHO_AM_I, { ...options, timeoutMs: Math.min(WHO_AM_I_MS, limits.timeoutMs) });
  const [listed, me] = await Promise.all([runCommand(gh, LIST, options), whoAmI]);
  signal.throwIfAborted();
  const failure = ghFailure(listed, limits);
  if (failure !== undefined) return failed(failure);
  const login = me.stdout.trim();
  const issues = issuesIn(listed.stdout, me.exitCode === 0 && LOGIN.test(login) ? login : undefined);
  return issues === undefined ? failed(GH_UNREADABLE) : found(issues);
}
