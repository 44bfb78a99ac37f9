import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { freePort, listenOnLoopback } from '../../machine/loopback.js';

/** What the lesson site does with a request. */
export type ContentMode = 'well' | 'away' | 'fails' | 'hangs' | 'upgrades' | 'lies' | 'redirects';

/** Exercises that are started beside the three, one after the other, when content is what breaks. */
export const SPARE_PREFIX = 'spare-';
export const SPARES = 400;

export const PRACTISED_IDS = ['words', 'numbers', 'agents', 'endings'] as const;

export const STARTER_FILE = 'start.txt';
export const STARTER_TEXT = 'Begin here.\n';
export const CRITERION = 'The file done.txt is there';

const CHECK = `#!/bin/sh
[ -f done.txt ] && passed=true || passed=false
printf '{"criteria":[{"name":"${CRITERION}","passed":%s}]}\\n' "$passed"
`;

/** JSON of a hostile site, in turn: too deep, too many items, other types, cut off, none at all. */
const LIES: readonly (() => string)[] = [
  () => '['.repeat(100_000),
  () => `{"version":"1.0","exercises":[${'{"id":7},'.repeat(20_000)}{}]}`,
  () => '{"version":"1.0","exercises":{"length":9}}',
  () => `{"id":"${'x'.repeat(500_000)}"`,
  () => 'null',
  () => '{"__proto__":{"admin":true},"id":"../../etc","version":[],"title":{}}',
];

/** The lesson site of a run, on its own port, with a foreign site beside it that nobody may be sent to. */
export class ChaosContent implements AsyncDisposable {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #foreign = createServer((_request, response) => {
    this.foreignRequests += 1;
    response.end('{}');
  });
  readonly #upgraded = new Set<Duplex>();
  #mode: ContentMode = 'well';
  #port = 0;
  #foreignUrl = '';
  #lies = 0;
  /** Requests that reached the foreign site. */
  foreignRequests = 0;

  private constructor() {
    this.#server.on('upgrade', (_request, socket) => this.#upgraded.add(socket));
  }

  static async open(): Promise<ChaosContent> {
    const content = new ChaosContent();
    content.#port = await freePort();
    await listenOnLoopback(content.#server, content.#port);
    content.#foreignUrl = await listenOnLoopback(content.#foreign, await freePort());
    return content;
  }

  /** Also the origin of the student's pages. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  async become(mode: ContentMode): Promise<void> {
    this.#mode = mode;
    this.#server.closeAllConnections();
    for (const socket of this.#upgraded) socket.destroy();
    this.#upgraded.clear();
    if (mode === 'away') await new Promise((resolve) => this.#server.close(resolve));
    else if (!this.#server.listening) await listenOnLoopback(this.#server, this.#port);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of [this.#server, this.#foreign]) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }
    for (const socket of this.#upgraded) socket.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    switch (this.#mode) {
      case 'hangs':
        return;
      case 'fails':
        response.writeHead(500).end('it broke');
        return;
      case 'upgrades':
        this.#upgrade(request);
        return;
      case 'lies':
        response.writeHead(200, { 'content-type': 'application/json' }).end(LIES[this.#lies++ % LIES.length]?.());
        return;
      case 'redirects':
        response.writeHead(302, { location: `${this.#foreignUrl}${request.url}` }).end();
        return;
      default: {
        const text = fileAt(request.url ?? '');
        response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text);
      }
    }
  }

  /** An answer 101 that nobody asked for, and then nothing more. */
  #upgrade({ socket }: IncomingMessage): void {
    this.#upgraded.add(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chaos\r\n\r\n');
  }
}

function fileAt(path: string): string | undefined {
  if (path === '/exercises/registry.json') return JSON.stringify(registry());
  const [, id = '', file = ''] = /^\/exercises\/([a-z0-9-]+)\/(.+)$/.exec(path) ?? [];
  const files: Record<string, string> = {
    'config.json': JSON.stringify(configOf(id)),
    'verify.sh': CHECK,
    'CLAUDE.md': '# Tutor\nGreet the student.\n',
    [`starter/${STARTER_FILE}`]: STARTER_TEXT,
  };
  return files[file];
}

function registry(): object {
  const spares = Array.from({ length: SPARES }, (_, n) => `${SPARE_PREFIX}${n}`);
  const common = { difficulty: 'beginner', estimatedMinutes: 20, xpReward: 100 };
  const ids = [...PRACTISED_IDS, ...PRACTISED_IDS.map((id) => `${id}-2`), ...spares];
  return { version: '1.0', exercises: ids.map((id) => ({ id, title: id, lessonPath: `lessons/${id}`, ...common })) };
}

function configOf(id: string): object {
  return {
    formatVersion: 2,
    id,
    version: '1.0.0',
    title: id,
    workspace: { starterFiles: [STARTER_FILE], setupCommands: [] },
    verification: { type: 'script', script: 'verify.sh', files: [], timeout: 30 },
    criteria: [{ id: 'made', title: CRITERION, hints: ['Where would a file be made?', 'In the shell.'] }],
  };
}
