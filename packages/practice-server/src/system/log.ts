import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Logger, multistream, pino, type StreamEntry } from 'pino';
import { prettyFactory } from 'pino-pretty';

export type { Logger };

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Secrets that must not reach a log line, whatever object is logged. */
const REDACTED = ['*.token', '*.ticket', 'token', 'ticket', 'authorization', '*.authorization', 'wsUrl', '*.wsUrl'];

/**
 * Writes lines for people to standard error, or JSON lines with `json`; the file in `directory` always
 * gets JSON. One file a day, so that old ones can be deleted.
 */
export function createLog(options: { level: LogLevel; json: boolean; directory: string }): Logger {
  outliveReaders();
  const streams: StreamEntry[] = [
    { level: options.level === 'silent' ? 'fatal' : options.level, stream: terminalStream(options.json) },
  ];
  if (options.level !== 'silent') streams.push({ level: 'debug', stream: dailyFile(options.directory) });
  const level = options.level === 'silent' ? 'silent' : 'debug';
  return pino({ level, base: null, redact: REDACTED, timestamp: pino.stdTimeFunctions.isoTime }, multistream(streams));
}

/**
 * Whoever reads what we print may go (`| head`, a closed window). Without this, the next line would fail, that failure
 * would be logged, and so on until the disk is full.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => {});
}

function terminalStream(json: boolean): { write(line: string): void } {
  if (json) return { write: (line) => void process.stderr.write(line) };
  const pretty = prettyFactory({
    colorize: process.stderr.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: 'pid,hostname',
  });
  return { write: (line) => void process.stderr.write(pretty(line)) };
}

/** Writes each line at once, to the file of its day, so that even the last line before a crash is there. */
function dailyFile(directory: string): { write(line: string): void } {
  return {
    write(line) {
      const path = join(directory, `${new Date().toISOString().slice(0, 10)}.log`);
      try {
        append(path, line);
      } catch {
        // A full disk, or a folder that cannot be used, must not end the daemon: the terminal has the line.
      }
    },
  };
}

/** The folder may be gone, or may not exist yet. */
function append(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appendFileSync(path, line, { mode: 0o600 });
  }
}
