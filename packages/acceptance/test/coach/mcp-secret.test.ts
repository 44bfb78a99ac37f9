import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coachCall } from '../../src/coach/calls.js';
import type { CoachedProject } from '../../src/coach/coached-project.js';
import { CoachedRepository } from '../../src/coach/coached-repository.js';
import { makeRepository } from '../../src/coach/repository.js';

const JSON_OR_EVENTS = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const CLIENT_INFO = { name: 'a-stranger', version: '1.0.0' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT_INFO },
};
const { tool: name, input } = coachCall('paige_show_message');
const SHOW = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: input } };

/** What the daemon tells whom it does not know: how to be known, and nothing else. */
const REFUSED = {
  status: 401,
  body: { error: 'mcp_forbidden', message: expect.stringMatching(/^Send the secret of a running session as/) },
};

/** An MCP message, sent by hand. */
async function send(project: CoachedProject, message: object, headers: Record<string, string>) {
  const body = JSON.stringify(message);
  const answer = await fetch(project.mcpUrl, { method: 'POST', headers: { ...JSON_OR_EVENTS, ...headers }, body });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    body: isJson ? JSON.parse(text) : text,
    session: answer.headers.get('mcp-session-id'),
  };
}

function bearer(secret: string): { Authorization: string } {
  return { Authorization: `Bearer ${secret}` };
}

/** The SDK's client with a secret, in a session of its own. */
async function connect(project: CoachedProject, secret: string): Promise<Client> {
  const requestInit = { headers: bearer(secret) };
  const client = new Client(CLIENT_INFO);
  await client.connect(new StreamableHTTPClientTransport(new URL(project.mcpUrl), { requestInit }));
  return client;
}

/** The calls and messages that a project has from here: its own agent does other things at its start. */
async function shownIn(project: CoachedProject): Promise<readonly string[]> {
  const { actions } = (await project.ask(`/coach/projects/${project.id}/actions`)) as { actions: Action[] };
  return actions
    .filter(({ type, data }) => type === 'coaching_message' || data.toolName === name)
    .map(({ type }) => type)
    .sort();
}

interface Action {
  readonly type: string;
  readonly data: { readonly toolName?: string };
}

/** What one message leaves in the log. */
const ONE = ['coaching_message', 'mcp_tool_call'];

describe('whoever has not the secret of a session', () => {
  let coached: CoachedRepository;
  let mine: CoachedProject;
  let theirs: CoachedProject;

  beforeEach(async () => {
    coached = await CoachedRepository.start({ agent: 'claude' });
    mine = coached.project;
    theirs = await coached.command.open(await makeRepository(coached.student, 'other'));
  });
  afterEach(() => coached[Symbol.asyncDispose]());

  it('[workbench mcp-secret] is refused with none, a wrong one and another session’s, and learns and changes nothing', async () => {
    const [secret, other] = [await mine.secret(), await theirs.secret()];
    const client = await connect(mine, secret);
    const { sessionId = '' } = client.transport ?? {};
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'E' : 'A'}`;
    for (const headers of [{}, bearer(wrong), bearer(''), { Authorization: secret }, bearer(secret + secret)]) {
      for (const message of [INITIALIZE, SHOW]) {
        const answer = await send(mine, message, { ...headers, 'Mcp-Session-Id': sessionId });
        expect([headers, answer]).toMatchObject([headers, REFUSED]);
        expect(answer.session).toBeNull();
      }
    }
    const stranger = await send(mine, SHOW, { ...bearer(other), 'Mcp-Session-Id': sessionId });
    expect(stranger).toMatchObject({ status: 401, body: { error: 'mcp_forbidden' } });
    await expect(connect(mine, wrong)).rejects.toThrow();
    expect(await shownIn(mine)).toEqual([]);

    // In a session of their own, they point in their own project.
    const them = await connect(mine, other);
    await them.callTool({ name, arguments: { ...input } });
    expect(await shownIn(theirs)).toEqual(ONE);
    expect(await shownIn(mine)).toEqual([]);
    await client.callTool({ name, arguments: { ...input } });
    expect(await shownIn(mine)).toEqual(ONE);
    await Promise.all([client.close(), them.close()]);
  });

  it('[workbench mcp-secret] is refused with that of a session which is over, while the next one goes on', async () => {
    const stale = await mine.secret();
    const before = await connect(mine, stale);
    const { sessionId = '' } = before.transport ?? {};
    await mine.loseTerminal();
    await mine.ask('/coach/start', { projectId: mine.id });
    const secret = await mine.secret();
    expect(secret).not.toBe(stale);
    for (const message of [INITIALIZE, SHOW]) {
      expect(await send(mine, message, bearer(stale))).toMatchObject(REFUSED);
      expect(await send(mine, message, { ...bearer(stale), 'Mcp-Session-Id': sessionId })).toMatchObject(REFUSED);
    }
    await expect(before.callTool({ name, arguments: { ...input } })).rejects.toThrow();
    expect(await shownIn(mine)).toEqual([]);
    const client = await connect(mine, secret);
    await client.callTool({ name, arguments: { ...input } });
    expect(await shownIn(mine)).toEqual(ONE);
    await Promise.all([before.close(), client.close()]);
  });
});
