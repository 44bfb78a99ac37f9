import { existsSync } from 'node:fs';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AgentId } from '@agent-factory/protocol';
import { runCommand } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIS, detectAgent, resumeArgv, signedIn, startArgv } from '../src/index.js';
import { type Home, newHome } from './support.js';

/** The real CLIs are dependencies of the acceptance tests; where they are not installed there is nothing to ask. */
const acceptance = createRequire(new URL('../../acceptance/package.json', import.meta.url));

function packageFolder(require: NodeJS.Require, name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

async function programOf(agent: AgentId): Promise<string | undefined> {
  if (agent === 'codex') return fileIn(packageFolder(acceptance, '@openai/codex'), 'bin/codex.js');
  if (agent === 'gemini') return fileIn(packageFolder(acceptance, '@google/gemini-cli'), 'bundle/gemini.js');
  const main = packageFolder(acceptance, '@anthropic-ai/claude-code');
  if (main === undefined) return undefined;
  const near = createRequire(join(await realpath(main), 'package.json'));
  return fileIn(packageFolder(near, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`), 'claude');
}

function fileIn(folder: string | undefined, name: string): string | undefined {
  const file = folder && join(folder, name);
  return file && existsSync(file) ? file : undefined;
}

const programs = {
  claude: await programOf('claude'),
  codex: await programOf('codex'),
  gemini: await programOf('gemini'),
};

async function homeWith(agent: keyof typeof programs): Promise<Home> {
  const home = await newHome();
  await mkdir(join(home.path, 'bin'));
  await symlink(programs[agent] ?? '', join(home.path, 'bin', agent));
  Object.assign(home.env, { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' });
  return home;
}

describe('the real CLIs', () => {
  for (const agent of ['claude', 'codex', 'gemini'] as const) {
    test.skipIf(!programs[agent])(`${agent} is found and tells its version`, async () => {
      await using home = await homeWith(agent);
      expect(await detectAgent(AGENT_CLIS[agent], home)).toMatchObject({
        installed: true,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      });
    });
  }

  for (const agent of ['claude', 'codex'] as const) {
    test.skipIf(!programs[agent])(
      `[practice-environment 1.5 not-signed-in] ${agent} says that a stranger is not signed in`,
      async () => {
        await using home = await homeWith(agent);
        expect(await signedIn(AGENT_CLIS[agent], home)).toBe(false);
      },
    );
  }

  test.skipIf(!programs.claude)('claude says that somebody with a token is signed in', async () => {
    await using home = await homeWith('claude');
    expect(await signedIn(AGENT_CLIS.claude, { env: { ...home.env, ANTHROPIC_AUTH_TOKEN: 'any' } })).toBe(true);
  });

  test.skipIf(!programs.claude)(
    '[practice-environment 1.4 reboot] claude resumes what it has stored, and nothing else',
    async () => {
      await using home = await homeWith('claude');
      const conversationId = '4f9c2a1e-0000-4000-8000-000000000001';
      // Nobody listens on the discard port: the message is stored and its answer is an error.
      const env = {
        ...home.env,
        ANTHROPIC_AUTH_TOKEN: 'any',
        ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
        CLAUDE_CODE_MAX_RETRIES: '0',
      };
      const workspace = join(home.path, 'wörk.space');
      await mkdir(workspace);
      const run = async ([command = '', ...args]: string[], input = ''): Promise<string> => {
        const options = { cwd: workspace, env, input, timeoutMs: 30_000, maxOutputBytes: 100_000 };
        const result = await runCommand(command, [...args, '--print'], options);
        expect(result.timedOut).toBe(false);
        return result.stdout + result.stderr;
      };
      const place = { conversationId, workspace, env };

      expect(await AGENT_CLIS.claude.findConversation(place)).toBeUndefined();
      expect(await run(resumeArgv(AGENT_CLIS.claude, { conversationId }), 'hi')).toContain('No conversation found');
      await run(startArgv(AGENT_CLIS.claude, { conversationId, prompt: 'Greet me.' }));
      expect(await AGENT_CLIS.claude.findConversation(place)).toBe(conversationId);
      expect(await run(resumeArgv(AGENT_CLIS.claude, { conversationId }), 'hi')).not.toContain('No conversation found');
      expect(await run(startArgv(AGENT_CLIS.claude, { conversationId, prompt: 'Greet me.' }))).toContain(
        'already in use',
      );
    },
    180_000,
  );
});
