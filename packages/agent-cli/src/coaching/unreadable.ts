import { PracticeError } from '@agent-factory/protocol';

/** Most characters of what is wrong that are told. */
const MAX_COMPLAINT = 2000;

/** What a CLI has set up cannot be read, so nothing is certain of what it would have beside the coach. */
export function unreadable(name: string, complaint: string): PracticeError {
  const said = complaint.trim().slice(-MAX_COMPLAINT);
  const message = `The settings of ${name} could not be read, so it cannot be made a coach.`;
  const why = said === '' ? '' : ` It said: ${said}`;
  return new PracticeError('agent_failed', `${message}${why} Mend them, or choose another agent.`, {
    reason: 'refused',
  });
}
