import { constants } from 'node:fs';
import { access, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where a bare system keeps its programs; nothing of the machine's own PATH belongs in a test. */
export const SYSTEM_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/bin'];

const fromHere = createRequire(import.meta.url);

/** The AI CLIs that are installed as test dependencies. */
export const AGENTS = ['claude', 'codex', 'gemini'] as const;
export type AgentProgram = (typeof AGENTS)[number];

/** The file to run for each agent, whether or not its package's install script was allowed to run. */
export const AGENT_PROGRAMS: Readonly<Record<AgentProgram, () => Promise<string>>> = {
  claude: claudeBinary,
  codex: () => packageFile('@openai/codex', 'bin/codex.js'),
  gemini: () => packageFile('@google/gemini-cli', 'bundle/gemini.js'),
};

/** What a test machine has, and what it is made to lack. */
export interface Programs {
  agents?: readonly AgentProgram[];
  /** Names that must not be found, such as `tmux`. */
  without?: readonly string[];
}

/**
 * Returns a PATH on which the wanted agents are found, and nothing that is left out; its links are made in `folder`.
 * Agents of the machine itself are never found, asked for or not.
 */
export async function programPath(
  folder: string,
  { agents = ['claude'], without = [] }: Programs = {},
): Promise<string> {
  const bin = join(folder, 'agents');
  await mkdir(bin, { recursive: true });
  for (const name of agents) await symlink(await AGENT_PROGRAMS[name](), join(bin, name));
  const hidden = new Set([...without, ...Object.keys(AGENT_PROGRAMS), 'cursor-agent']);
  const sources = [...new Set([dirname(process.execPath), ...SYSTEM_FOLDERS])];
  const system = await Promise.all(
    sources.map((source, n) => folderWithout(source, hidden, join(folder, `system-${n}`))),
  );
  return [bin, ...system].join(':');
}

/** Puts a program on a PATH of `programPath(folder)` from now on: an agent, or a system program that was left out. */
export async function installProgram(folder: string, name: string): Promise<void> {
  const file = isAgent(name) ? await AGENT_PROGRAMS[name]() : await systemProgram(name);
  await symlink(file, join(folder, 'agents', name));
}

async function systemProgram(name: string): Promise<string> {
  for (const source of SYSTEM_FOLDERS) {
    if (await exists(join(source, name))) return join(source, name);
  }
  throw new Error(`There is no ${name} in ${SYSTEM_FOLDERS.join(', ')}`);
}

function isAgent(name: string): name is AgentProgram {
  return name in AGENT_PROGRAMS;
}

/** The folder itself if it holds nothing hidden, else a copy of it made of links. */
async function folderWithout(source: string, hidden: ReadonlySet<string>, copy: string): Promise<string> {
  const names = await namesIn(source);
  const kept = names.filter((name) => !hidden.has(name));
  if (kept.length === names.length) return source;
  await mkdir(copy);
  await Promise.all(kept.map((name) => symlink(join(source, name), join(copy, name))));
  return copy;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await exists(folder)) ? readdir(folder) : [];
}

/**
 * Claude Code is a native binary in its own package, one per platform.
 * Its installer copies it into place, which pnpm does not allow here: so it is run from where it is.
 */
async function claudeBinary(): Promise<string> {
  const main = await realpath(fromHere.resolve('@anthropic-ai/claude-code/package.json'));
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  for (const name of [platform, `${platform}-musl`]) {
    const found = resolveFrom(main, `${name}/package.json`);
    if (found) return join(dirname(found), 'claude');
  }
  throw new Error(`There is no Claude Code for ${process.platform}-${process.arch}`);
}

function resolveFrom(file: string, specifier: string): string | undefined {
  try {
    return createRequire(file).resolve(specifier);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

async function packageFile(name: string, file: string): Promise<string> {
  const path = join(dirname(fromHere.resolve(`${name}/package.json`)), file);
  await access(path, constants.R_OK);
  return path;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
