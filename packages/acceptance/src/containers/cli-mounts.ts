import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AGENT_PROGRAMS, type AgentProgram } from '../machine/programs.js';

interface CliMount {
  /** Absolute folder of this machine. */
  readonly source: string;
  readonly target: string;
}

const PLACES: Readonly<Record<AgentProgram, () => Promise<CliMount>>> = {
  claude: async () => ({ source: dirname(await AGENT_PROGRAMS.claude()), target: '/opt/claude' }),
  codex: async () => ({ source: await codexFolder(), target: '/opt/codex' }),
  gemini: async () => ({ source: dirname(await realpath(await AGENT_PROGRAMS.gemini())), target: '/opt/gemini' }),
};

/** Mounts by which a container of the base image has these CLIs on its PATH. */
export function cliMounts(agents: readonly AgentProgram[]): Promise<CliMount[]> {
  return Promise.all(agents.map((name) => PLACES[name]()));
}

/** Codex is a native program in a package of its own, one per platform, beside its launcher. */
async function codexFolder(): Promise<string> {
  const launcher = await realpath(await AGENT_PROGRAMS.codex());
  const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const packages = join(dirname(launcher), '..', '..');
  return realpath(join(packages, `codex-linux-${process.arch}`, 'vendor', `${architecture}-unknown-linux-musl`));
}
