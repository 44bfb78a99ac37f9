import { NUDGE_PROMPTS, type NudgeState } from '@agent-factory/protocol/nudges';
import { answerJson, readBody, serve, type TestServer } from './http.js';
import { exercise, health } from './samples.js';

export const OFFER = { nudgeId: 'nudge-1', prompts: [...NUDGE_PROMPTS] };

export interface NudgeDaemon extends TestServer {
  /** What it answers when asked how nudges stand; tests change it as they go. */
  state: NudgeState;
  /** What it answers to an answer of the student's. */
  answer: { status: number; body: unknown };
  /** The answer to an answer waits for it. */
  answering: Promise<void> | undefined;
  /** The answer to how nudges stand, once it is found out, waits for it. */
  reading: Promise<void> | undefined;
  /** Every request about nudges with its body, in their order. */
  readonly asked: unknown[];
}

/** A real HTTP server with the routes of nudges, and no events. */
export async function startNudgeDaemon(state: Partial<NudgeState> = {}): Promise<NudgeDaemon> {
  const asked: unknown[] = [];
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/health') return answerJson(response, health());
    if (request.url?.includes('nudge') !== true) return answerJson(response, {}, 404);
    asked.push(request.method === 'POST' ? { [request.url]: await readBody(request) } : request.url);
    switch (request.url) {
      case `/exercises/${exercise.id}/nudge`: {
        const { state } = daemon;
        await daemon.reading;
        return answerJson(response, state);
      }
      case '/nudges/answer':
        await daemon.answering;
        return answerJson(response, daemon.answer.body, daemon.answer.status);
      case '/nudges/mute':
        return answerJson(response, { muted: true });
      default:
        return answerJson(response, { error: 'not_found', message: 'No such route.' }, 404);
    }
  });
  const daemon: NudgeDaemon = Object.assign(server, {
    state: { exerciseId: exercise.id, mode: 'offer' as const, muted: 'no' as const, ...state } as NudgeState,
    answer: { status: 200, body: { status: 'sent' } as unknown },
    answering: undefined,
    reading: undefined,
    asked,
  });
  return daemon;
}
