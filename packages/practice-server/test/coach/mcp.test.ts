import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_MCP_BYTES, MCP_PATH, TOOL_NAMES } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '../fixtures/wait-until.js';
import type { HttpAnswer } from '../fixtures/wire/http.js';
import { AgentClient } from './support/agent-client.js';
import { callsOfAllTools } from './support/calls.js';
import { Coaching } from './support/coaching.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ACCEPT = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

describe('/mcp', () => {
  let coaching: Coaching;

  beforeEach(async () => {
    coaching = await Coaching.open();
    await coaching.start();
  });
  afterEach(() => coaching[Symbol.asyncDispose]());

  /** One request as a program makes it that knows nothing of MCP. */
  async function ask(body: unknown, headers: Record<string, string>, method = 'POST'): Promise<HttpAnswer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return coaching.daemon.request(MCP_PATH, {
      method,
      headers: { ...ACCEPT, ...headers },
      ...(method === 'POST' && { body: text }),
    });
  }

  async function own(projectId?: string): Promise<Record<string, string>> {
    return { Authorization: `Bearer ${await coaching.secret(projectId)}` };
  }

  /** Begins a session; its headers. */
  async function initialized(headers?: Record<string, string>): Promise<Record<string, string>> {
    const secret = headers ?? (await own());
    const answer = await ask(INITIALIZE, secret);
    return { ...secret, 'Mcp-Session-Id': String(answer.headers['mcp-session-id']) };
  }

  test('[coaching-backend 1.2] [coaching-backend SC-002] [coaching-backend FR-009] an initialize request begins a session with a UUID', async () => {
    const answer = await ask(INITIALIZE, await own());
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toMatch(UUID);
    expect(answer.text).toContain('"protocolVersion":"2025-06-18"');
    expect((await coaching.health()).mcpSessions).toBe(1);
  });

  test('[coaching-backend SC-038] the SDK’s own client lists and calls every tool', async () => {
    await coaching.post('/coach/visibility', { projectId: coaching.id, visibility: 'everything' });
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    await page.settled();
    const agent = await coaching.agent();
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOL_NAMES].sort());
    for (const [name, input] of callsOfAllTools) {
      const { isError, content } = await agent.client.callTool({ name, arguments: { ...input } });
      // There is no plan yet, and so no phase to move on; the tool says so.
      const refusal = name === 'paige_update_phase' ? expect.stringContaining('phase_not_found') : undefined;
      expect([name, isError === true ? JSON.stringify(content) : undefined]).toEqual([name, refusal]);
    }
    expect((await page.next('editor:open_file')).payload).toMatchObject({ path: 'src/main.py', content: 'print(1)\n' });
    await page.next('editor:highlight_lines');
    await page.next('explorer:hint_files');
    await page.next('coaching:message');
    await page.next('coaching:issue_context');
  });

  test('a client of the newest protocol falls back to a session', async () => {
    await using agent = await AgentClient.connect(coaching.daemon.url, await coaching.secret(), {
      versionNegotiation: { mode: 'auto' },
    });
    expect(agent.sessionId).toMatch(UUID);
    expect((await agent.client.listTools()).tools).toHaveLength(TOOL_NAMES.length);
  });

  test('[coaching-backend FR-002] takes POST for requests, GET for notifications and DELETE for the end', async () => {
    const agent = await coaching.agent();
    const { sessionId } = agent;
    expect((await agent.call('paige_get_open_files', {})).files).toEqual([]);
    const headers = { ...(await own()), 'Mcp-Session-Id': sessionId };
    // The client has opened its stream already, and there is one for each session.
    const second = await waitUntil('the stream of the client is there', async () => {
      const answer = await ask('', headers, 'GET');
      return answer.status === 409 && answer;
    });
    expect(second.json).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } });
    expect((await ask('', headers, 'DELETE')).status).toBe(200);
    expect((await ask(LIST, headers)).status).toBe(404);
    expect((await coaching.health()).mcpSessions).toBe(0);
    const put = await ask('', headers, 'PUT');
    expect([put.status, put.json.error]).toEqual([401, 'unauthorized']);
  });

  test('[coaching-backend EC-02] several agents have sessions side by side', async () => {
    const other = await coaching.another('other');
    await coaching.start(other.id);
    const [first, second, elsewhere] = [await coaching.agent(), await coaching.agent(), await coaching.agent(other.id)];
    expect(new Set([first.sessionId, second.sessionId, elsewhere.sessionId]).size).toBe(3);
    const page = await coaching.page();
    page.send('file:open', { path: 'README.md' });
    await page.settled();
    const opened = await Promise.all([first, second, elsewhere].map((agent) => agent.call('paige_get_open_files', {})));
    expect(opened.map(({ files }) => files)).toEqual([['README.md'], ['README.md'], []]);
  });

  test('refuses no secret, a wrong one, and the token of the daemon itself, which is no agent’s', async () => {
    const wrong = { Authorization: `Bearer ${'x'.repeat(43)}` };
    for (const headers of [{}, wrong, { Authorization: 'Bearer ' }, await coaching.bearer()]) {
      const answer = await ask(INITIALIZE, headers);
      expect([answer.status, answer.json.error]).toEqual([401, 'mcp_forbidden']);
    }
    expect((await coaching.health()).mcpSessions).toBe(0);
  });

  test('refuses the secret of a session that has ended, and closes what it had opened', async () => {
    const headers = await initialized();
    const agent = await coaching.agent();
    const ended = new Promise<void>((resolve) => {
      agent.transport.onclose = resolve;
      agent.client.onerror = () => {};
    });
    await coaching.end();
    await waitUntil('the end of the session is known', async () => (await coaching.health()).mcpSessions === 0);
    expect((await ask(LIST, headers)).json.error).toBe('mcp_forbidden');
    expect((await ask(INITIALIZE, headers)).json.error).toBe('mcp_forbidden');
    await agent.client.close();
    await ended;
  });

  test('refuses the secret of an agent that has left the student in their shell, and closes what it had opened', async () => {
    const terminal = coaching.daemon.connect((await coaching.start()).wsUrl);
    await terminal.attached();
    const headers = await initialized();
    expect((await ask(LIST, headers)).status).toBe(200);
    terminal.type('\x04');
    await terminal.frame('agent_exited');
    expect((await coaching.health()).mcpSessions).toBe(0);
    for (const message of [LIST, INITIALIZE]) {
      const { status, json } = await ask(message, headers);
      expect([status, json.error, json.message]).toEqual([
        401,
        'mcp_forbidden',
        expect.stringMatching(/agent .* has ended/),
      ]);
    }
    terminal.type('exit\r');
    await terminal.frame('session_ended');
    await coaching.start();
    expect((await ask(INITIALIZE, await own())).status).toBe(200);
  });

  test('refuses the secret of another session, at whose session it came', async () => {
    const mine = await initialized();
    const other = await coaching.another('other');
    await coaching.start(other.id);
    const theirs = await own(other.id);
    const answer = await ask(LIST, { ...theirs, 'Mcp-Session-Id': mine['Mcp-Session-Id'] ?? '' });
    expect([answer.status, answer.json.error]).toEqual([401, 'mcp_forbidden']);
    expect((await ask(LIST, mine)).status).toBe(200);
  });

  test('refuses the secret of the agent before, once there is another one', async () => {
    const mine = await initialized();
    await coaching.end();
    await waitUntil('the end of the session is known', async () => (await coaching.health()).mcpSessions === 0);
    await coaching.start();
    expect((await ask(LIST, mine)).json.error).toBe('mcp_forbidden');
    expect((await ask(LIST, await initialized())).status).toBe(200);
  });

  test('says of a session that there is not that a new one is needed', async () => {
    const answer = await ask(LIST, { ...(await own()), 'Mcp-Session-Id': 'f3b2c1d0-0000-4000-8000-000000000000' });
    expect([answer.status, answer.json.error]).toEqual([404, 'mcp_session_not_found']);
  });

  test('lets no page in, whatever secret it has', async () => {
    for (const headers of [
      { Origin: 'http://localhost:3000' },
      { Origin: 'http://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Host: 'evil.example' },
    ]) {
      const answer = await ask(INITIALIZE, { ...(await own()), ...headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(['origin_forbidden', 'host_forbidden']).toContain(answer.json.error);
    }
  });

  test('does not let our own page in either', async () => {
    const cookie = await coaching.cookie();
    expect((await ask(INITIALIZE, { ...(await own()), ...cookie })).json.error).toBe('origin_forbidden');
    expect((await ask(INITIALIZE, { ...(await own()), Cookie: cookie.Cookie ?? '' })).json.error).toBe(
      'origin_forbidden',
    );
  });

  test('answers what is no message in the words of JSON-RPC, and goes on', async () => {
    const headers = await initialized();
    for (const [body, code] of [
      ['{"jsonrpc":', -32700],
      [{ hello: 'there' }, -32700],
      ['['.repeat(5000), -32700],
      [INITIALIZE, -32600],
    ]) {
      const answer = await ask(body, headers);
      expect([answer.status, answer.json]).toMatchObject([400, { jsonrpc: '2.0', error: { code } }]);
    }
    expect((await ask(LIST, headers)).status).toBe(200);
  });

  test('answers an unknown method, a wrong tool and wrong arguments as errors, and lives on', async () => {
    const headers = await initialized();
    const unknown = await ask({ jsonrpc: '2.0', id: 5, method: 'no/such' }, headers);
    expect(unknown.text).toContain('-32601');
    const call = (name: string, args: object) =>
      ask({ jsonrpc: '2.0', id: 6, method: 'tools/call', params: { name, arguments: args } }, headers);
    expect((await call('paige_write_file', { path: 'x' })).text).toContain('error');
    expect((await call('paige_get_buffer', { path: 7 })).text).toMatch(/isError":true|"error"/);
    expect((await ask(LIST, headers)).text).toContain('paige_get_buffer');
  });

  test('answers whatever comes before a session in the words of JSON-RPC, and leaves nothing behind', async () => {
    const headers = await own();
    const early = await ask(LIST, headers);
    expect([early.status, early.json]).toMatchObject([400, { jsonrpc: '2.0', error: { code: -32000 } }]);
    expect((await ask('', headers, 'GET')).status).toBe(400);
    expect((await ask('{"jsonrpc":', headers)).json).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
    expect((await ask(INITIALIZE, { ...headers, Accept: 'application/json' })).status).toBe(406);
    expect((await coaching.health()).mcpSessions).toBe(0);
  });

  test('refuses what is too large, compressed, or not declared as JSON', async () => {
    const headers = await initialized();
    const large = await ask({ ...LIST, params: { padding: 'x'.repeat(MAX_MCP_BYTES) } }, headers);
    expect([large.status, large.json.error]).toEqual([413, 'payload_too_large']);
    expect((await ask(LIST, { ...headers, 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await ask(LIST, { ...headers, 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  test('keeps eight sessions of one agent; the one that was idle longest goes', async () => {
    const sessions: Record<string, string>[] = [];
    for (let count = 0; count < 8; count += 1) sessions.push(await initialized());
    // The first one is used again, so the second is the oldest now.
    expect((await ask(LIST, sessions[0] ?? {})).status).toBe(200);
    await initialized();
    expect((await coaching.health()).mcpSessions).toBe(8);
    expect((await ask(LIST, sessions[1] ?? {})).status).toBe(404);
    expect((await ask(LIST, sessions[0] ?? {})).status).toBe(200);
  });

  test('logs every call with the MCP session that it came by', async () => {
    const agent = await coaching.agent();
    await agent.call('paige_get_open_files', {});
    const { json } = await coaching.daemon.request(`/coach/projects/${coaching.id}/actions?type=mcp_tool_call`, {
      headers: await coaching.bearer(),
    });
    expect(json.actions).toMatchObject([{ data: { toolName: 'paige_get_open_files', sessionId: agent.sessionId } }]);
  });

  test('[workbench visibility] tells the agents of a project when the student shows them more or less, and no others', async () => {
    const agents = [await coaching.agent(), await coaching.agent()];
    const other = await coaching.another('other');
    await coaching.start(other.id);
    agents.push(await coaching.agent(other.id));
    /** Who was told, in that order. */
    const told: number[] = [];
    for (const [at, { client }] of agents.entries())
      client.setNotificationHandler('notifications/resources/list_changed', () => void told.push(at));
    await Promise.all(agents.map(({ listens }) => listens));
    const show = (visibility: string, projectId = coaching.id) =>
      coaching.post('/coach/visibility', { projectId, visibility });
    await show('nothing');
    await waitUntil('both are told', () => told.length === 2);
    // The same again is nothing new.
    await show('nothing');
    await show('everything', other.id);
    await waitUntil('the other is told', () => told.includes(2));
    expect(told.sort()).toEqual([0, 1, 2]);
  });

  test('shows an agent what the student shows it, and changes no file', async () => {
    await coaching.post('/coach/visibility', { projectId: coaching.id, visibility: 'everything' });
    const page = await coaching.page();
    page.send('file:open', { path: 'src/main.py' });
    page.send('buffer:update', { path: 'src/main.py', content: 'print(2)\n', cursorPosition: { line: 1, column: 1 } });
    await page.settled();
    const agent = await coaching.agent();
    const { buffer } = await agent.call('paige_get_buffer', { path: 'src/main.py' });
    expect(buffer).toMatchObject({ content: 'print(2)\n', dirty: true });
    await writeFile(join(coaching.folder, 'later.txt'), 'x');
    expect((await agent.call('paige_open_file', { path: 'later.txt' })).success).toBe(true);
  });
});
