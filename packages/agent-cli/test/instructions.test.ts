import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CLIS, commentsIn, exerciseOpening, importsIn } from '../src/index.js';

const INSTRUCTIONS = '# Tutor\n\nAsk before you tell.\n';

let home: string;
let workspace: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'agent-cli-')));
  workspace = join(home, 'work', 'lesson');
  await mkdir(workspace, { recursive: true });
  await mkdir(join(home, '.gemini'));
  for (const name of ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md']) await writeFile(join(workspace, name), INSTRUCTIONS);
});
afterEach(() => rm(home, { recursive: true }));

type Chatting = 'claude' | 'codex' | 'gemini';

/** Whether the opening has the instructions in it. */
async function tells(agent: Chatting, { rules = {}, env = {} }: { rules?: object; env?: Record<string, string> } = {}) {
  await writeFile(join(home, '.gemini', 'trustedFolders.json'), JSON.stringify(rules));
  const opening = await exerciseOpening(AGENT_CLIS[agent], { workspace, env: { HOME: home, ...env } });
  expect(opening).toContain('You are the tutor of a student');
  return opening.endsWith(INSTRUCTIONS);
}

describe('[exercises 5 policy-chat] an agent is told its instructions with the first message', () => {
  test('where it reads none of a folder that is not trusted', async () => {
    expect(await tells('gemini')).toBe(true);
    expect(await tells('gemini', { rules: { [join(home, 'work', 'less')]: 'TRUST_FOLDER' } })).toBe(true);
    expect(await tells('gemini', { rules: { [workspace]: 'DO_NOT_TRUST', [home]: 'TRUST_FOLDER' } })).toBe(true);
    expect(await tells('gemini', { env: { GEMINI_CLI_TRUST_WORKSPACE: 'false' } })).toBe(true);
    const restricted = { GEMINI_RESTRICTED_MODE: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' };
    expect(await tells('gemini', { env: restricted })).toBe(true);
  });

  test('not where it reads them by itself', async () => {
    expect(await tells('gemini', { rules: { [workspace]: 'TRUST_FOLDER' } })).toBe(false);
    expect(await tells('gemini', { rules: { [join(home, 'work')]: 'TRUST_FOLDER' } })).toBe(false);
    expect(await tells('gemini', { rules: { [join(home, 'work', 'other')]: 'TRUST_PARENT' } })).toBe(false);
    expect(await tells('gemini', { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } })).toBe(false);
    for (const agent of ['claude', 'codex'] as const) expect(await tells(agent)).toBe(false);
  });

  test('as where a link leads to a folder that is trusted', async () => {
    const link = join(home, 'link');
    await symlink(workspace, link);
    expect(await tells('gemini', { rules: { [link]: 'TRUST_FOLDER' } })).toBe(false);
  });

  test('where what it trusts is no list, and not where the instructions are missing', async () => {
    await writeFile(join(home, 'list.json'), 'no JSON');
    const env = { GEMINI_CLI_TRUSTED_FOLDERS_PATH: join(home, 'list.json') };
    expect(await tells('gemini', { rules: { [workspace]: 'TRUST_FOLDER' }, env })).toBe(true);
    await rm(join(workspace, 'GEMINI.md'));
    expect(await tells('gemini')).toBe(false);
  });
});

describe('[exercises 6 policy-limits] what an agent changes in instructions', () => {
  test.for<[string, string[]]>([
    ['Say what @property does.', ['@property']],
    ['@./notes.md and @/etc/motd', ['@./notes.md', '@/etc/motd']],
    ['write to a@b.example, (@not), @ 3, @3', []],
    ['`@property` and ```\n@dataclass\n```', []],
  ])('is a file that it seems to import: %j', ([text, found]) => {
    expect(importsIn(text)).toEqual(found);
  });

  test.for<[string, string[]]>([
    ['Ask.\n\n<!-- later\nmore -->\n', ['<!-- later\nmore -->']],
    ['Ask <!-- later --> them.', []],
    ['```\n<!-- later -->\n```', []],
  ])('is a comment in lines of its own: %j', ([text, found]) => {
    expect(commentsIn(text)).toEqual(found);
  });
});
