import type { Fault } from '../../fault.js';
import { comeToPrompt } from '../../student/shell.js';
import { AGENT_FALLS } from '../../world/home.js';
import type { Practised } from '../../world/practised.js';
import { endAndBegin } from './ending.js';

const HEARS_WITHIN_MS = 8000;
const CTRL_C = '\x03';

export const agentInterrupted: Fault = {
  name: 'agent-interrupted',
  does: 'Ctrl+C ends the agent by its signal, as it ends any program that does not care',
  after: 'the session lives, and the student is in their own shell',
  occupies: 'all',
  async strike({ world }) {
    const session = world.sessions.find(({ agent }) => agent !== 'shell');
    if (session === undefined) return [];
    await endAndBegin(session, async () => {});
    session.page.type(`${AGENT_FALLS}\r`);
    await session.page.shows(`heard ${AGENT_FALLS}`, HEARS_WITHIN_MS);
    session.page.type(CTRL_C);
    return answersInShell(session);
  },
};

async function answersInShell(session: Practised): Promise<string[]> {
  const answerer = await comeToPrompt(session).catch(() => 'nobody');
  return answerer === 'shell' ? [] : [`${answerer} answers after the agent`];
}
