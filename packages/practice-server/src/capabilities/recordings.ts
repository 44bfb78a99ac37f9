import { createReadStream } from 'node:fs';
import { exerciseRequestSchema } from '@agent-factory/protocol';
import {
  ASCIICAST,
  RECORDING_ROUTES,
  RECORDINGS,
  recordingDeleteRequestSchema,
  recordingStartRequestSchema,
} from '@agent-factory/protocol/recordings';
import type { Response } from 'express';
import { readBody, readExerciseId } from '../http/request-body.js';
import type { ServedRoute } from '../http/served-route.js';
import { sendStream } from '../http/streams/send-stream.js';
import type { Recordings, StoredRecording } from '../recordings/recordings.js';
import type { Capability, CapabilityHost } from './capability.js';

/** Records sessions, off until a student starts it. Nothing of it is loaded before that. */
export const recordings: Capability = {
  name: RECORDINGS,
  open(host) {
    const lazy = new LazyRecordings(host);
    return {
      routes: routesOf(() => lazy.load()),
      hooks: {
        onInput: (exerciseId, bytes) => lazy.loaded?.handleInput(exerciseId, bytes),
        greetingOf(exerciseId) {
          const state = lazy.loaded?.stateOf(exerciseId);
          return state && { type: 'capability', name: RECORDINGS, state };
        },
      },
      close: async () => lazy.loaded?.close(),
    };
  },
};

class LazyRecordings {
  loaded: Recordings | undefined;
  readonly #host: CapabilityHost;

  constructor(host: CapabilityHost) {
    this.#host = host;
  }

  async load(): Promise<Recordings> {
    const { Recordings } = await import('../recordings/recordings.js');
    const { config, tmux, sessions, log } = this.#host;
    this.loaded ??= new Recordings({
      folder: config.paths.recordings,
      clients: tmux.clients,
      environment: config.environment,
      agentOf: async (exerciseId) => (await sessions.agentOf(exerciseId))?.agent,
      tell: (exerciseId, state) => sessions.tell(exerciseId, { type: 'capability', name: RECORDINGS, state }),
      onFailure: (error) => log.error({ err: error }, 'A recording could not be finished'),
    });
    return this.loaded;
  }
}

function routesOf(load: () => Promise<Recordings>): ServedRoute[] {
  return [
    {
      route: RECORDING_ROUTES.start,
      handler: async (request, response) => {
        const { exerciseId, input } = readBody(request, recordingStartRequestSchema);
        response.json(await (await load()).start(readExerciseId(exerciseId), { withInput: input }));
      },
    },
    {
      route: RECORDING_ROUTES.stop,
      handler: async (request, response) => {
        const exerciseId = readExerciseId(readBody(request, exerciseRequestSchema).exerciseId);
        response.json(await (await load()).stop(exerciseId));
      },
    },
    {
      route: RECORDING_ROUTES.list,
      handler: async (_request, response) => {
        response.json(await (await load()).list());
      },
    },
    {
      route: RECORDING_ROUTES.delete,
      handler: async (request, response) => {
        await (await load()).delete(readBody(request, recordingDeleteRequestSchema).id);
        response.json({ status: 'deleted' });
      },
    },
    // Last, as its path would hide the others.
    {
      route: RECORDING_ROUTES.download,
      handler: async (request, response) => {
        const id = String(request.params.id);
        await send(response, id, await (await load()).read(id));
      },
    },
  ];
}

/** As a file: ids and exercise ids have no characters that a header could not hold. */
async function send(response: Response, id: string, { path, bytes, exerciseId }: StoredRecording): Promise<void> {
  response.status(200).type(ASCIICAST).setHeader('Content-Length', bytes);
  response.setHeader('Content-Disposition', `attachment; filename="${exerciseId}-${id}.cast"`);
  await sendStream(response, createReadStream(path, { end: bytes - 1 }));
}
