import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../../subprocess/test/support.js';
import { type GhLimits, listIssues } from '../../src/dashboard/issues/list-issues.js';
import { FakeGh } from '../fixtures/fake-gh.js';

let gh: FakeGh;
let folder: string;
beforeEach(async () => {
  gh = await FakeGh.make();
  folder = await mkdtemp(join(tmpdir(), 'gh-project-'));
});
afterEach(async () => {
  await gh[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Given {
  readonly environment?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<GhLimits>;
}

function list({ environment = {}, signal = new AbortController().signal, limits = {} }: Given = {}) {
  return listIssues({
    folder,
    environment: { PATH: gh.path, ...environment },
    signal,
    limits: { timeoutMs: 20_000, maxOutputBytes: 1024 * 1024, ...limits },
  });
}

async function issues(given?: Given) {
  const outcome = await list(given);
  if (outcome.kind !== 'found') throw new Error(`No issues: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

async function error(given?: Given): Promise<string> {
  const outcome = await list(given);
  if (outcome.kind !== 'failed') throw new Error(`It has not failed: ${JSON.stringify(outcome)}`);
  return outcome.error;
}

describe('gh', () => {
  test('is asked for fifty open issues in the folder of the project [coaching-backend FR-171]', async () => {
    await gh.lists([{ number: 7, title: 'A race', labels: ['bug'], assignees: ['ada'] }]);
    expect(await issues()).toEqual([
      { number: 7, title: 'A race', body: '', labels: ['bug'], assignees: ['ada'], comments: [], userTagged: false },
    ]);
    expect(await gh.listings()).toEqual([
      `${folder}: issue list --state open --json number,title,body,labels,assignees,comments --limit 50`,
    ]);
  });

  test('is asked who the learner is, so that issues which name them are known', async () => {
    await gh.signIn('Ada');
    const comments = [{ login: 'bob', body: 'Would you look at it, @ada?' }];
    await gh.lists([
      { number: 1, assignees: ['ada'] },
      { number: 2, body: 'cc @ADA' },
      { number: 3, comments },
      { number: 4, body: 'mail bob@ada.org, or @ada-lovelace, see npm @x/@ada', assignees: ['ada2'] },
      { number: 5, body: 'ada' },
    ]);
    expect((await issues()).map(({ userTagged }) => userTagged)).toEqual([true, true, true, false, false]);
  });

  test('need not know who the learner is', async () => {
    await gh.signIn('{"message": "Requires authentication"}');
    await gh.lists([{ number: 1, assignees: ['ada'] }]);
    expect((await issues())[0]?.userTagged).toBe(false);
  });

  test('cuts texts to 2000 characters, and comments to the last few [coaching-backend FR-182] [coaching-backend EC-89]', async () => {
    const comments = Array.from({ length: 30 }, (_, index) => ({ login: `u${index}`, body: `${index} `.repeat(1000) }));
    await gh.lists([
      { number: 1, title: 'x'.repeat(5000), body: `${'a'.repeat(1999)}😀${'b'.repeat(60_000)}`, comments },
    ]);
    const [issue] = await issues();
    // Half of a character would be no text.
    expect(issue?.body).toBe('a'.repeat(1999));
    expect(issue?.title).toHaveLength(300);
    expect(issue?.comments.map(({ author }) => author)).toEqual(['u27', 'u28', 'u29']);
    expect(issue?.comments.every(({ body }) => body.length <= 300)).toBe(true);
  });

  test('takes what a deleted account has left, and null', async () => {
    await writeFile(
      join(gh.folder, 'list.json'),
      JSON.stringify([
        {
          number: 1,
          title: ' \n',
          body: null,
          labels: [],
          assignees: [],
          comments: [
            { author: null, body: 'hm' },
            { author: { login: '' }, body: '' },
          ],
        },
      ]),
    );
    expect(await issues()).toEqual([
      {
        number: 1,
        title: 'Issue 1',
        body: '',
        labels: [],
        assignees: [],
        comments: [
          { author: '', body: 'hm' },
          { author: '', body: '' },
        ],
        userTagged: false,
      },
    ]);
  });

  test('gets what signs it in, and nothing of ours; it asks nothing, and pages nothing', async () => {
    await issues({
      environment: {
        HOME: '/home/ada',
        XDG_CONFIG_HOME: '/home/ada/.config',
        GH_TOKEN: 'gho_hers',
        GH_REPO: 'other/repository',
        GH_DEBUG: 'api',
        ANTHROPIC_API_KEY: 'sk-ant-secret',
        PAGER: 'less',
        NODE_OPTIONS: '--inspect',
      },
    });
    const environment = await gh.environment();
    for (const line of ['HOME=/home/ada', 'XDG_CONFIG_HOME=/home/ada/.config', 'GH_TOKEN=gho_hers'])
      expect(environment).toContain(line);
    for (const line of ['GH_PROMPT_DISABLED=1', 'GH_PAGER=cat', 'PAGER=cat', 'GIT_TERMINAL_PROMPT=0'])
      expect(environment).toContain(line);
    expect(environment).not.toMatch(/sk-ant|GH_REPO|GH_DEBUG|NODE_OPTIONS|less/);
  });

  test('that is not there is said to be missing [coaching-backend EC-82]', async () => {
    expect(await error({ environment: { PATH: folder } })).toMatch(/^GitHub CLI not found.*install/is);
    // A relative entry of the PATH is no place to look: it would be the project itself.
    await writeFile(join(folder, 'gh'), '#!/bin/sh\necho "[]"', { mode: 0o755 });
    expect(await error({ environment: { PATH: '.' } })).toMatch(/^GitHub CLI not found/);
  });

  test.each([
    ['no git remotes found', /^No GitHub remote found/],
    [
      'failed to determine base repo: none of the git remotes configured for this repository point to a known GitHub host. To tell gh about a new GitHub host, please use `gh auth login`',
      /^No GitHub remote found/,
    ],
    [
      'failed to run git: fatal: not a git repository (or any of the parent directories): .git',
      /^No GitHub remote found/,
    ],
  ])('without a remote says that there is none [coaching-backend EC-83]: %s', async (stderr, words) => {
    await gh.fails(stderr);
    expect(await error()).toMatch(words);
  });

  test.each([
    [
      'To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.',
      4,
      /not signed in.*gh auth login/i,
    ],
    ['HTTP 401: Bad credentials (https://api.github.com/graphql)', 1, /not signed in/],
    ['', 4, /not signed in/],
    ['GraphQL: API rate limit exceeded for user ID 1.', 1, /rate limit.*hour/i],
    ['HTTP 403: You have exceeded a secondary rate limit', 1, /rate limit/],
    ["the 'ada/kata' repository has disabled issues", 1, /turned off/],
    ["GraphQL: Could not resolve to a Repository with the name 'ada/kata'. (repository)", 1, /no such repository/],
    [
      'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com',
      1,
      /cannot be reached/,
    ],
    ['X No default remote repository has been set. To learn more, run: gh repo set-default --help', 1, /set-default/],
    ['unable to find git executable in PATH', 1, /git, which was not found/],
  ])(
    'that fails is told apart, in words that say what to do [coaching-backend SC-090]: %s',
    async (stderr, code, words) => {
      await gh.fails(stderr, code);
      expect(await error()).toMatch(words);
    },
  );

  test('that fails in a way nobody knows is quoted, without tokens and not at length', async () => {
    await gh.fails(`panic: ghp_abcDEF123 and github_pat_11AA_bb ${'x'.repeat(10_000)}`);
    const words = await error();
    expect(words).toMatch(/has failed: panic: … and …/);
    expect(words.length).toBeLessThan(400);
  });

  test('that hangs is ended, and it is said what to look at', async () => {
    await gh.does('sleep 1000 & wait');
    expect(await error({ limits: { timeoutMs: 500 } })).toMatch(/did not answer within 0.5 seconds.*gh issue list/);
  });

  test.each([
    ['hangs', 'exec sleep 1000', /did not answer/],
    ['ends', 'cat "$here/list.json"; exit 0', undefined],
  ])('that %s takes along what it has started, also what has left its group', async (_, then, words) => {
    await gh.does(`setsid sh -c 'echo $$ > "$0/escaped"; exec sleep 1000' "$here" &
      until [ -s "$here/escaped" ]; do :; done; ${then}`);
    const failure = error({ limits: { timeoutMs: 3000 } });
    if (words === undefined) await expect(failure).rejects.toThrow();
    else expect(await failure).toMatch(words);
    const pid = Number(await readFile(join(gh.folder, 'escaped'), 'utf8'));
    expect(await isRunning(pid)).toBe(false);
  });

  test('that wants to be answered is answered by the end of its input', async () => {
    await gh.does('read account || { echo "To get started with GitHub CLI, please run: gh auth login" >&2; exit 4; }');
    expect(await error()).toMatch(/not signed in/);
  });

  test('that floods is ended', async () => {
    await gh.does('exec yes');
    expect(await error()).toMatch(/more than 1 MB/);
  });

  test.each([
    'not json',
    '',
    '{"message":"Not Found"}',
    '[{"number":"7"}]',
    '[{"number":0,"title":"x"}]',
    'null',
    '[[]]',
  ])('that prints what is no list of issues has failed: %s', async (printed) => {
    await writeFile(join(gh.folder, 'printed'), printed);
    await gh.does('cat "$here/printed"');
    expect(await error()).toMatch(/no list of issues/);
  });

  test('is given up when nobody waits any more', async () => {
    await gh.does('echo $$ > "$here/running"; exec sleep 1000');
    const wanted = new AbortController();
    const listed = list({ signal: wanted.signal });
    const running = () => readFile(join(gh.folder, 'running'), 'utf8').catch(() => '');
    await expect.poll(running).not.toBe('');
    wanted.abort();
    await expect(listed).rejects.toThrow(/abort/i);
    const pid = Number(await running());
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
