import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Project } from '../content/project.js';
import { runChild, waitUntilItAnswers } from './child.js';
import { endSessions } from './end-sessions.js';
import { freePort } from './free-port.js';
import { findPrograms, type Programs } from './programs.js';

export interface PreviewOptions {
  /** AI CLI in the terminal; the practice server knows their names. */
  agent: string;
  /** Port of the lessons; any free one by default. */
  port?: number | undefined;
  /** What the servers say. */
  onLine: (line: string) => void;
  /** Called with the address of the lessons when everything answers. */
  onReady: (site: string) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Serves the lessons with the exercises as they are on the disk, and a practice server of the
 * preview's own: the author's own exercises and progress are not touched. Resolves when the signal
 * has ended both. Throws KitError where something is missing or one of them ends by itself.
 */
export async function runPreview(project: Project, options: PreviewOptions): Promise<void> {
  const programs = findPrograms(project);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'exercise-preview-')));
  const ports = { site: options.port ?? (await freePort()), server: await freePort() };
  // The servers end after the terminals, which only the practice server can end.
  const servers = new AbortController();
  const running = startServers(project, programs, { home, ports, ...options, signal: servers.signal });
  try {
    await Promise.race([running, untilReady(ports, options).then(() => aborted(options.signal))]);
    await endSessions(home);
    servers.abort();
    await running;
  } finally {
    servers.abort();
    await running.catch(() => {});
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

interface Ports {
  site: number;
  server: number;
}

async function untilReady(ports: Ports, { onReady, signal }: PreviewOptions): Promise<void> {
  const site = `http://localhost:${ports.site}`;
  try {
    await waitUntilItAnswers(`http://127.0.0.1:${ports.server}/health`, 'The practice server', signal);
    await waitUntilItAnswers(`http://127.0.0.1:${ports.site}/`, 'The lesson site', signal);
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  await onReady(site);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function startServers(
  project: Project,
  { site, docusaurus, server }: Programs,
  { home, ports, agent, onLine, signal }: PreviewOptions & { home: string; ports: Ports },
): Promise<void> {
  const origins = ['localhost', '127.0.0.1'].flatMap((name) => ['--allow-origin', `http://${name}:${ports.site}`]);
  const flags = [
    '--content',
    project.exercises,
    '--port',
    `${ports.server}`,
    '--agent',
    agent,
    '--no-open',
    ...origins,
  ];
  const env = ownEnvironment();
  await Promise.all([
    runChild({
      name: 'The practice server',
      command: [process.execPath, server, ...flags],
      cwd: project.exercises,
      env: { ...env, AF_PRACTICE_HOME: home },
      onLine,
      signal,
    }),
    runChild({
      name: 'The lesson site',
      command: [docusaurus, 'start', '--no-open', '--host', '127.0.0.1', '--port', `${ports.site}`],
      cwd: site,
      env: { ...env, DOCUSAURUS_NO_TELEMETRY: '1', PRACTICE_SERVER_URL: `http://127.0.0.1:${ports.server}` },
      onLine,
      signal,
    }),
  ]);
}

/** Both are the author's own programs, as if started by hand. */
function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
