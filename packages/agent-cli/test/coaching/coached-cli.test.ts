import { join } from 'node:path';
import { TOOL_NAMES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COACH_TOOLS } from '../../src/coaching/coach-tools.js';
import { customCli } from '../../src/custom/custom-cli.js';
import {
  AGENT_CLIS,
  type AgentCli,
  COACH_INSTRUCTIONS,
  type CoachedCli,
  coachedCli,
  resumeArgv,
  startArgv,
  withHooks,
} from '../../src/index.js';
import { type Home, newHome } from '../support.js';

const SECRET = 'a-secret-of-one-session';
const conversationId = '4f9c2a1e-0000-4000-8000-000000000001';
const MOST_LINES = 15;

let home: Home;
let folder: string;

beforeEach(async () => {
  home = await newHome();
  folder = join(home.path, 'coaching');
  await home.program('codex', 'echo "[]"');
});

afterEach(() => home[Symbol.asyncDispose]());

function coached(cli: AgentCli): Promise<CoachedCli | undefined> {
  return coachedCli(cli, {
    server: { url: 'http://127.0.0.1:3100/mcp', secret: SECRET },
    folder,
    workspace: home.path,
    program: join(home.path, 'bin', String(cli.command)),
    env: home.env,
  });
}

async function known(cli: AgentCli): Promise<CoachedCli> {
  const found = await coached(cli);
  if (found === undefined) throw new Error(`${cli.id} cannot be a coach`);
  return found;
}

const CLIS = [AGENT_CLIS.claude, AGENT_CLIS.codex, AGENT_CLIS.gemini, AGENT_CLIS.cursor];

describe('a coached session', () => {
  test('can be had with these, from these versions on', () => {
    const facts = Object.values(AGENT_CLIS).map(({ id, coaching }: AgentCli) => [
      id,
      coaching && [coaching.since, coaching.hasTools, coaching.hasChat],
    ]);
    expect(Object.fromEntries(facts)).toEqual({
      claude: ['2.1.20', true, true],
      codex: ['0.130.0', true, true],
      gemini: ['0.36.0', true, true],
      cursor: [undefined, false, false],
      shell: undefined,
    });
  });

  test('cannot be had with the shell, nor with an agent that the student has described', async () => {
    expect(await coached(AGENT_CLIS.shell)).toBeUndefined();
    const described = customCli('bell', {
      command: 'bell',
      arguments: [],
      transportArguments: [],
      environment: [],
      terminal: true,
    });
    expect(described.isCustom).toBe(true);
    expect(await coached(described)).toBeUndefined();
  });

  test.each(CLIS)('$id: has the secret in no argument, in the terminal and in the chat', async (plain) => {
    const { cli } = await known(plain);
    const chat = cli.chat?.args({ sessionId: conversationId, resume: undefined }) ?? [];
    const argv = [...startArgv(cli, { conversationId, prompt: 'Greet me.' }), ...chat];
    expect(argv.join(' ')).not.toContain(SECRET);
  });

  test.each(CLIS)(
    '$id: begins and resumes a conversation as it does otherwise, with more arguments before',
    async (plain) => {
      const { cli } = await known(plain);
      const options = { conversationId, prompt: 'Greet me.' };
      const begin = cli.startArgs(options);
      expect(begin).toEqual(plain.startArgs(options));
      expect(startArgv(cli, options)).toEqual([cli.command, ...cli.tutorArgs, ...begin]);
      expect(cli.tutorArgs.slice(0, plain.tutorArgs.length)).toEqual(plain.tutorArgs);
      expect(cli.tutorArgs.length).toBeGreaterThan(plain.tutorArgs.length);
      expect(resumeArgv(cli, { conversationId }).at(-1)).toBe(conversationId);
      // The last argument before must not take what comes after for a value of its own.
      expect(cli.tutorArgs.at(-2)?.startsWith('-') || cli.tutorArgs.at(-1)?.includes('=')).toBe(true);
    },
  );

  test.each(CLIS)('$id: is in the chat what it is in the terminal, if it has one', async (plain) => {
    const { cli } = await known(plain);
    if (plain.coaching?.hasChat !== true) return expect(cli.chat).toBeUndefined();
    const options = { sessionId: conversationId, resume: undefined };
    const args = cli.tutorArgs.slice(plain.tutorArgs.length);
    expect(cli.chat).toMatchObject({ readOnly: true, transport: plain.chat?.transport });
    expect(cli.chat?.args(options)).toEqual([...args, ...(plain.chat?.args(options) ?? [])]);
  });

  test('tells of itself by hooks all the same', async () => {
    const { cli } = await known(AGENT_CLIS.claude);
    const args = cli.tutorArgs.slice(AGENT_CLIS.claude.tutorArgs.length);
    expect(withHooks(cli, '/ours/hooks.json').tutorArgs).toEqual(['--settings', '/ours/hooks.json', ...args]);
  });

  test('says what every tool of the coach is for, in a few lines', () => {
    expect([...COACH_TOOLS].sort()).toEqual([...TOOL_NAMES].sort());
    const named = TOOL_NAMES.filter((tool) => COACH_INSTRUCTIONS.includes(tool));
    expect(named).toEqual(TOOL_NAMES);
    expect(COACH_INSTRUCTIONS.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  test('says how the project is read, and that every look is shown [workbench visibility]', () => {
    expect(COACH_INSTRUCTIONS).toMatch(/resources of the server "coach".*project:\/\/\/src\/main\.py/);
    expect(COACH_INSTRUCTIONS).toContain('Everything that you look at is shown to the student.');
  });
});
