import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../src/index.js';

/** How the endpoint of a test answers. `late`: not before it is let go on. */
type Mood = 'up' | 'down' | 'page' | 'late';

/** A site's endpoint that awards XP, once for each event. */
export interface Gamification extends AsyncDisposable {
  readonly url: string;
  mood: Mood;
  /** Ids of all completions it was told of, in their order. */
  readonly told: readonly string[];
  /** XP by event: what a completion has had as its one effect. */
  readonly awarded: ReadonlyMap<string, number>;
  readonly bodies: readonly Record<string, unknown>[];
  /** Lets what came late be answered. */
  answerLate(): void;
}

/** Serves an endpoint from loopback, for pages of any origin. */
export async function serveGamification(): Promise<Gamification> {
  const told: string[] = [];
  const bodies: Record<string, unknown>[] = [];
  const awarded = new Map<string, number>();
  const held: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, idempotency-key');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
    bodies.push(body);
    told.push(String(request.headers['idempotency-key']));
    const take = () => {
      awarded.set(String(body.eventId), Number(body.xp));
      answer(response, 200, 'application/json', '{"awarded":true}');
    };
    if (gamification.mood === 'up') take();
    else if (gamification.mood === 'late') held.push(take);
    else if (gamification.mood === 'page') answer(response, 200, 'text/html', '<!doctype html><h1>Welcome</h1>');
    else answer(response, 503, 'application/json', '{"error":"down"}');
  });
  const url = await listenOnLoopback(server);
  const gamification: Gamification = {
    url: `${url}/api/gamification/events`,
    mood: 'up',
    told,
    awarded,
    bodies,
    answerLate: () => {
      for (const take of held.splice(0)) take();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return gamification;
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type }).end(body);
}
