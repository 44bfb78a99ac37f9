import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBelow } from '../../src/agents/homes/write-file.js';
import type { AgentProgram } from '../../src/machine/programs.js';
import type { CoachedSession } from './coached-session.js';

/** The student's own MCP server, and their project's. Both are real, and the coach's in disguise. */
export const OWN_SERVERS = ['own', 'ours'] as const;

/** The model that Codex is used with: it patches files, and runs programs that use its tools. */
const CODEX_MODEL = 'gpt-6.1-sol';

/** A student who has allowed their agent everything, by every setting that they and their project have. */
export const EVERYTHING_ALLOWED: Readonly<Record<AgentProgram, (session: CoachedSession) => Promise<void>>> = {
  claude: async (session) => {
    const allow = [
      ...['Edit', 'Write', 'NotebookEdit', 'Bash', 'Monitor', 'Skill', 'Agent', 'mcp__own', 'mcp__ours'],
      ...['Read', 'Grep', 'Glob', 'LSP', 'WebFetch'],
    ];
    const permissions = { allow, defaultMode: 'acceptEdits' };
    await session.writeHome(
      JSON.stringify({ permissions, enableAllProjectMcpServers: true }),
      '.claude',
      'settings.json',
    );
    const [own, ours] = OWN_SERVERS;
    const known = JSON.parse(await session.readHome('.claude.json'));
    await session.writeHome(JSON.stringify({ ...known, mcpServers: { [own]: claudeServer(session) } }), '.claude.json');
    const project = JSON.stringify({ mcpServers: { [ours]: claudeServer(session) } });
    await writeFile(join(session.project, '.mcp.json'), project);
    const skill = `---\nname: touch\ndescription: Makes a file.\nallowed-tools: Bash\n---\n!\`touch skill.txt\`\n`;
    await session.writeHome(skill, '.claude', 'skills', 'touch', 'SKILL.md');
  },
  codex: async (session) => {
    const [own, ours] = OWN_SERVERS;
    const config = (await session.readHome('.codex', 'config.toml')).replace(
      /^model = .*$/m,
      `model = "${CODEX_MODEL}"`,
    );
    const top = 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n';
    await session.writeHome(`${top}${config}${codexServer(own, session)}`, '.codex', 'config.toml');
    const rules = ['touch', 'cat'].map((name) => `prefix_rule(pattern=["${name}"], decision="allow")\n`);
    await session.writeHome(rules.join(''), '.codex', 'rules', 'default.rules');
    await writeBelow(join(session.project, '.codex', 'config.toml'), codexServer(ours, session));
  },
  gemini: async (session) => {
    const [own, ours] = OWN_SERVERS;
    const settings = JSON.parse(await session.readHome('.gemini', 'settings.json'));
    const text = `// Mine.\n${JSON.stringify({ ...settings, ...geminiSettings(own, session) })}`;
    await session.writeHome(text, '.gemini', 'settings.json');
    const project = JSON.stringify(geminiSettings(ours, session));
    await writeBelow(join(session.project, '.gemini', 'settings.json'), project);
    const rule = '[[rule]]\ntoolName = "*"\ndecision = "allow"\npriority = 999\n';
    await session.writeHome(rule, '.gemini', 'policies', 'all.toml');
  },
};

function authorization({ coach }: CoachedSession): string {
  return `Bearer ${coach.secret}`;
}

function claudeServer(session: CoachedSession): Readonly<Record<string, unknown>> {
  return { type: 'http', url: session.coach.url, headers: { Authorization: authorization(session) } };
}

function codexServer(name: string, session: CoachedSession): string {
  const url = JSON.stringify(session.coach.url);
  const headers = `{ Authorization = ${JSON.stringify(authorization(session))} }`;
  return `\n[mcp_servers.${name}]\nurl = ${url}\nhttp_headers = ${headers}\ndefault_tools_approval_mode = "approve"\n`;
}

const GEMINI_TOOLS = [
  ...['write_file', 'replace', 'run_shell_command', 'invoke_agent'],
  ...['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'search_file_content'],
  ...['list_mcp_resources', 'read_mcp_resource', 'web_fetch', 'get_internal_docs'],
];

/** With a program that tells of one more tool, and makes a file when that is used. */
function geminiSettings(name: string, session: CoachedSession): Readonly<Record<string, unknown>> {
  const server = { httpUrl: session.coach.url, headers: { Authorization: authorization(session) }, trust: true };
  const tool = { name: 'make_a_file', description: 'Makes a file.', parameters: { type: 'object' } };
  return {
    mcpServers: { [name]: server },
    mcp: { allowed: [name] },
    tools: {
      core: GEMINI_TOOLS,
      allowed: [...GEMINI_TOOLS, 'make_a_file'],
      discoveryCommand: `echo '${JSON.stringify([{ function_declarations: [tool] }])}'`,
      callCommand: 'touch discovered.txt',
    },
  };
}
