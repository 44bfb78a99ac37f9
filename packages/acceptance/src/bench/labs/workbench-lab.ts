import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startResponseSchema } from '@agent-factory/protocol';
import {
  COACH_SOCKET_PATH,
  decodeServerMessage,
  encodeClientMessage,
  MCP_PATH,
  openProjectResponseSchema,
  type ServerMessage,
} from '@agent-factory/protocol/coach';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { chromium, type Page } from '@playwright/test';
import WebSocket from 'ws';
import { PracticeDaemon } from '../../daemon.js';
import { CHROMIUM_LAUNCH } from '../../machine/chromium.js';
import { newStudent, type Student } from '../../student.js';
import { DaemonLine } from '../lines/daemon.js';
import { GRID } from '../lines/line.js';
import { untilOutput, untilQuiet } from '../measures/waiting.js';
import type { Resources } from '../resources.js';

/** A program that has said nothing for this long waits for its first key. */
const READY_QUIET_MS = 150;
const VIEWPORT = { width: 1440, height: 900 };
/** An agent that says that it is Claude Code, and waits: what it would do, a row does in its place. */
const WAITING_AGENT = `#!/bin/sh
case "$1" in
--version) echo '2.1.330 (Claude Code)' ;;
auth) echo '{"loggedIn":true}' ;;
*) exec cat ;;
esac
`;

export interface WorkbenchOptions {
  /** Files of the project, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** Laid over the student's environment, for the daemon. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A student's own folder in the Workbench, with an agent that waits. */
export class WorkbenchLab {
  readonly daemon: PracticeDaemon;
  readonly folder: string;
  readonly #student: Student;
  readonly #resources: Resources;
  readonly #project: { readonly id: string; readonly url: string };

  private constructor(parts: {
    daemon: PracticeDaemon;
    student: Student;
    folder: string;
    resources: Resources;
    project: { id: string; url: string };
  }) {
    this.daemon = parts.daemon;
    this.folder = parts.folder;
    this.#student = parts.student;
    this.#resources = parts.resources;
    this.#project = parts.project;
  }

  static async open(resources: Resources, { files = {}, env = {} }: WorkbenchOptions = {}): Promise<WorkbenchLab> {
    const student = resources.add(await newStudent({ agents: [] }));
    const [programs = ''] = (student.env.PATH ?? '').split(':');
    await writeFile(join(programs, 'claude'), WAITING_AGENT, { mode: 0o755 });
    const folder = join(student.home, 'project');
    await mkdir(folder);
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    const flags = ['--agent', 'claude', '--log-level', 'warn'];
    const daemon = resources.add(await PracticeDaemon.start({ student, content: student.home, flags, env }));
    const opened = openProjectResponseSchema.parse(await ask(daemon, '/coach/projects', { path: folder }));
    const project = { id: opened.project.id, url: opened.url };
    return new WorkbenchLab({ daemon, student, folder, resources, project });
  }

  /** Of the student. */
  get home(): string {
    return this.#student.home;
  }

  /** The Workbench in Chromium, with its files in sight and its terminal, which comes last, connected. */
  async page(): Promise<Page> {
    const browser = await chromium.launch(CHROMIUM_LAUNCH);
    this.#resources.add({ [Symbol.asyncDispose]: () => browser.close() });
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.goto(this.#project.url);
    await page.getByRole('treeitem').first().waitFor();
    // The first: behind it there may be those that show what was printed before.
    await page.locator('.xterm-helper-textarea').first().waitFor({ state: 'attached' });
    return page;
  }

  /** A socket as a page has it, which has said hello. */
  async socket(): Promise<CoachSocket> {
    const headers = { authorization: `Bearer ${this.daemon.token}` };
    const socket = new WebSocket(`ws://127.0.0.1:${this.daemon.port}${COACH_SOCKET_PATH}?project=${this.#project.id}`, {
      headers,
    });
    return this.#resources.add(await CoachSocket.open(socket));
  }

  /** Starts the agent; its terminal gives back what is typed. */
  async line(): Promise<DaemonLine> {
    const { wsUrl } = startResponseSchema.parse(
      await this.ask('/coach/start', { projectId: this.#project.id, size: GRID }),
    );
    const line = this.#resources.add(new DaemonLine(wsUrl, this.daemon.url));
    await untilOutput(line, '');
    await untilQuiet(line, READY_QUIET_MS);
    return line;
  }

  /** Asks the daemon as its owner: with a body by POST. */
  ask(path: string, body?: object): Promise<unknown> {
    return ask(this.daemon, path, body);
  }

  /** The tools, as the agent of the project has them. */
  async tools(): Promise<Client> {
    await this.ask('/coach/start', { projectId: this.#project.id });
    const file = join(this.#student.home, '.af-practice', 'hooks', `${this.#project.id}.coach`, 'mcp.json');
    const { mcpServers } = JSON.parse(await readFile(file, 'utf8')) as {
      mcpServers: { coach: { headers: Record<string, string> } };
    };
    const client = new Client({ name: 'bench', version: '1.0.0' });
    const { headers } = mcpServers.coach;
    const transport = new StreamableHTTPClientTransport(new URL(`${this.daemon.url}${MCP_PATH}`), {
      requestInit: { headers },
    });
    await client.connect(transport);
    this.#resources.add({ [Symbol.asyncDispose]: () => client.close() });
    return client;
  }
}

async function ask(daemon: PracticeDaemon, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
  const post = { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(daemon.url + path, { headers, ...(body !== undefined && post) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** One connection of the coaching protocol. */
export class CoachSocket implements AsyncDisposable {
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(socket: WebSocket): Promise<CoachSocket> {
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const opened = new CoachSocket(socket);
    const init = opened.next('connection:init');
    opened.send('connection:hello', { version: '1', platform: 'bench', windowSize: { width: 1440, height: 900 } });
    await init;
    return opened;
  }

  send(
    ...[type, payload]: Parameters<typeof encodeClientMessage> extends [infer T, infer P, unknown] ? [T, P] : never
  ) {
    this.#socket.send(encodeClientMessage(type, payload as never, { timestamp: Date.now() }));
  }

  /** The next message of a type. */
  next(type: ServerMessage['type']): Promise<ServerMessage> {
    return new Promise((resolve) => {
      const listen = (data: WebSocket.RawData) => {
        const decoded = decodeServerMessage(String(data));
        if (decoded.kind !== 'message' || decoded.message.type !== type) return;
        this.#socket.off('message', listen);
        resolve(decoded.message);
      };
      this.#socket.on('message', listen);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.close();
    await closed;
  }
}
