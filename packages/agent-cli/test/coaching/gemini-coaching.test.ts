import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { geminiCoach, geminiCoaching } from '../../src/coaching/gemini-coaching.js';
import { geminiHome, withoutComments } from '../../src/coaching/gemini-home.js';
import { COACH_INSTRUCTIONS, type CoachingFile } from '../../src/index.js';
import { type Home, newHome } from '../support.js';

const server = { url: 'http://127.0.0.1:3100/mcp', secret: 's3cret' };
const FOLDER = '/ours/session';
const TRUSTED = '/home/student/.gemini/trustedFolders.json';

function textOf(files: readonly CoachingFile[], path: string): string {
  return files.find((file) => file.path === path)?.text ?? '';
}

const coachingOf = (settings: Readonly<Record<string, unknown>>, names: readonly string[] = []) =>
  geminiCoaching(server, FOLDER, { path: '/home/student', trustedFolders: TRUSTED, settings, names });
const settingsOf = (own: Readonly<Record<string, unknown>>) =>
  JSON.parse(textOf(coachingOf(own).files, 'home/.gemini/settings.json'));

describe('Gemini CLI as a coach', () => {
  test('is told what it may do by a policy, whether or not the system has policies', () => {
    const { args, environment } = coachingOf({});
    expect(args).toEqual([
      '--admin-policy=/ours/session/policy.toml',
      '--policy=/ours/session/policy.toml',
      '--allowed-mcp-server-names=coach',
    ]);
    const trust = { GEMINI_CLI_TRUSTED_FOLDERS_PATH: TRUSTED };
    expect(environment).toEqual({ GEMINI_CLI_HOME: '/ours/session/home', ...trust });
  });

  test('may do nothing but ask, search the web, and use the tools and the resources of the coach [workbench visibility]', () => {
    const rules = textOf(coachingOf({}).files, 'policy.toml').split('[[rule]]\n').slice(1);
    expect(rules[0]).toMatch(/^toolName = "\*"\ndecision = "deny"\npriority = 900\n/);
    expect(rules.slice(1).map((rule) => /priority = (\d+)/.exec(rule)?.[1])).toEqual(['950', '950', '950']);
    expect(rules.slice(1).join()).not.toMatch(
      /write|replace|shell|read_file|read_many|list_dir|glob|grep|content|"\*"/,
    );
    expect(rules[1]).toMatch(/"list_mcp_resources","read_mcp_resource"/);
    expect(rules.at(-1)).toContain('"mcp_coach_paige_open_file"');
  });

  test('keeps the student’s settings, but for their servers and whatever gives it other tools', () => {
    const own = {
      ui: { theme: 'Mine' },
      tools: { core: ['write_file'], allowed: ['write_file'], discoveryCommand: 'x', callCommand: 'y', sandbox: true },
      mcp: { allowed: ['mine'], excluded: ['coach'], serverCommand: 'x' },
      mcpServers: { mine: { command: 'x' }, coach: { command: 'x' } },
    };
    const settings = settingsOf(own);
    expect(settings).toMatchObject({ ui: { theme: 'Mine' }, mcp: { allowed: ['coach'] } });
    expect(settings.mcp).toEqual({ allowed: ['coach'] });
    expect(settings.tools).toEqual({ core: expect.arrayContaining(['read_mcp_resource']), allowed: [], sandbox: true });
    expect(settings.tools.core.join()).not.toMatch(/write_file|read_file|list_directory/);
    expect(settings.mcpServers).toEqual({
      coach: { httpUrl: server.url, headers: { Authorization: 'Bearer s3cret' }, trust: true },
    });
  });

  test.each([
    [undefined, ['GEMINI.md', 'af-practice-coach.md']],
    ['AGENTS.md', ['AGENTS.md', 'af-practice-coach.md']],
    [
      ['A.md', 'B.md'],
      ['A.md', 'B.md', 'af-practice-coach.md'],
    ],
  ])('reads what a coach has to know besides %j', (fileName, all) => {
    const context = { includeDirectories: ['x'], includeDirectoryTree: true, fileName };
    const known = { includeDirectories: ['x'], includeDirectoryTree: false };
    expect(settingsOf({ context }).context).toEqual({ ...known, fileName: all });
    expect(textOf(coachingOf({}).files, 'home/.gemini/af-practice-coach.md')).toBe(COACH_INSTRUCTIONS);
  });

  test('has everything else of the student’s where they have it, also what it may write for the first time', () => {
    const names = ['settings.json', 'settings.json.orig', 'extensions', 'policies', 'agents', 'GEMINI.md', 'tmp'];
    const { links } = coachingOf({}, names);
    const found = Object.fromEntries(links.map(({ path, target, isFolder }) => [path, [target, isFolder]]));
    expect(found).toMatchObject({
      'home/.gemini/GEMINI.md': ['/home/student/.gemini/GEMINI.md', false],
      'home/.gemini/tmp': ['/home/student/.gemini/tmp', true],
      'home/.gemini/oauth_creds.json': ['/home/student/.gemini/oauth_creds.json', false],
      'home/.env': ['/home/student/.env', false],
    });
    expect(links.length).toBe(new Set(links.map(({ path }) => path)).size);
    expect(links.map(({ path }) => path).join()).not.toMatch(/settings|extensions|policies|agents|trusted/);
  });
});

describe('what Gemini CLI has of the student’s', () => {
  let home: Home;
  beforeEach(async () => {
    home = await newHome();
  });
  afterEach(() => home[Symbol.asyncDispose]());

  test('is nothing before it was started for the first time', async () => {
    const trustedFolders = join(home.path, '.gemini', 'trustedFolders.json');
    expect(await geminiHome(home.env)).toEqual({ path: home.path, trustedFolders, settings: {}, names: [] });
  });

  test('is read with its comments, from where its own variable says', async () => {
    await home.write('other/.gemini/settings.json', '{ // "mine"\n "a": "http://x", /* b */ "c": "\\"//" }');
    const path = join(home.path, 'other');
    const trustedFolders = '/else/where.json';
    const variables = { GEMINI_CLI_HOME: path, GEMINI_CLI_TRUSTED_FOLDERS_PATH: trustedFolders };
    const found = await geminiHome({ ...home.env, ...variables });
    expect(found).toEqual({ path, trustedFolders, settings: { a: 'http://x', c: '"//' }, names: ['settings.json'] });
  });

  test.each(['{ "a": ', '[]', 'null'])('makes it no coach if its settings are %s', async (text) => {
    await home.write('.gemini/settings.json', text);
    const place = { server, folder: FOLDER, workspace: home.path, program: 'gemini', env: home.env };
    await expect(geminiCoach.prepare(place)).rejects.toMatchObject({ code: 'agent_failed' });
  });

  test('has no comments where texts look like some', () => {
    expect(withoutComments('{"a": "/* b */", "c": "\\\\"} // d\n/* "e" */')).toBe('{"a": "/* b */", "c": "\\\\"} \n');
  });
});
