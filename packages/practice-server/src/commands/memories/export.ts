import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PracticeError } from '@agent-factory/protocol';
import { MIND_ROUTES } from '@agent-factory/protocol/mind';
import type { Config } from '../../config.js';
import type { RunningDaemon } from '../../discovery/running-daemon.js';
import { ndjsonLines } from '../../http/streams/ndjson-lines.js';
import { withMemories } from './home-memories.js';

/** In milliseconds: how long the daemon may be silent. It waits for ChromaDB itself. */
const SILENCE_MS = 30_000;

/** `practice-server memories export`: prints all memories, the oldest first, as JSON, one a line. */
export function exportMemories(config: Config): Promise<number> {
  return withMemories(config, {
    withDaemon: async (running) => print(await exported(running)),
    async withoutDaemon({ host, chromadbUrl }) {
      const { openMemories } = await import('@agent-factory/mind');
      const memories = openMemories({ host, chromadbUrl });
      try {
        return await print(Readable.from(ndjsonLines(memories.all())));
      } finally {
        await memories.close();
      }
    },
  });
}

/** 1 if what was printed is not all. */
async function print(memories: Readable): Promise<number> {
  try {
    // It stays open for what is said after it.
    await pipeline(memories, process.stdout, { end: false });
    return 0;
  } catch (error) {
    if (error instanceof PracticeError) throw error;
    const { message } = error as Error;
    throw new PracticeError('memory_unavailable', `Not all memories could be printed (${message}). Try again.`);
  }
}

function exported({ discovery: { port, token } }: RunningDaemon): Promise<IncomingMessage> {
  const options = { host: '127.0.0.1', port, path: MIND_ROUTES.exportMemories.path, timeout: SILENCE_MS };
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) =>
      reject(new PracticeError('memory_unavailable', `The practice server does not answer: ${reason}. Try again.`));
    const asked = get({ ...options, headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode === 200) return resolve(answer);
      answer.destroy();
      refuse(`status ${answer.statusCode}`);
    });
    asked.on('timeout', () => asked.destroy(new Error(`nothing for ${SILENCE_MS / 1000} s`)));
    asked.on('error', ({ message }) => refuse(message));
  });
}
