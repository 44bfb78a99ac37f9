import { type Recording, recordingSchema } from '@agent-factory/protocol/recordings';
import type { TestDaemon } from '../fixtures/daemon.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { HttpAnswer } from '../fixtures/wire/http.js';

const ID = { exerciseId: 'first-steps' };

/** The recordings of a daemon, as a page handles them. */
export class Studio {
  readonly #daemon: TestDaemon;
  readonly until = waitUntil;

  constructor(daemon: TestDaemon) {
    this.#daemon = daemon;
  }

  get(path: string): Promise<HttpAnswer> {
    return this.#daemon.request(path, { headers: { Origin: this.#daemon.origin } });
  }

  tryStart(more: object = {}): Promise<HttpAnswer> {
    return this.#daemon.post('/recordings/start', { ...ID, ...more });
  }

  tryStop(): Promise<HttpAnswer> {
    return this.#daemon.post('/recordings/stop', ID);
  }

  async start(more: object = {}): Promise<Recording> {
    return recordingSchema.parse((await this.tryStart(more)).json);
  }

  async stop(): Promise<Recording> {
    return recordingSchema.parse((await this.tryStop()).json);
  }

  async list(): Promise<Recording[]> {
    return (await this.get('/recordings')).json.recordings;
  }

  delete(id: string): Promise<HttpAnswer> {
    return this.#daemon.post('/recordings/delete', { id });
  }

  /** The file of what was recorded. */
  async stopAndRead(): Promise<string> {
    const { id } = await this.stop();
    return (await this.get(`/recordings/${id}`)).text;
  }

  /** Waits until the recording has ended by itself. */
  ended(): Promise<Recording> {
    return waitUntil('the recording has ended', async () => {
      const [recording] = await this.list();
      return recording?.recording === false && recording;
    });
  }
}
