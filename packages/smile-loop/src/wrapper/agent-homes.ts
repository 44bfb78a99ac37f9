import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Provider, Role } from '../contract/agents.js';

interface HomeFacts {
  /** The address of the models, for this CLI. */
  readonly modelUrl: string;
  /** Absolute path of the folder in which the CLI starts, and which it is to trust. */
  readonly folder: string;
  readonly role: Role;
}

interface HomeFile {
  /** Relative to the home folder. */
  readonly path: string;
  readonly text: string;
}

/** What a CLI has to find in its home, so that it begins without a question, and asks nobody but the model. */
const FILES: Readonly<Record<Provider, (facts: HomeFacts) => readonly HomeFile[]>> = {
  claude: ({ folder }) => {
    const projects = { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } };
    return [{ path: '.claude.json', text: JSON.stringify({ hasCompletedOnboarding: true, projects }) }];
  },
  codex: ({ modelUrl, folder }) => [{ path: '.codex/config.toml', text: codexConfig(modelUrl, folder) }],
  gemini: ({ folder, role }) => [
    { path: '.gemini/settings.json', text: JSON.stringify(GEMINI_SETTINGS[role]) },
    { path: '.gemini/trustedFolders.json', text: JSON.stringify({ [folder]: 'TRUST_FOLDER' }) },
    { path: '.gemini/smile-policy.toml', text: GEMINI_POLICIES[role] },
  ],
};

/** Where Gemini CLI's policy is, below the home. */
export const GEMINI_POLICY = '.gemini/smile-policy.toml';
/** The variable in which Codex finds its key. */
export const CODEX_KEY = 'SMILE_MODEL_TOKEN';

/** A model error is ours to try again, for it counts against the author's budget. */
function codexConfig(modelUrl: string, folder: string): string {
  return `model_provider = "smile"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.smile]
name = "smile"
base_url = ${JSON.stringify(`${modelUrl}/v1`)}
env_key = "${CODEX_KEY}"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[projects.${JSON.stringify(folder)}]
trust_level = "trusted"
`;
}

const GEMINI_COMMON = {
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  security: { auth: { selectedType: 'gemini-api-key' } },
  ui: { hideTips: true },
};

const GEMINI_SETTINGS: Readonly<Record<Role, object>> = {
  student: GEMINI_COMMON,
  // It looks for instructions in the folders below its own as well, and one of them is a student's.
  mentor: { ...GEMINI_COMMON, context: { fileName: '.no-instructions' } },
};

const GEMINI_WEB = ['google_web_search', 'web_fetch'];
const GEMINI_READS = ['read_file', 'read_many_files', 'list_directory', 'glob', 'search_file_content', 'grep_search'];

const GEMINI_POLICIES: Readonly<Record<Role, string>> = {
  student: [rule('*', 'allow', 900), rule(GEMINI_WEB, 'deny', 950)].join('\n'),
  mentor: [rule('*', 'deny', 900), rule([...GEMINI_READS, ...GEMINI_WEB], 'allow', 950)].join('\n'),
};

/** One rule as TOML, whose texts and lists are written like JSON's. The most that a priority may be is 999. */
function rule(toolName: string | readonly string[], decision: 'allow' | 'deny', priority: number): string {
  return `[[rule]]\ntoolName = ${JSON.stringify(toolName)}\ndecision = "${decision}"\npriority = ${priority}\n`;
}

/** Writes them. Throws the system's error. */
export async function writeAgentHome(provider: Provider, home: string, facts: HomeFacts): Promise<void> {
  for (const { path, text } of FILES[provider](facts)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
}
