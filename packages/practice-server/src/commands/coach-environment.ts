import { access, constants, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ifThere, systemCode } from '@agent-factory/exercise-runtime';
import type { Outcome } from '@agent-factory/protocol';
import { agentKeySchema } from '@agent-factory/protocol/coach';
import { pathsFor, practiceHome } from '../home/paths.js';
import { makeFolders } from '../system/files/make-folders.js';
import { whyNoProject } from '../workspaces/no-project.js';
import { KEY_VARIABLE } from '../workspaces/project-keys.js';
import { variablesOfFile } from './env-file.js';

/** What has to be there with `--strict-env`. */
const REQUIRED = ['PROJECT_DIR', KEY_VARIABLE] as const;

export const COACH_HELP = `
Variables, from the environment or from .env in the current folder (the environment counts more):
  PORT               the only port to listen on; --port counts more
  PROJECT_DIR        the project, where no folder is given
  ANTHROPIC_API_KEY  the key that the agent of this project gets
  CHROMADB_URL       where ChromaDB runs, if memories are to be kept there; "memories move" takes them along
  DATA_DIR           keeps everything that is kept, in the place of the home directory; AF_PRACTICE_HOME counts more

With --strict-env, nothing starts unless PROJECT_DIR and ANTHROPIC_API_KEY are set.`;

export interface CoachSettings {
  /**
   * The environment with what `.env` adds to it, but for the key: all sessions of a daemon get what its environment has.
   * `DATA_DIR` is in the place of the home directory there.
   */
  readonly environment: NodeJS.ProcessEnv;
  /** What the agent of this project signs in with, from the environment or from `.env`. */
  readonly agentKey?: string;
  /** Absolute path of a folder that is there. */
  readonly project: string;
  /** The only port that will do. */
  readonly port?: number;
}

export interface CoachCall {
  readonly environment: NodeJS.ProcessEnv;
  /** The current folder: `.env` is looked for here, and paths begin here. */
  readonly cwd: string;
  /** The folder of the command line, in the place of PROJECT_DIR. */
  readonly folder?: string | undefined;
  /** The port of the command line; then it does not matter what PORT says. */
  readonly port?: number | undefined;
  /** Whether everything has to be said. */
  readonly isStrict?: boolean | undefined;
}

/**
 * Reads what the coach is to do, and makes DATA_DIR. Without that, nothing is made, and `issues` has a sentence for each
 * thing that is wrong.
 */
export async function readCoachSettings(call: CoachCall): Promise<Outcome<CoachSettings>> {
  const environment = await withEnvFile(call);
  if (call.folder !== undefined) environment.PROJECT_DIR = call.folder;
  const project = resolve(call.cwd, withHome(environment.PROJECT_DIR || '.', environment));
  const data = dataFolder(environment, call.cwd);
  const { [KEY_VARIABLE]: agentKey } = environment;
  const all: NodeJS.ProcessEnv = { ...environment, ...(data !== undefined && { AF_PRACTICE_HOME: data }) };
  const issues = [
    ...(call.isStrict === true ? missing(all) : []),
    ...keyIssues(agentKey),
    ...(call.port === undefined ? portIssues(all.PORT) : []),
    ...(await folderIssues(project, practiceHome(all))),
  ];
  if (issues.length === 0 && data !== undefined) issues.push(...(await dataIssues(data)));
  if (issues.length > 0) return { ok: false, issues };
  const port = call.port ?? (all.PORT ? Number(all.PORT) : undefined);
  const value = { environment: withKeyOf(call.environment, all), project };
  return { ok: true, value: { ...value, ...(agentKey && { agentKey }), ...(port !== undefined && { port }) } };
}

/** The same environment for a command that opens no project. */
export async function commandEnvironment(call: Pick<CoachCall, 'environment' | 'cwd'>): Promise<NodeJS.ProcessEnv> {
  const environment = await withEnvFile(call);
  const data = dataFolder(environment, call.cwd);
  return withKeyOf(call.environment, { ...environment, ...(data !== undefined && { AF_PRACTICE_HOME: data }) });
}

async function withEnvFile({ environment, cwd }: Pick<CoachCall, 'environment' | 'cwd'>): Promise<NodeJS.ProcessEnv> {
  return { ...(await variablesOfFile(join(cwd, '.env'))), ...environment };
}

function missing(environment: NodeJS.ProcessEnv): string[] {
  return REQUIRED.filter((name) => !environment[name]).map(
    (name) => `${name} is not set. Set it in the environment or in .env, or leave out --strict-env.`,
  );
}

/** The key of a project's `.env` is for that project alone. */
function withKeyOf(own: NodeJS.ProcessEnv, { [KEY_VARIABLE]: _, ...others }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return KEY_VARIABLE in own ? { ...others, [KEY_VARIABLE]: own[KEY_VARIABLE] } : others;
}

/** The key itself is not repeated: what prints it may be read by others. */
function keyIssues(key = ''): string[] {
  if (key === '' || agentKeySchema.safeParse(key).success) return [];
  return [`${KEY_VARIABLE} is no key: it has spaces or other characters that no key has, or is far too long.`];
}

function portIssues(port = ''): string[] {
  const isPort = /^\d{0,5}$/.test(port) && Number(port) <= 65535;
  return isPort ? [] : [`PORT is ${JSON.stringify(port)}, and a port is a number from 0 to 65535.`];
}

async function folderIssues(project: string, home: string): Promise<string[]> {
  try {
    const found = await ifThere(stat(project));
    if (found === undefined) return [`The project folder ${project} does not exist.`];
    if (!found.isDirectory()) return [`The project ${project} is a file. Give the folder that it is in.`];
    await access(project, constants.R_OK | constants.X_OK);
    const why = await whyNoProject(await realpath(project), pathsFor(home));
    return why === undefined ? [] : [`${project} ${why}`];
  } catch (error) {
    return [`The project folder ${project} cannot be used: ${reasonOf(error)}.`];
  }
}

/**
 * What DATA_DIR puts in the place of the home directory. AF_PRACTICE_HOME, which does the same, is the narrower word:
 * DATA_DIR counts where that is not set.
 */
function dataFolder({ DATA_DIR, ...environment }: NodeJS.ProcessEnv, cwd: string): string | undefined {
  if (!DATA_DIR || environment.AF_PRACTICE_HOME) return undefined;
  return resolve(cwd, withHome(DATA_DIR, environment));
}

async function dataIssues(folder: string): Promise<string[]> {
  try {
    await makeFolders(folder);
    return [];
  } catch (error) {
    return [`DATA_DIR, ${folder}, cannot be made: ${reasonOf(error)}.`];
  }
}

/** In a shell, `~` is the home directory; in a file, nobody has made it one. */
function withHome(path: string, environment: NodeJS.ProcessEnv): string {
  return path === '~' || path.startsWith('~/') ? join(environment.HOME || homedir(), path.slice(1)) : path;
}

function reasonOf(error: unknown): string {
  return systemCode(error) ?? (error instanceof Error ? error.message : String(error));
}
