import type { AgentId, ExerciseId, SessionId } from '@agent-factory/protocol';
import type { RecordingEnd, RecordingId } from '@agent-factory/protocol/recordings';
import type { Clients, Listener } from '../tmux/clients.js';
import { CastFile } from './files/cast-file.js';
import type { RecordingFiles } from './files/recording-files.js';
import { Recorder } from './recorder.js';
import { parseEnvironment, secretsOf } from './secrets/secrets-of.js';

export interface OpeningOptions {
  readonly sessionId: SessionId;
  readonly exerciseId: ExerciseId;
  readonly agent: AgentId;
  readonly withInput: boolean;
  readonly clients: Pick<Clients, 'listen'>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: RecordingFiles;
  /** Bytes that all recordings together may still grow by. */
  readonly room: () => number;
  /** It cannot go on. */
  readonly onEnd: (endedBy: RecordingEnd) => void;
}

/** Listens to a session and records it from now on. Undefined if there is no such session. */
export async function openRecording(options: OpeningOptions): Promise<OpenRecording | undefined> {
  const { sessionId, clients, files, environment, withInput, exerciseId, agent, room, onEnd } = options;
  let recorder: Recorder | undefined;
  const listener = await clients.listen(sessionId, {
    onOutput: (paneId, bytes) => recorder?.handleOutput(paneId, bytes),
    onLayout: () => recorder?.handleLayout(listener),
  });
  const startedAt = new Date();
  const id = files.newId(startedAt);
  try {
    const secrets = secretsOf(environment, parseEnvironment(await listener.environment()));
    const file = await CastFile.create(files.pathOf(id), onEnd);
    recorder = new Recorder({ id, startedAt, exerciseId, agent, withInput, file, secrets, room, onEnd });
    const open = new OpenRecording(id, exerciseId, { listener, file, recorder });
    const hasBegun = await begins(recorder, listener);
    // A recording without its first lines is none: if there is no room for them, whoever starts it is told.
    await file.flush();
    if (hasBegun && file.failure === undefined) return open;
    await open.finish('session_ended');
    await files.delete(id);
    if (file.failure !== undefined) throw file.failure;
    return undefined;
  } catch (error) {
    await listener.close();
    throw error;
  }
}

/** Whether there was a screen to begin with. */
function begins(recorder: Recorder, listener: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    listener.snapshot(undefined, (snapshot) => {
      if (snapshot !== undefined) recorder.begin(snapshot);
      resolve(snapshot !== undefined);
    });
  });
}

interface Parts {
  readonly listener: Listener;
  readonly file: CastFile;
  readonly recorder: Recorder;
}

/** A recording that goes on, with all that it holds open. */
export class OpenRecording {
  readonly id: RecordingId;
  readonly exerciseId: ExerciseId;
  readonly recorder: Recorder;
  readonly #parts: Parts;
  #finishing: Promise<void> | undefined;

  constructor(id: RecordingId, exerciseId: ExerciseId, parts: Parts) {
    this.id = id;
    this.exerciseId = exerciseId;
    this.recorder = parts.recorder;
    this.#parts = parts;
  }

  /** Resolves when its session can no longer be heard. */
  get ended(): Promise<void> {
    return this.#parts.listener.ended;
  }

  /** Resolves with the bytes in the file, when everything so far is there. */
  async flush(): Promise<number> {
    await this.#parts.file.flush();
    // Not those that came meanwhile: they are not there yet.
    return this.#parts.file.writtenBytes;
  }

  /** Leaves the session and completes the file. Resolves, when that is done, to whether this call has done it. */
  async finish(endedBy: RecordingEnd): Promise<boolean> {
    const isFirst = this.#finishing === undefined;
    this.#finishing ??= this.#finish(endedBy);
    await this.#finishing;
    return isFirst;
  }

  async #finish(endedBy: RecordingEnd): Promise<void> {
    const { listener } = this.#parts;
    // The last change of size may still have to be heard; its drawing is then heard before the listener leaves.
    await listener.catchUp();
    this.recorder.settleLayout(listener);
    await listener.close();
    await this.recorder.end(endedBy);
  }
}
