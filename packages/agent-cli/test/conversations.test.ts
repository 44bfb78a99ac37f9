import { createHash } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIS } from '../src/index.js';
import { type Home, newHome } from './support.js';

const conversationId = '4f9c2a1e-0000-4000-8000-000000000001';
const OTHER = '4f9c2a1e-0000-4000-8000-000000000002';

/** Whether there is a conversation of an agent, in a folder of this home. */
async function exists(
  agent: 'claude' | 'codex' | 'gemini' | 'cursor' | 'shell',
  home: Home,
  env = home.env,
): Promise<boolean> {
  const found = await AGENT_CLIS[agent].findConversation({ conversationId, workspace: `${home.path}/w`, env });
  return found !== undefined;
}

describe('[practice-environment 1.4 reboot] a conversation', () => {
  test('is there for no agent in a fresh home', async () => {
    await using home = await newHome();
    for (const agent of ['claude', 'codex', 'gemini', 'cursor', 'shell'] as const)
      expect(await exists(agent, home)).toBe(false);
  });

  test('of Claude Code is its file, once it has a message', async () => {
    await using home = await newHome();
    const file = `.claude/projects/-any-name/${conversationId}.jsonl`;
    await home.write(file, '{"type":"file-history-snapshot"}\n');
    expect(await exists('claude', home)).toBe(false);
    await home.write(file, '{"type":"mode"}\n{"parentUuid":null,"type":"user","message":{}}\n');
    expect(await exists('claude', home)).toBe(true);
    expect(await exists('claude', home, { ...home.env, CLAUDE_CONFIG_DIR: `${home.path}/other` })).toBe(false);
  });

  test('of Claude Code is found in the folder the student has chosen', async () => {
    await using home = await newHome();
    await home.write(`other/projects/p/${conversationId}.jsonl`, '{"type":"assistant"}\n');
    expect(await exists('claude', home, { ...home.env, CLAUDE_CONFIG_DIR: `${home.path}/other` })).toBe(true);
  });

  test('of Codex is one that was started in the workspace, by any of its names', async () => {
    await using home = await newHome();
    await mkdir(`${home.path}/real`);
    await symlink('real', `${home.path}/w`);
    const meta = (cwd: string) => `${JSON.stringify({ type: 'session_meta', payload: { id: 'x', cwd } })}\n`;
    await home.write(`.codex/sessions/2026/11/20/rollout-1-${OTHER}.jsonl`, meta(`${home.path}/real/deeper`));
    expect(await exists('codex', home)).toBe(false);
    await home.write(`.codex/sessions/2026/11/09/rollout-1-${OTHER}.jsonl`, meta(`${home.path}/real`));
    expect(await exists('codex', home)).toBe(true);
  });

  test('of Gemini CLI is a chat of the project that the workspace is', async () => {
    await using home = await newHome();
    await home.write('.gemini/tmp/other/.project_root', `${home.path}/other`);
    await home.write('.gemini/tmp/other/chats/session-1.jsonl', '{}');
    await home.write('.gemini/tmp/w/.project_root', `${home.path}/w\n`);
    expect(await exists('gemini', home)).toBe(false);
    await home.write('.gemini/tmp/w/chats/session-1.jsonl', chat(OTHER, 'user'));
    expect(await exists('gemini', home)).toBe(false);
    await home.write('.gemini/tmp/w/chats/session-1.jsonl', chat(OTHER, 'gemini'));
    expect(await exists('gemini', home)).toBe(true);
    // Resumed too early, it has forgotten what was said.
    const forgotten = `${chat(OTHER, 'gemini')}{"$set":{"messages":[]}}\n`;
    await home.write('.gemini/tmp/w/chats/session-1.jsonl', forgotten);
    expect(await exists('gemini', home)).toBe(false);
  });

  test('of an earlier workspace at the same path does not count, where only the folder is known', async () => {
    await using home = await newHome();
    const hash = createHash('md5').update(`${home.path}/w`).digest('hex');
    await home.write(`.codex/sessions/2026/11/20/rollout-1-${OTHER}.jsonl`, `{"cwd":"${home.path}/w"}`);
    await home.write('.gemini/tmp/w/.project_root', `${home.path}/w`);
    await home.write('.gemini/tmp/w/chats/session-1.jsonl', chat(OTHER, 'gemini'));
    await mkdir(`${home.path}/.cursor/chats/${hash}/1`, { recursive: true });
    const place = { conversationId, workspace: `${home.path}/w`, env: home.env };
    for (const agent of ['codex', 'gemini', 'cursor'] as const) {
      const { findConversation } = AGENT_CLIS[agent];
      expect(await findConversation({ ...place, since: new Date(Date.now() - 60_000) })).toBeDefined();
      expect(await findConversation({ ...place, since: new Date(Date.now() + 60_000) })).toBeUndefined();
    }
  });

  test('is the one that is wanted, even if a later one is there', async () => {
    await using home = await newHome();
    const hash = createHash('md5').update(`${home.path}/w`).digest('hex');
    await home.write('.gemini/tmp/w/.project_root', `${home.path}/w`);
    for (const [day, id] of [
      ['09', conversationId],
      ['20', OTHER],
    ]) {
      await home.write(`.codex/sessions/2026/11/${day}/rollout-1-${id}.jsonl`, `{"cwd":"${home.path}/w"}`);
      await home.write(`.gemini/tmp/w/chats/session-${day}.jsonl`, chat(id ?? '', 'gemini'));
      await mkdir(`${home.path}/.cursor/chats/${hash}/${id}`, { recursive: true });
    }
    const place = { workspace: `${home.path}/w`, env: home.env };
    for (const agent of ['codex', 'gemini', 'cursor'] as const) {
      const { findConversation } = AGENT_CLIS[agent];
      expect(await findConversation({ ...place, conversationId })).toBe(conversationId);
      expect(await findConversation({ ...place, conversationId: 'none of them' })).toBe(OTHER);
    }
  });

  test('of Cursor is one kept for the workspace', async () => {
    await using home = await newHome();
    const hash = createHash('md5').update(`${home.path}/w`).digest('hex');
    await home.write(`.cursor/chats/${hash}/1/store.db`, '');
    expect(await exists('cursor', home)).toBe(true);
  });
});

/** The beginning of a chat of Gemini CLI's with one message. */
function chat(id: string, type: 'user' | 'gemini'): string {
  return `{"sessionId":"${id}"}\n{"id":"1","type":"${type}","content":"hi"}\n`;
}
