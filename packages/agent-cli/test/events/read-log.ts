import type { LogReader } from '../../src/index.js';
import { AGENT_CLIS } from '../../src/index.js';
import { type Captured, captureLines } from './captures.js';
import { Recording } from './recording.js';

export function logReader(agent: Captured, { writer }: Recording): LogReader {
  const form = AGENT_CLIS[agent].log;
  if (form === undefined) throw new Error(`${agent} keeps no log`);
  return form.reader(writer);
}

/** Reads a captured log to its end. */
export function readCapture(
  name: `${Captured}.${string}`,
  isWanted: (line: string) => boolean = () => true,
): Recording {
  const recording = new Recording();
  const reader = logReader(name.split('.')[0] as Captured, recording);
  for (const line of captureLines(name).filter(isWanted)) reader.read(line);
  reader.quiet?.(Number.POSITIVE_INFINITY);
  return recording;
}
