import { type AgentId, type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import {
  MAX_RECORDINGS_BYTES,
  type Recording,
  type RecordingEnd,
  type RecordingState,
  type RecordingsResponse,
  recordingIdSchema,
} from '@agent-factory/protocol/recordings';
import { KeyedQueue } from '../system/keyed-queue.js';
import type { Clients } from '../tmux/clients.js';
import { alreadyRecorded, isFull, noRecording, noSession, notRecorded, stillRecorded } from './errors.js';
import { RecordingFiles } from './files/recording-files.js';
import { type OpenRecording, openRecording } from './open-recording.js';

export interface RecordingsOptions {
  /** Where the files are. */
  readonly folder: string;
  readonly clients: Pick<Clients, 'listen'>;
  /** The daemon's own environment, whose secrets are masked too. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The agent of a session that is alive; undefined if there is none. */
  readonly agentOf: (exerciseId: ExerciseId) => Promise<AgentId | undefined>;
  /** Tells the pages of a session. */
  readonly tell: (exerciseId: ExerciseId, state: RecordingState) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A recording on the disk. */
export interface StoredRecording {
  readonly path: string;
  /** Whole lines; one that goes on may be longer by now. */
  readonly bytes: number;
  readonly exerciseId: ExerciseId;
}

/** The files are looked at one after the other: two looks would both finish one that was cut short. */
const FILES = 'files';

/** All recordings: those that go on, at most one of each session, and those on the disk. */
export class Recordings {
  readonly #options: RecordingsOptions;
  readonly #files: RecordingFiles;
  readonly #queue = new KeyedQueue();
  readonly #open = new Map<ExerciseId, OpenRecording>();
  #finishedBytes = 0;

  constructor(options: RecordingsOptions) {
    this.#options = options;
    this.#files = new RecordingFiles(options.folder);
  }

  /** Begins to record a session. */
  start(exerciseId: ExerciseId, { withInput }: { withInput: boolean }): Promise<Recording> {
    return this.#queue.run(exerciseId, async () => {
      if (this.#open.has(exerciseId)) throw alreadyRecorded();
      const agent = await this.#options.agentOf(exerciseId);
      if (agent === undefined) throw noSession();
      if ((await this.list()).bytes >= MAX_RECORDINGS_BYTES) throw isFull();
      await this.#files.prepare();
      const open = await this.#begin({ exerciseId, agent, withInput });
      this.#options.tell(exerciseId, { recording: true, withInput });
      return open.recorder.describe();
    });
  }

  /** Ends the recording of a session, as its student wishes. */
  stop(exerciseId: ExerciseId): Promise<Recording> {
    return this.#queue.run(exerciseId, async () => {
      const open = this.#open.get(exerciseId);
      if (open === undefined) throw notRecorded();
      await this.#finish(exerciseId, open, 'stopped');
      const finished = await this.#find(open.id);
      if (finished === undefined) throw noRecording();
      return finished;
    });
  }

  async list(): Promise<RecordingsResponse> {
    const { goingOn, finished } = await this.#queue.run(FILES, async () => {
      // Both as of now: one that ends meanwhile would be in neither.
      const goingOn = [...this.#open.values()].map(({ recorder }) => recorder.describe());
      return { goingOn, finished: await this.#files.list(this.#openIds) };
    });
    this.#finishedBytes = finished.reduce((sum, { bytes }) => sum + bytes, 0);
    const recordings = [...goingOn, ...finished].sort((a, b) => b.id.localeCompare(a.id));
    return { recordings, bytes: this.#finishedBytes + this.#openBytes, limitBytes: MAX_RECORDINGS_BYTES };
  }

  /** Where a recording is; of one that goes on, everything so far is there. Throws `recording_not_found`. */
  async read(id: string): Promise<StoredRecording> {
    const open = this.#openOf(id);
    if (open !== undefined) {
      const bytes = await open.flush();
      return { path: this.#files.pathOf(id), bytes, exerciseId: open.exerciseId };
    }
    const found = await this.#find(id);
    if (found === undefined) throw noRecording();
    return { path: this.#files.pathOf(id), bytes: found.bytes, exerciseId: found.exerciseId };
  }

  async delete(id: string): Promise<void> {
    if (this.#openOf(id) !== undefined) throw stillRecorded();
    if ((await this.#find(id)) === undefined) throw noRecording();
    await this.#files.delete(id);
  }

  /** What a page that comes to a session has to know; undefined if it is not recorded. */
  stateOf(exerciseId: ExerciseId): RecordingState | undefined {
    const open = this.#open.get(exerciseId);
    return open && { recording: true, withInput: open.recorder.withInput };
  }

  /** The student has typed. */
  handleInput(exerciseId: ExerciseId, bytes: Buffer): void {
    this.#open.get(exerciseId)?.recorder.handleInput(bytes);
  }

  /** Finishes what goes on. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map(([exerciseId, open]) => this.#finish(exerciseId, open, 'interrupted')));
    await this.#queue.idle();
  }

  async #begin(wish: { exerciseId: ExerciseId; agent: AgentId; withInput: boolean }): Promise<OpenRecording> {
    const { clients, environment } = this.#options;
    const open = await openRecording({
      ...wish,
      clients,
      environment,
      files: this.#files,
      sessionId: sessionIdOf(wish.exerciseId),
      room: () => MAX_RECORDINGS_BYTES - this.#finishedBytes - this.#openBytes,
      onEnd: (endedBy) => this.#handleEnd(wish.exerciseId, endedBy),
    });
    if (open === undefined) throw noSession();
    this.#open.set(wish.exerciseId, open);
    void open.ended.then(() => this.#handleEnd(wish.exerciseId, 'session_ended'));
    return open;
  }

  #handleEnd(exerciseId: ExerciseId, endedBy: RecordingEnd): void {
    const open = this.#open.get(exerciseId);
    if (open !== undefined) this.#finish(exerciseId, open, endedBy).catch(this.#options.onFailure);
  }

  async #finish(exerciseId: ExerciseId, open: OpenRecording, endedBy: RecordingEnd): Promise<void> {
    try {
      await open.finish(endedBy);
    } finally {
      // Whoever comes second finds it gone.
      if (this.#open.get(exerciseId) === open) this.#forget(exerciseId, open, endedBy);
    }
  }

  #forget(exerciseId: ExerciseId, open: OpenRecording, endedBy: RecordingEnd): void {
    this.#open.delete(exerciseId);
    this.#finishedBytes += open.recorder.bytes;
    this.#options.tell(exerciseId, { recording: false, endedBy });
  }

  async #find(id: string): Promise<Recording | undefined> {
    if (!recordingIdSchema.safeParse(id).success) return undefined;
    return this.#queue.run(FILES, () => this.#files.find(id));
  }

  #openOf(id: string): OpenRecording | undefined {
    return [...this.#open.values()].find((open) => open.id === id);
  }

  get #openIds(): ReadonlySet<string> {
    return new Set([...this.#open.values()].map(({ id }) => id));
  }

  get #openBytes(): number {
    return [...this.#open.values()].reduce((sum, { recorder }) => sum + recorder.bytes, 0);
  }
}
