import { MCP_PATH, type ToolInput, type ToolName, type ToolOutput } from '@agent-factory/protocol/coach';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

interface CoachServer {
  /** Address of the daemon. */
  readonly url: string;
  /** Of a living session. */
  readonly secret: string;
}

/** The tools of a coach, called as its agent calls them: by the SDK's own client. */
export class CoachTools implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect({ url, secret }: CoachServer): Promise<CoachTools> {
    const headers = { Authorization: `Bearer ${secret}` };
    const client = new Client({ name: 'coach-of-a-test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(MCP_PATH, url), { requestInit: { headers } }));
    return new CoachTools(client);
  }

  /** What a tool answers. Rejects with what the agent is told where it is refused. */
  async call<Name extends ToolName>(name: Name, input: ToolInput<Name>): Promise<ToolOutput<Name>> {
    const { content, isError, structuredContent } = await this.#client.callTool({ name, arguments: { ...input } });
    if (isError === true) throw new Error(JSON.stringify(content));
    return structuredContent as ToolOutput<Name>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}
