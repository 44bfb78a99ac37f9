import { request } from 'node:http';
import type { Fetch, PlainSocket } from '@agent-factory/workbench/base';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { DashboardClient } from '../../src/client/dashboard-client.js';
import { LearnerDashboard } from '../../src/react/LearnerDashboard.js';
import type { DashboardLinks } from '../../src/react/props.js';
import { MindDaemon } from './mind-daemon.js';
import { SCENES } from './scenes.js';
import { NOW } from './states.js';

/** Other programs have the machine for seconds at times. */
configure({ asyncUtilTimeout: 15_000 });

const opened: (AsyncDisposable | { dispose(): void })[] = [];

afterEach(async () => {
  cleanup();
  for (const each of opened.splice(0).reverse()) {
    if ('dispose' in each) each.dispose();
    else await each[Symbol.asyncDispose]();
  }
});

/** As `fetch` of a page of the same origin, which this one is not. */
const plainFetch: Fetch = (url, { method = 'GET', body, headers }) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: headers as Record<string, string>, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve(new Response(Buffer.concat(chunks).toString(), { status: answer.statusCode ?? 500 })),
      );
    });
    sent.on('error', reject);
    sent.end(body as string | undefined);
  });

/** The dashboard in a page, with a daemon that is as a scene has it, and as `change` makes it before it is asked. */
export async function open(
  scene: keyof typeof SCENES,
  projectId?: string,
  further?: Partial<DashboardLinks>,
  change: (daemon: MindDaemon) => void = () => {},
) {
  const daemon = await MindDaemon.start();
  SCENES[scene](daemon);
  change(daemon);
  const client = new DashboardClient({
    serverUrl: daemon.url,
    projectId,
    fetch: plainFetch,
    openSocket: (url) => new WebSocket(url) as PlainSocket,
    clock: {
      now: () => NOW,
      after: (ms, task) => {
        const timer = setTimeout(task, ms);
        return () => clearTimeout(timer);
      },
    },
  });
  opened.push(daemon, client);
  client.connect();
  const visited: string[] = [];
  render(
    <LearnerDashboard
      client={client}
      locale="en"
      theme="light"
      headingLevel={1}
      links={{
        workbench: (project, kata) =>
          `/workbench/?project=${project}${kata === undefined ? '' : `&kata=${encodeURIComponent(kata)}`}`,
        dashboard: (project) => `/dashboard/?project=${project}`,
        ...(further ?? { open: (url) => visited.push(url) }),
      }}
    />,
  );
  return { daemon, client, visited };
}

export const part = (name: string) => screen.findByRole('region', { name });
