import type { AgentCli } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';

/** Of a conversation that is not there any more. */
export function notFound(): PracticeError {
  return new PracticeError('conversation_not_found', 'There is no such conversation any more. Begin a new one.');
}

export function closing(): PracticeError {
  return new PracticeError(
    'shutting_down',
    'The practice server is shutting down. Start it again, then try once more.',
  );
}

export function busy(message: string): PracticeError {
  return new PracticeError('conversation_busy', message);
}

/** The question of an agent that has ended. */
export function lapsed(): PracticeError {
  const message = 'The agent no longer waits for this answer. Send your message again.';
  return new PracticeError('permission_not_found', message);
}

/** What is to be replaced is no message of the student's. */
export function notReplaceable(): PracticeError {
  return new PracticeError('invalid_request', 'This message cannot be replaced: it is not there any more.', {
    issues: ['replaces: the id of the event with which a message of the student begins'],
  });
}

export function noChat({ name }: AgentCli): PracticeError {
  const message = `${name} cannot be a conversation. Use it in the terminal, or choose another agent.`;
  return new PracticeError('agent_unsupported', message, { ability: 'chat' });
}
