import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Coach } from '../../../coach/src/coach.js';
import type { LoggedAction } from '../../../coach/src/host.js';
import { createCoachServer } from '../../../coach/src/mcp/index.js';
import { CoachStore } from '../../../coach/test/fixtures/coach-store.js';
import { listenOnLoopback } from '../../src/machine/loopback.js';
import { waitUntil } from '../../src/machine/wait-until.js';
import { requestOf, sendAnswer } from './web-requests.js';

const fromCoach = createRequire(new URL('../../../coach/package.json', import.meta.url));
/** The official SDK, as the coach has it. */
const { WebStandardStreamableHTTPServerTransport: Transport } = fromCoach(
  '@modelcontextprotocol/server',
) as typeof import('../../../coach/node_modules/@modelcontextprotocol/server/dist/index.cjs');

const PROJECT = 'project';

/** A call in the action log. */
export interface LoggedCall {
  readonly toolName: string;
  readonly path?: string;
  readonly refused?: string;
}

/** The real coach of a folder, and its server, which demands a secret. */
export class ProjectCoach implements AsyncDisposable {
  readonly secret = randomUUID();
  readonly coach: Coach;
  /** What an agent has asked for, the oldest first. */
  readonly calls: LoggedCall[] = [];
  readonly failures: unknown[] = [];
  readonly #store: CoachStore;
  readonly #server: Server;
  readonly #transports = new Map<string, InstanceType<typeof Transport>>();
  #url = '';

  /** @param folder absolute path of the student's project */
  static async start(folder: string): Promise<ProjectCoach> {
    const coach = new ProjectCoach(await CoachStore.make(), folder);
    coach.#url = `${await listenOnLoopback(coach.#server)}/mcp`;
    await coach.coach.beginSession(PROJECT);
    return coach;
  }

  private constructor(store: CoachStore, folder: string) {
    this.#store = store;
    const logFailure = (error: unknown) => void this.failures.push(error);
    this.coach = new Coach({
      store: store.store,
      ours: [],
      placeOf: async (id) => ({ project: { id, kind: 'exercise', name: 'Project', path: '~/project' }, folder }),
      logAction: (_, row) => this.#note(row),
      keepActions: async (_, rows) => rows.forEach((row) => void this.#note(row)),
      logWarning: logFailure,
      logFailure,
      onSightChanged: () => undefined,
      exerciseOf: async () => null,
      leakIn: async () => undefined,
      mind: async () => undefined,
    });
    this.#server = createServer((incoming, outgoing) => {
      this.#serve(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
    });
  }

  #note({ action, data }: LoggedAction): void {
    if (action === 'mcp_tool_call') this.calls.push(data as unknown as LoggedCall);
  }

  get url(): string {
    return this.#url;
  }

  /** What the student shows. */
  show(visibility: 'everything' | 'saved_files' | 'nothing'): Promise<void> {
    return this.coach.setVisibility(PROJECT, visibility);
  }

  /** Resolves once an agent has asked for this. */
  async called(fits: (call: LoggedCall) => boolean): Promise<void> {
    await waitUntil(
      () => this.calls.find(fits),
      () => `it was never asked for. It was asked: ${JSON.stringify(this.calls)}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.coach.close();
    await this.#store[Symbol.asyncDispose]();
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await requestOf(incoming);
    if (incoming.headers.authorization !== `Bearer ${this.secret}`) return void outgoing.writeHead(401).end();
    const known = this.#transports.get(request.headers.get('mcp-session-id') ?? '');
    const transport = known ?? (await this.#newSession());
    await sendAnswer(outgoing, await transport.handleRequest(request));
  }

  /** One server for each agent that connects, as the daemon has it. */
  async #newSession(): Promise<InstanceType<typeof Transport>> {
    const id = randomUUID();
    const transport = new Transport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void this.#transports.set(id, transport),
    });
    const server = createCoachServer({
      project: () => this.coach.open(PROJECT),
      mcpSessionId: () => id,
      version: '1.0.0',
      logFailure: (error) => void this.failures.push(error),
    });
    await server.connect(transport);
    return transport;
  }
}
