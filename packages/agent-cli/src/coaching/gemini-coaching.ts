import { join } from 'node:path';
import { COACH_NAME } from './coach-tools.js';
import type { Coaching, CoachingForm, CoachServer } from './coaching-form.js';
import { type GeminiHome, geminiHome, homeLinks } from './gemini-home.js';
import { POLICY } from './gemini-policy.js';
import { geminiSettings, INSTRUCTIONS_FILE } from './gemini-settings.js';
import { COACH_INSTRUCTIONS } from './instructions.js';

const HOME = 'home';
const POLICY_FILE = 'policy.toml';

/**
 * Gemini CLI 0.61. It takes the settings of a session from nowhere: those of the system have to belong to root, and a
 * project's are the student's. So it is given a home of its own for its settings, in which everything else is theirs.
 * What it may do is said by a policy among its arguments, which no settings overrule, not even a project's. Policies of
 * the system would make it ignore those of an administrator, so the same one is the user's as well.
 */
export function geminiCoaching(server: CoachServer, folder: string, own: GeminiHome): Coaching {
  const policy = join(folder, POLICY_FILE);
  const allowed = `--allowed-mcp-server-names=${COACH_NAME}`;
  return {
    args: [`--admin-policy=${policy}`, `--policy=${policy}`, allowed],
    environment: { GEMINI_CLI_HOME: join(folder, HOME), GEMINI_CLI_TRUSTED_FOLDERS_PATH: own.trustedFolders },
    files: [
      { path: POLICY_FILE, text: POLICY },
      { path: join(HOME, '.gemini', 'settings.json'), text: JSON.stringify(geminiSettings(own.settings, server)) },
      { path: join(HOME, '.gemini', INSTRUCTIONS_FILE), text: COACH_INSTRUCTIONS },
    ],
    links: homeLinks(own, HOME),
  };
}

/** Version 0.36 obeys; 0.33 has no such policies. */
export const geminiCoach: CoachingForm = {
  since: '0.36.0',
  hasTools: true,
  hasChat: true,
  prepare: async ({ server, folder, env }) => geminiCoaching(server, folder, await geminiHome(env)),
};
