import { join } from 'node:path';
import { AGENT_CLIS, type AgentCli, type ChatForm } from '@agent-factory/agent-cli';
import type { Provider, Role } from '../contract/agents.js';
import { GEMINI_POLICY } from './agent-homes.js';

interface AgentForm {
  /** Arguments that come after those of its conversation. */
  readonly args: (home: string, model: string | undefined) => readonly string[];
  /** More of its conversation's form. */
  readonly chat?: Partial<ChatForm>;
}

const CLAUDE_WEB = 'WebFetch,WebSearch';
const CLAUDE_READS = 'Read,Glob,Grep,WebFetch,WebSearch';
const CLAUDE_WRITES = 'Edit,Write,NotebookEdit,Bash,PowerShell,Monitor,Agent,Task,Skill';

/** What brings tools along or hands work to others. Its shell is left: without it, it cannot read. */
const CODEX_OFF = [
  ...['code_mode', 'multi_agent', 'plugins', 'apps', 'image_generation'],
  ...['request_permissions_tool', 'skill_mcp_dependency_install', 'tool_suggest'],
].map((feature) => `features.${feature}=false`);

const claudeModel = (model: string | undefined) => (model === undefined ? [] : ['--model', model]);
const codexSettings = (settings: readonly string[], model: string | undefined) =>
  [...settings, ...(model === undefined ? [] : [`model=${JSON.stringify(model)}`])].flatMap((setting) => [
    '-c',
    setting,
  ]);
const geminiArgs = (home: string, model: string | undefined) => {
  const policy = join(home, GEMINI_POLICY);
  // Only where it debugs does it tell its other end what a command has printed, and with which exit code.
  const args = ['--debug', `--admin-policy=${policy}`, `--policy=${policy}`];
  return [...args, ...(model === undefined ? [] : ['--model', model])];
};

/**
 * What each CLI may do in each part: a student all that its container can, without the web's tools; a mentor reads and
 * searches, and its tools that write or run are off. The container is the sandbox, so no CLI needs one of its own.
 */
const FORMS: Readonly<Record<Provider, Readonly<Record<Role, AgentForm>>>> = {
  claude: {
    student: { args: (_, model) => [...claudeModel(model), '--strict-mcp-config', '--disallowedTools', CLAUDE_WEB] },
    mentor: {
      args: (_, model) => [
        ...claudeModel(model),
        ...['--strict-mcp-config', '--tools', CLAUDE_READS, '--disallowedTools', CLAUDE_WRITES],
        // What it reads of a student's is no instruction or hook of its own project.
        ...['--setting-sources', 'user'],
      ],
    },
  },
  codex: {
    student: {
      args: (_, model) =>
        codexSettings(['web_search="disabled"', 'sandbox_mode="danger-full-access"', 'approval_policy="never"'], model),
      chat: { isUnconfined: true },
    },
    mentor: {
      args: (_, model) =>
        codexSettings(
          [
            ...['web_search="live"', 'sandbox_mode="danger-full-access"', 'approval_policy="never"'],
            ...['project_doc_max_bytes=0', ...CODEX_OFF],
          ],
          model,
        ),
      // Nothing of its container can be written.
      chat: { isUnconfined: true },
    },
  },
  gemini: {
    student: { args: geminiArgs },
    mentor: { args: geminiArgs },
  },
};

export interface RoleForm {
  readonly cli: AgentCli;
  readonly form: ChatForm;
  /** Whether a command that it calls done has ended with 0. Gemini CLI calls those done as well that have failed. */
  readonly tellsFailure: boolean;
}

export function roleForm(
  provider: Provider,
  role: Role,
  { home, model }: { home: string; model?: string | undefined },
): RoleForm {
  const cli = AGENT_CLIS[provider];
  if (cli.chat === undefined) throw new Error(`${cli.name} has no form as a conversation.`);
  const { chat } = cli;
  const own = FORMS[provider][role];
  const form: ChatForm = {
    ...chat,
    ...own.chat,
    args: (options) => [...chat.args(options), ...own.args(home, model)],
  };
  return { cli, form, tellsFailure: provider !== 'gemini' };
}
