import { COACH_TOOLS, TOOL_NAMES, type ToolName } from '@agent-factory/protocol/coach';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { annotationsOf } from './annotations.js';
import { ask, type CoachServerOptions } from './ask.js';
import { serveResources } from './resources.js';
import { unchecked } from './unchecked.js';

/** What an agent reads when it connects. */
const INSTRUCTIONS = `You coach a student who works in an editor that you can see and point into.
Look before you speak: paige_get_open_files and paige_get_buffer show the work, as far as the student shares it. The files of the project are resources: read project:/// and what it lists. If something is not shared, ask for it; do not call again.
Point instead of telling: open a file, mark lines, let files glow, put a message at a line. Clear what is no longer needed.
You never write the student's code. No tool here changes a file. The student sees everything that you look at.`;

/** A server of the Model Context Protocol with the coach's tools and the project's files, for one connection. */
export function createCoachServer(options: CoachServerOptions): McpServer {
  const server = new McpServer({ name: 'practice-coach', version: options.version }, { instructions: INSTRUCTIONS });
  for (const name of TOOL_NAMES) registerTool(server, name, options);
  serveResources(server, options);
  return server;
}

function registerTool(server: McpServer, name: ToolName, options: CoachServerOptions): void {
  const { title, description, input, output } = COACH_TOOLS[name];
  server.registerTool(
    name,
    { title, description, inputSchema: unchecked(input), outputSchema: output, annotations: annotationsOf(name) },
    (args: unknown) => answer(options, name, args),
  );
}

async function answer(options: CoachServerOptions, name: ToolName, input: unknown): Promise<CallToolResult> {
  const asked = await ask(options, name, input);
  if (!asked.ok) return { content: [{ type: 'text', text: asked.refusal }], isError: true };
  return { content: [{ type: 'text', text: JSON.stringify(asked.output) }], structuredContent: { ...asked.output } };
}
