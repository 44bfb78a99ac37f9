import { agentIdSchema } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import {
  AGENT_CLIS,
  type AgentCli,
  isOlder,
  resumeArgv,
  resumeCommand,
  resumeLatestCommand,
  startArgv,
} from '../src/index.js';

const conversationId = '4f9c2a1e-0000-4000-8000-000000000001';
const agents: readonly AgentCli[] = Object.values(AGENT_CLIS);
const prompt = 'Read CLAUDE.md; greet me.';

const ASKS_FIRST = '{"permissions":{"defaultMode":"default","disableAutoMode":"disable"}}';

describe('the agents', () => {
  test('are these, each under its own id', () => {
    expect(Object.keys(AGENT_CLIS)).toEqual(['claude', 'codex', 'gemini', 'cursor', 'shell']);
    for (const [id, agent] of Object.entries(AGENT_CLIS)) expect([agent.id, agentIdSchema.parse(id)]).toEqual([id, id]);
  });

  test('[practice-environment 1.5 agent-missing] can each be installed, but for the shell, which is there', () => {
    for (const agent of agents) expect(agent.install.length > 0).toBe(agent.id !== 'shell');
  });

  test('[practice-environment 1.3 hints] read these instruction files', () => {
    const files = agents.map(({ instructionFile }) => instructionFile);
    expect(files).toEqual(['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'AGENTS.md', undefined]);
  });

  test('need no older version in the chat than in the terminal, so that a chat can go on there', () => {
    const known = agents.filter(({ oldest }) => oldest !== undefined);
    expect(known.map(({ id }) => id)).toEqual(['claude', 'codex', 'gemini']);
    for (const { oldest } of known) expect(isOlder(oldest?.chat, oldest?.terminal ?? '')).toBe(false);
  });

  test('start with the opening prompt', () => {
    expect(agents.map((agent) => startArgv(agent, { conversationId, prompt }))).toEqual([
      ['claude', '--settings', ASKS_FIRST, '--session-id', conversationId, prompt],
      ['codex', '-c', 'features.daemon_auto_start=false', prompt],
      ['gemini', '--prompt-interactive', prompt],
      ['cursor-agent', prompt],
      [],
    ]);
  });

  test('[practice-environment 1.4 reboot] take a conversation up again', () => {
    expect(agents.map((agent) => resumeArgv(agent, { conversationId }))).toEqual([
      ['claude', '--settings', ASKS_FIRST, '--resume', conversationId],
      ['codex', '-c', 'features.daemon_auto_start=false', 'resume', conversationId],
      ['gemini', '--resume', conversationId],
      ['cursor-agent', '--resume', conversationId],
      [],
    ]);
  });

  test('are named to the student without what makes them a tutor', () => {
    expect(resumeCommand(AGENT_CLIS.claude, { conversationId })).toBe(`claude --resume ${conversationId}`);
    expect(resumeCommand(AGENT_CLIS.codex, { conversationId })).toBe(`codex resume ${conversationId}`);
    expect(resumeCommand(AGENT_CLIS.shell, { conversationId })).toBe('');
  });

  test('are named with the latest conversation of the folder where they choose ids themselves', () => {
    expect(agents.map((agent) => resumeLatestCommand(agent, { conversationId }))).toEqual([
      `claude --resume ${conversationId}`,
      'codex resume --last',
      'gemini --resume latest',
      'cursor-agent resume',
      '',
    ]);
  });
});
