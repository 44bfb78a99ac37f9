import type { ServerResponse } from 'node:http';
import { type MentorResult, mentorResultSchema, type StudentResult, studentResultSchema } from '../contract/agents.js';
import { SmileError } from '../contract/errors.js';
import type { LoopState } from '../contract/loop-state.js';
import { type AccessOptions, requireAny, requireSecret } from './access.js';
import { ApiError, sendJson } from './api-error.js';
import { readBody } from './body.js';
import { readRecordedRun } from './recorded.js';
import type { Route } from './serve.js';

export interface RouteOptions extends AccessOptions {
  readonly secret: string;
  /** False when nobody waits for it, as for one that came twice: the sender is told with 409. */
  readonly onStudentResult: (result: StudentResult) => boolean;
  readonly onMentorResult: (result: MentorResult) => boolean;
  readonly status: () => LoopState;
  readonly stop: () => void;
  /** The run's folder, for what the page shows of the time before it was opened. */
  readonly runFolder?: string;
}

/** The four endpoints of the loop, and the run for the page. */
export function routesOf(options: RouteOptions): Readonly<Record<string, Route>> {
  const { onStudentResult, onMentorResult, status, stop, runFolder } = options;
  return {
    '/api/student/result': {
      POST: async (request, response) => {
        requireSecret(request, options);
        accepted(response, onStudentResult(await readBody(request, studentResultSchema)));
      },
    },
    '/api/mentor/result': {
      POST: async (request, response) => {
        requireSecret(request, options);
        accepted(response, onMentorResult(await readBody(request, mentorResultSchema)));
      },
    },
    '/api/status': {
      GET: (request, response) => {
        requireAny(request, options);
        sendJson(response, status());
      },
    },
    '/api/stop': {
      POST: (request, response) => {
        requireAny(request, options);
        stop();
        sendJson(response, { stopping: true }, 202);
      },
    },
    ...(runFolder !== undefined && { '/api/run': runRoute(runFolder, options, () => status().status !== 'running') }),
  };
}

/** `isRecorded` says whether nothing is added to the run any more. */
export function runRoute(runFolder: string, access: AccessOptions, isRecorded: () => boolean): Route {
  return {
    GET: async (request, response) => {
      requireAny(request, access);
      sendJson(response, await readRecordedRun(runFolder, isRecorded()).catch(asAnswer));
    },
  };
}

/** Who watches is the author: they are told what is wrong with the run's folder. */
function asAnswer(error: unknown): never {
  throw error instanceof SmileError ? new ApiError('internal', error.message) : error;
}

function accepted(response: ServerResponse, isAwaited: boolean): void {
  if (!isAwaited) throw new ApiError('result_unexpected', 'Nobody waits for this result: it came too late, or twice.');
  sendJson(response, { accepted: true });
}
