import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVED_FOLDER } from '../content/names.js';
import type { Project } from '../content/project.js';
import { runChild } from './child.js';
import { readDiscovery } from './discovery.js';
import { endSessions } from './end-sessions.js';
import { freePort } from './free-port.js';
import { findPrograms, type Programs } from './programs.js';
import { waitUntil } from './wait-until.js';

export interface PreviewOptions {
  /** AI CLI in the terminal; the practice server knows their names. */
  agent: string;
  /** Port of the lessons; any free one by default. */
  port?: number | undefined;
  /** Receives what the servers print. */
  onLine: (line: string) => void;
  /** Called with the address of the lessons once everything responds. */
  onReady: (site: string) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Serves the lessons with the exercises as they are on disk, and runs a separate practice server, so
 * that the author's own workspaces and progress are not touched. Resolves when the signal has stopped
 * both. Throws KitError if something is missing or if one of them exits by itself.
 */
export async function runPreview(project: Project, options: PreviewOptions): Promise<void> {
  const programs = findPrograms(project);
  const home = await realpath(await mkdtemp(join(tmpdir(), 'exercise-preview-')));
  const port = options.port ?? (await freePort());
  // The servers stop after the sessions, which only the practice server can end.
  const servers = new AbortController();
  const running = startServers(project, programs, { ...options, home, port, end: servers.signal });
  try {
    await Promise.race([running, aborted(options.signal)]);
    await endSessions(home);
    servers.abort();
    await running;
  } finally {
    servers.abort();
    await running.catch(() => {});
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function untilReady(port: number, { onReady, signal }: PreviewOptions): Promise<void> {
  const url = `http://127.0.0.1:${port}/`;
  const late = `The lesson site did not answer at ${url} in time.`;
  if (await waitUntil(() => answersAt(url, signal), late, signal)) await onReady(`http://localhost:${port}`);
}

async function answersAt(url: string, signal: AbortSignal): Promise<true | undefined> {
  const response = await fetch(url, { signal }).catch(() => undefined);
  await response?.body?.cancel().catch(() => {}); // the signal came meanwhile
  return response?.ok || undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Runs both servers until they stop, the site once the practice server has its port. Reports when both respond. */
async function startServers(
  project: Project,
  { site, docusaurus, server }: Programs,
  options: PreviewOptions & { home: string; port: number; end: AbortSignal },
): Promise<void> {
  const { home, port, agent, onLine, signal, end } = options;
  const flags = serverFlags({ content: join(project.exercises, SERVED_FOLDER), agent, port });
  const env = ownEnvironment();
  const serving = runChild({
    name: 'The practice server',
    command: [process.execPath, server, ...flags],
    cwd: project.exercises,
    env: { ...env, AF_PRACTICE_HOME: home },
    onLine,
    signal: end,
  });
  const late = 'The practice server did not start in time.';
  const found = await Promise.race([serving, waitUntil(() => readDiscovery(home), late, signal)]);
  if (found === undefined) return serving; // stopped before it was ready
  await Promise.all([
    serving,
    runChild({
      name: 'The lesson site',
      command: [docusaurus, 'start', '--no-open', '--host', '127.0.0.1', '--port', `${port}`],
      cwd: site,
      env: { ...env, DOCUSAURUS_NO_TELEMETRY: '1', PRACTICE_SERVER_URL: `http://127.0.0.1:${found.port}` },
      onLine,
      signal: end,
    }),
    untilReady(port, options),
  ]);
}

/** Both are the author's own programs, as if started by hand. */
function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** How the practice server of a preview is started, for a site at this port. */
export function serverFlags(preview: { content: string; agent: string; port: number }): string[] {
  const { content, agent, port } = preview;
  return [
    ...['--content', content],
    ...['--port', '0'],
    ...['--agent', agent],
    '--no-open',
    // An author who reads their own exercise is not stuck.
    ...['--nudge-after', '0'],
    ...['localhost', '127.0.0.1'].flatMap((name) => ['--allow-origin', `http://${name}:${port}`]),
  ];
}
