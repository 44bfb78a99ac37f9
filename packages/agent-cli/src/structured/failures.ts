import { PracticeError } from '@agent-factory/protocol';
import type { StartFailure } from '@agent-factory/subprocess';
import type { PassedLimit } from './run-limits.js';

/** Most characters of what an agent has complained that are told. */
const MAX_COMPLAINT = 2000;

const START: Readonly<Record<StartFailure, string>> = {
  not_found: 'was not found any more',
  not_executable: 'may not be executed',
  failed_to_start: 'could not be started by the system',
};

const LIMITS: Readonly<Record<PassedLimit, string>> = {
  time: 'worked on one message for two hours',
  silence: 'said nothing for ten minutes',
  output: 'printed more than any answer is long',
};

export function notStarted(name: string, failure: StartFailure): PracticeError {
  const message = `${name} ${START[failure]}. Install it again, or choose another agent.`;
  return new PracticeError('agent_failed', message, { reason: failure });
}

/** It ended by itself. `complaint` is what it wrote to its standard error last. */
export function exited(name: string, exitCode: number | null, complaint: string): PracticeError {
  const how = exitCode === null ? 'was ended by the system' : `ended with exit code ${exitCode}`;
  const said = complaint.trim().slice(-MAX_COMPLAINT);
  const why = said === '' ? '' : ` It said: ${said}`;
  const message = `${name} ${how}.${why} Send your message again, or run it in a terminal of your own to see why.`;
  return new PracticeError('agent_failed', message, { reason: 'exited', exitCode });
}

export function passed(name: string, limit: PassedLimit): PracticeError {
  const message = `${name} ${LIMITS[limit]}, so it was ended. Send your message again to go on.`;
  return new PracticeError('agent_failed', message, { reason: limit === 'output' ? 'output' : 'time' });
}
