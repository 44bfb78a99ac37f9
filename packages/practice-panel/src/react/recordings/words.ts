import {
  MAX_RECORDING_BYTES,
  MAX_RECORDINGS_BYTES,
  type Recording,
  type RecordingEnd,
} from '@agent-factory/protocol/recordings';

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** A number of bytes as people say it. */
export function bytesWords(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 1 : 0)} MB`;
  return `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`;
}

/** A time within a recording: minutes and seconds, and hours if there are any. */
export function clockWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}

/** When a recording began, as the student's own calendar and clock write it. */
export function startWords(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Why a recording has ended, as a sentence. */
export const END_WORDS: Readonly<Record<RecordingEnd, string>> = {
  stopped: 'The recording is kept on this computer: More, then Recordings.',
  session_ended: 'The recording has ended with its session, and is kept on this computer.',
  size_limit: `The recording has ended, because it reached ${bytesWords(MAX_RECORDING_BYTES)}. What came before is kept; start another one to go on.`,
  total_limit: `The recording has ended, because all recordings together reached ${bytesWords(MAX_RECORDINGS_BYTES)}. What came before is kept; delete some recordings, then start another one.`,
  disk_full:
    'The recording has ended, because the disk is full. What came before is kept; free some space, then start another one.',
  write_failed:
    'The recording has ended, because its file could not be written. What came before is kept; start another one to go on.',
  interrupted: 'The recording has ended with the practice server. What came before is kept.',
};

const CUT_SHORT: Readonly<Partial<Record<RecordingEnd, string>>> = {
  size_limit: 'cut short at its size limit',
  total_limit: 'cut short: no room for more recordings',
  disk_full: 'cut short: the disk was full',
  write_failed: 'cut short: it could not be written',
  interrupted: 'cut short when the practice server ended',
};

/** What a list says about a recording beside its title. */
export function factWords(recording: Recording): string[] {
  const { startedAt, durationMs, bytes, withInput, endedBy } = recording;
  const cutShort = endedBy && CUT_SHORT[endedBy];
  return [
    startWords(startedAt),
    clockWords(durationMs),
    bytesWords(bytes),
    ...(withInput ? ['with what was typed'] : []),
    ...(recording.recording ? ['still recording'] : []),
    ...(cutShort === undefined ? [] : [cutShort]),
  ];
}
