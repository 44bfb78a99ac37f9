import type { AgentsResponse } from '@agent-factory/protocol/agents';
import { describe, expect, test } from 'vitest';
import { chatAgent } from '../../src/client/agents/agent-choices.js';
import { agent } from '../support/chat-daemon.js';

const next = { dependency: 'x', reason: 'x', title: 'x', message: 'x', commands: [] };
const { chat: _, ...terminalOnly } = agent({ id: 'shell', name: 'Shell' });

function startsWith(...others: AgentsResponse['agents']): string | undefined {
  const known: AgentsResponse = {
    agents: [terminalOnly, ...others],
    choice: 'shell',
    exerciseChoices: {},
    problems: [],
  };
  return chatAgent(known)?.id;
}

describe('a chat where the chosen agent cannot be one', () => {
  test('begins with the first that can start: one that is missing, signed out or too old for a chat cannot', () => {
    const cannot = [
      agent({ id: 'missing', installed: false }),
      agent({ id: 'out', signedIn: false }),
      agent({ id: 'old', tooOld: { chat: { needs: '2.0.0', next } } }),
    ];
    const can = agent({ id: 'old-in-terminal', tooOld: { terminal: { needs: '2.0.0', next } } });
    expect(startsWith(...cannot, can, agent())).toBe('old-in-terminal');
  });

  test('begins with the first that chats at all where none can start: it says what it needs', () => {
    expect(startsWith(agent({ id: 'missing', installed: false }), agent({ id: 'out', signedIn: false }))).toBe(
      'missing',
    );
  });
});
