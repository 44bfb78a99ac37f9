import { MCP_PATH, type ToolInput, type ToolName, type ToolOutput } from '@agent-factory/protocol/coach';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The SDK's own client, as agents have it, connected with the secret of a session. */
export class AgentClient implements AsyncDisposable {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Its stream is open: from now on it hears what is not an answer. */
  readonly listens: Promise<void>;

  private constructor(client: Client, transport: StreamableHTTPClientTransport, listens: Promise<void>) {
    this.client = client;
    this.transport = transport;
    this.listens = listens;
  }

  static async connect(
    url: string,
    secret: string,
    options: ConstructorParameters<typeof Client>[1] = {},
  ): Promise<AgentClient> {
    const headers = { Authorization: `Bearer ${secret}` };
    let hears = () => {};
    const listens = new Promise<void>((resolve) => {
      hears = resolve;
    });
    const transport = new StreamableHTTPClientTransport(new URL(MCP_PATH, url), {
      requestInit: { headers },
      fetch: async (...asked) => {
        const answer = await fetch(...asked);
        if (asked[1]?.method === 'GET' && answer.ok) hears();
        return answer;
      },
    });
    const client = new Client({ name: 'test-agent', version: '1.0.0' }, options);
    await client.connect(transport);
    return new AgentClient(client, transport, listens);
  }

  get sessionId(): string {
    return this.transport.sessionId ?? '';
  }

  /** What a tool answers; throws what it refuses. */
  async call<Name extends ToolName>(name: Name, input: ToolInput<Name>): Promise<ToolOutput<Name>> {
    const { content, isError, structuredContent } = await this.client.callTool({ name, arguments: { ...input } });
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent as ToolOutput<Name>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
