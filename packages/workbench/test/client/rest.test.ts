import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Drafts } from '../../src/client/drafts/drafts.js';
import { type CoachRest, createCoachRest } from '../../src/client/rest/coach-rest.js';
import { Workbench } from '../../src/client/workbench.js';
import { TestPage } from './support/browser.js';
import { ManualClock } from './support/manual-clock.js';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
}

const servers: Server[] = [];

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}

/** A daemon that answers every request so. */
async function answering(status: number, answer: string) {
  const asked: Asked[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push({ method: request.method, url: request.url, body: await bodyOf(request) });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer);
  };
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { rest: restAt(port), asked, port };
}

function restAt(port: number): CoachRest {
  return createCoachRest({ serverUrl: () => `http://127.0.0.1:${port}`, projectId: 'shop', fetch });
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('the daemon’s routes for a project', () => {
  it('set what the agent may see', async () => {
    const { rest, asked } = await answering(200, '{"visibility":"nothing"}');
    expect(await rest.setVisibility('nothing')).toEqual({ ok: true, value: { visibility: 'nothing' } });
    const body = { projectId: 'shop', visibility: 'nothing' };
    expect(asked).toEqual([{ method: 'POST', url: '/coach/visibility', body }]);
  });

  it('show the choice once the daemon has taken it', async () => {
    const { port } = await answering(200, '{"visibility":"everything"}');
    const serverUrl = `http://127.0.0.1:${port}`;
    const page = new TestPage();
    const drafts = new Drafts({ clock: new ManualClock(), storage: undefined });
    const workbench = new Workbench({ url: 'ws://127.0.0.1:1', serverUrl, projectId: 'shop', page, drafts });
    expect(await workbench.setVisibility('everything')).toMatchObject({ ok: true });
    expect(workbench.snapshot().visibility).toBe('everything');
    workbench.dispose();
  });

  it('list, export and delete what the action log has', async () => {
    const action = { id: 7, sessionId: 's', at: '2026-01-01T00:00:00Z', type: 'file_open', data: { path: 'a.py' } };
    const { rest, asked } = await answering(200, JSON.stringify({ actions: [action], next: 7, deleted: 3 }));
    expect(await rest.actions()).toMatchObject({ ok: true, value: { actions: [action], next: 7 } });
    await rest.actions({ before: 7, limit: 10, types: ['file_open', 'mcp_tool_call'] });
    expect(await rest.deleteActions()).toEqual({ ok: true, value: { deleted: 3 } });
    const exported = await rest.exportActions();
    expect(exported.ok && JSON.parse(await exported.value.text())).toMatchObject({ actions: [action] });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /coach/projects/shop/actions',
      'GET /coach/projects/shop/actions?before=7&limit=10&type=file_open%2Cmcp_tool_call',
      'DELETE /coach/projects/shop/actions',
      'GET /coach/projects/shop/actions/export',
    ]);
  });

  it('start the agent', async () => {
    const { rest, asked } = await answering(409, '{"error":"agent_not_ready","message":"Sign in first."}');
    await rest.start({ agent: 'claude', size: { cols: 80, rows: 24 } });
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: '/coach/start',
      body: { projectId: 'shop', agent: 'claude', size: { cols: 80, rows: 24 } },
    });
  });

  it('give the daemon’s errors with their codes', async () => {
    const error = { error: 'project_not_found', message: 'There is no such project.' };
    const { rest } = await answering(404, JSON.stringify(error));
    expect(await rest.actions()).toEqual({ ok: false, error });
    expect(await rest.exportActions()).toEqual({ ok: false, error });
  });

  it('say so when nobody answers, or when the answer breaks the protocol', async () => {
    const { rest, port } = await answering(200, '<html>');
    expect(await rest.actions()).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(await restAt(port).deleteActions()).toMatchObject({ ok: false, error: { error: 'unreachable' } });
  });
});
