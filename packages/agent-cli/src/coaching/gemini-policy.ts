import { COACH_NAME, COACH_TOOLS } from './coach-tools.js';

/**
 * What it may use without a question: tools that read what the coach's server offers, the web and its own manual, and
 * that say something to the student. None reads a file: what it sees of the project it is shown by that server.
 */
export const GEMINI_READS = [
  ...['list_mcp_resources', 'read_mcp_resource'],
  ...['google_web_search', 'get_internal_docs', 'ask_user', 'update_topic'],
];

/** What it may use after it has asked. */
export const GEMINI_ASKS = ['web_fetch'];

const DENIED = 'A coach has no tools that write, run, or read files: read the resources of the project.';

/** Above whatever else may be said in the same place: the most is 999. */
const DENY = 900;
const EXCEPT = 950;

/** The most certain way to deny: everything, and then what is not denied. */
export const POLICY = [
  rule({ toolName: '*', decision: 'deny', priority: DENY, denyMessage: DENIED }),
  rule({ toolName: GEMINI_READS, decision: 'allow', priority: EXCEPT }),
  rule({ toolName: GEMINI_ASKS, decision: 'ask_user', priority: EXCEPT }),
  // By their whole names: in its chat, version 0.61 does not know the coach's server by its own.
  rule({ toolName: COACH_TOOLS.map((tool) => `mcp_${COACH_NAME}_${tool}`), decision: 'allow', priority: EXCEPT }),
].join('\n');

/** One rule as TOML, whose texts, numbers and lists are written like JSON's. */
function rule(fields: Readonly<Record<string, string | number | readonly string[]>>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  return `[[rule]]\n${lines.join('')}`;
}
