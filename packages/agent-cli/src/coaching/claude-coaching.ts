import { join } from 'node:path';
import { COACH_NAME } from './coach-tools.js';
import type { Coaching, CoachingForm, CoachServer } from './coaching-form.js';
import { COACH_INSTRUCTIONS } from './instructions.js';

const MCP_FILE = 'mcp.json';

/**
 * All the tools of its own that a coach has, in subagents as well: what a later version adds is not among them. None
 * reads a file: what it sees of the project it is shown by the coach's server, as far as the student wants.
 */
const TOOLS = [
  ...['WebFetch', 'WebSearch', 'AskUserQuestion', 'TodoWrite'],
  ...['ListMcpResourcesTool', 'ReadMcpResourceTool'],
];

/** A second lock: what is denied here, no setting and no mode allows. It warns of names that it does not know. */
const DENIED = ['Edit', 'Write', 'NotebookEdit', 'Bash', 'PowerShell', 'Monitor', 'Agent', 'Skill'];

/**
 * Claude Code 2.1. Servers that the student has set up may have tools that write, so they are left out. A list has no
 * end of its own: the last argument has to be one with a single value.
 */
export function claudeCoaching({ url, secret }: CoachServer, folder: string): Coaching {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` }, alwaysLoad: true };
  return {
    args: [
      ...['--mcp-config', join(folder, MCP_FILE), '--strict-mcp-config'],
      ...['--tools', TOOLS.join(','), '--disallowedTools', DENIED.join(',')],
      // They show and point, in the student's own editor: there is nothing to be asked about.
      ...['--allowedTools', `mcp__${COACH_NAME}`],
      ...['--append-system-prompt', COACH_INSTRUCTIONS],
    ],
    // Otherwise every conversation begins with what Git says of the project: files that have changed, the last commits.
    environment: { CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1' },
    files: [{ path: MCP_FILE, text: JSON.stringify({ mcpServers: { [COACH_NAME]: server } }) }],
    links: [],
  };
}

/** Version 2.1.20 obeys. 2.1.0 offers its shell to an agent of its own that it warms up, and 2.0.50 asks at every tool. */
export const claudeCoach: CoachingForm = {
  since: '2.1.20',
  hasTools: true,
  hasChat: true,
  prepare: async ({ server, folder }) => claudeCoaching(server, folder),
};
