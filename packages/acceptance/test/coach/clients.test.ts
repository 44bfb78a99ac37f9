import { COACH_TOOLS, TOOL_NAMES } from '@agent-factory/protocol/coach';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { INPUTS, PHASES } from '../../src/coach/calls.js';
import { CoachedRepository } from '../../src/coach/coached-repository.js';
import { Inspector } from './inspector.js';

describe('a running server, whose agent is the real Claude Code and whose model is scripted', () => {
  let coached: CoachedRepository;
  let secret: string;

  // The last tool ends the session: each client has one of its own.
  beforeEach(async () => {
    coached = await CoachedRepository.start({ agent: 'claude' });
    const { project } = coached;
    secret = await project.secret();
    await project.plan(PHASES);
    await project.ask('/coach/visibility', { projectId: project.id, visibility: 'everything' });
  });
  afterEach(() => coached[Symbol.asyncDispose]());

  /** As the tool says what it answers. */
  const answered = TOOL_NAMES.map((name) => [name, { structuredContent: expect.anything() }] as const);

  it('[workbench inspector] the command line of the MCP Inspector lists and calls every tool', async () => {
    const inspector = new Inspector(coached.project, secret);
    const { tools } = (await inspector.list()) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const [name, wanted] of answered) {
      const result = await inspector.call(name, INPUTS[name]);
      expect(result).toMatchObject(wanted);
      expect(result).not.toHaveProperty('isError', true);
    }
  });

  it('[workbench sdk-client] the client of the official SDK lists and calls every tool, and ends its session', async () => {
    const requestInit = { headers: { Authorization: `Bearer ${secret}` } };
    const transport = new StreamableHTTPClientTransport(new URL(coached.project.mcpUrl), { requestInit });
    const client = new Client({ name: 'a-client', version: '1.0.0' });
    await client.connect(transport);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
      for (const name of TOOL_NAMES) {
        const { structuredContent, isError } = await client.callTool({ name, arguments: { ...INPUTS[name] } });
        expect([name, isError ?? false]).toEqual([name, false]);
        expect(COACH_TOOLS[name].output.safeParse(structuredContent)).toMatchObject({ success: true });
      }
      await transport.terminateSession();
    } finally {
      await client.close();
    }
  });
});
