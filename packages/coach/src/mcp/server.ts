import { PracticeError } from '@agent-factory/protocol';
import { COACH_TOOLS, TOOL_NAMES, type ToolInput, type ToolName } from '@agent-factory/protocol/coach';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { CoachedProject } from '../project/coached-project.js';
import { annotationsOf } from './annotations.js';

export interface CoachServerOptions {
  /** Asked for at each call: it may have been closed meanwhile. */
  readonly project: () => Promise<CoachedProject>;
  /** Of the connection, as the action log has it. */
  readonly mcpSessionId: () => string;
  /** Of the practice server. */
  readonly version: string;
  /** Something went wrong that no agent can mend. */
  readonly logFailure: (error: unknown, what: string) => void;
}

/** What an agent reads when it connects. */
const INSTRUCTIONS = `You coach a student who works in an editor that you can see and point into.
Look before you speak: paige_get_open_files and paige_get_buffer show the work, as far as the student shares it. If something is not shared, ask for it; do not call again.
Point instead of telling: open a file, mark lines, let files glow, put a message at a line. Clear what is no longer needed.
You never write the student's code. No tool here changes a file.`;

/** A server of the Model Context Protocol with the coach's tools, for one connection. */
export function createCoachServer(options: CoachServerOptions): McpServer {
  const server = new McpServer({ name: 'practice-coach', version: options.version }, { instructions: INSTRUCTIONS });
  for (const name of TOOL_NAMES) registerTool(server, name, options);
  return server;
}

function registerTool<Name extends ToolName>(server: McpServer, name: Name, options: CoachServerOptions): void {
  const { title, description, input, output } = COACH_TOOLS[name];
  server.registerTool(
    name,
    { title, description, inputSchema: input, outputSchema: output, annotations: annotationsOf(name) },
    (args: unknown) => answer(options, name, args as ToolInput<Name>),
  );
}

async function answer<Name extends ToolName>(
  { project, mcpSessionId, logFailure }: CoachServerOptions,
  name: Name,
  input: ToolInput<Name>,
): Promise<CallToolResult> {
  try {
    const caller = { mcpSessionId: mcpSessionId() };
    const result = await (await project()).callTool(name, input, caller);
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    if (error instanceof PracticeError) return refusal(`${error.code}: ${error.message}`);
    logFailure(error, 'A tool of the coach failed');
    return refusal('internal: The practice server could not do this; its log has the details. Go on without it.');
  }
}

/** One text that says what is wrong and what to do; what a program needs to know is its first word. */
function refusal(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
