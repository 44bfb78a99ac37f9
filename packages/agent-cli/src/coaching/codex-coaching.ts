import { COACH_NAME } from './coach-tools.js';
import type { Coaching, CoachingForm, CoachServer } from './coaching-form.js';
import { type CodexServer, codexServers } from './codex-servers.js';
import { COACH_INSTRUCTIONS } from './instructions.js';

const SECRET = 'AF_COACH_SECRET';

/**
 * What runs commands, brings tools along or hands work to another agent. The shell is off altogether: a command that
 * the student has allowed once and for all runs outside the sandbox, read-only or not (version 0.169).
 */
const FEATURES_OFF = [
  ...['shell_tool', 'code_mode', 'multi_agent', 'plugins', 'apps', 'image_generation'],
  ...['request_permissions_tool', 'skill_mcp_dependency_install', 'tool_suggest'],
];

/**
 * Its terminal's own server, whose tools make Git worktrees and further conversations. It yields to any other of this
 * name.
 */
const OF_THE_TERMINAL: CodexServer = { name: 'codex_tui', isRemote: false };

/**
 * Codex 0.169. It refuses patches by its own rules, without a sandbox of the system: nobody is asked, and nothing may be
 * written. Servers of the student's are added to ours whatever is said, so each is switched off by its name.
 *
 * @param others the servers that the student has set up
 */
export function codexCoaching({ url }: CoachServer, others: readonly CodexServer[]): Omit<Coaching, 'environment'> {
  const isTaken = others.some(({ name }) => name === COACH_NAME);
  const coach = [
    `url=${quoted(url)}`,
    `bearer_token_env_var=${quoted(SECRET)}`,
    // They show and point, in the student's own editor: there is nothing to be asked about.
    'default_tools_approval_mode="approve"',
  ];
  // A server of the student's with our name would be merged with ours.
  const name = isTaken ? `af_${COACH_NAME}` : COACH_NAME;
  const off = new Map([OF_THE_TERMINAL, ...others].map((server) => [server.name, switchedOff(server)]));
  const servers = [`${quoted(name)}={${coach.join(',')}}`, ...off.values()];
  const settings = [
    ...FEATURES_OFF.map((feature) => `features.${feature}=false`),
    'sandbox_mode="read-only"',
    'approval_policy="never"',
    `mcp_servers={${servers.join(',')}}`,
    // Where the student has such instructions of their own, these take their place for the session.
    `developer_instructions=${quoted(COACH_INSTRUCTIONS)}`,
  ];
  return { args: settings.flatMap((setting) => ['-c', setting]), files: [], links: [] };
}

/** Whole, of its own kind: it may be merged with what the student has, and they may have removed it since. */
function switchedOff({ name, isRemote }: CodexServer): string {
  const nowhere = isRemote ? 'url="http://127.0.0.1:9/"' : 'command="false"';
  return `${quoted(name)}={${nowhere},enabled=false}`;
}

/** Text in TOML, which reads what JSON writes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Version 0.130 obeys; older ones were not tried. */
export const codexCoach: CoachingForm = {
  since: '0.130.0',
  hasTools: true,
  hasChat: true,
  prepare: async (place) => ({
    ...codexCoaching(place.server, await codexServers(place)),
    environment: { [SECRET]: place.server.secret },
  }),
};
