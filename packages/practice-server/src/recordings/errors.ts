import { PracticeError } from '@agent-factory/protocol';
import { MAX_RECORDINGS_BYTES } from '@agent-factory/protocol/recordings';

export function alreadyRecorded(): PracticeError {
  return new PracticeError('recording_running', 'This session is being recorded already. Stop that recording first.');
}

export function stillRecorded(): PracticeError {
  return new PracticeError('recording_running', 'This recording is still going on. Stop it, then delete it.');
}

export function notRecorded(): PracticeError {
  return new PracticeError('recording_not_running', 'This session is not being recorded. Start a recording first.');
}

export function noRecording(): PracticeError {
  return new PracticeError('recording_not_found', 'There is no such recording. Look at the list of recordings again.');
}

export function noSession(): PracticeError {
  return new PracticeError('session_not_found', 'Nothing runs that could be recorded. Start the exercise first.');
}

export function isFull(): PracticeError {
  const limitBytes = MAX_RECORDINGS_BYTES;
  const message = `All recordings together have reached ${limitBytes / 1024 / 1024} MB. Delete some of them, then record again.`;
  return new PracticeError('recordings_full', message, { limitBytes });
}
