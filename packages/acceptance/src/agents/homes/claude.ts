import { join } from 'node:path';
import type { AgentHome } from './agent-home.js';
import { writeJson } from './write-file.js';

/** Claude Code as it is after its first start, without its changing tips. */
export const claudeHome: AgentHome = {
  environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
  signedIn: (modelApi) => ({ ANTHROPIC_BASE_URL: modelApi, ANTHROPIC_AUTH_TOKEN: 'a-token-of-no-value' }),
  async write(home, { trusted }) {
    const accepted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    const projects = Object.fromEntries(trusted.map((path) => [path, accepted]));
    await writeJson(join(home, '.claude', 'settings.json'), { spinnerTipsEnabled: false });
    await writeJson(join(home, '.claude.json'), { hasCompletedOnboarding: true, theme: 'dark', projects });
  },
};
