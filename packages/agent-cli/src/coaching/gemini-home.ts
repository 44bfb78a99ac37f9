import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@agent-factory/protocol';
import { ifThere } from '../conversations/read.js';
import { isObject, type Json } from '../json.js';
import type { CoachingLink } from './coaching-form.js';
import { unreadable } from './unreadable.js';

/** What Gemini CLI has of the student's. */
export interface GeminiHome {
  /** Absolute path of the folder that has `.gemini` in it. */
  readonly path: string;
  /** Absolute path of the file with the folders that the student trusts. */
  readonly trustedFolders: string;
  readonly settings: Json;
  /** What is in `.gemini`. */
  readonly names: readonly string[];
}

/** What a coach does not get: settings, and what brings tools along or allows them. */
const LEFT_OUT = /^(settings\.json.*|extensions|policies|agents|trustedFolders\.json)$/;

/** What it keeps of its conversations, where it has to be found again. */
const FOLDERS = ['tmp', 'history'];
/** What it may write for the first time in a coached session, such as who is signed in. */
const FILES = [
  ...['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json', 'installation_id'],
  ...['projects.json', 'state.json'],
];

/** Throws `agent_failed` if the settings are no JSON with comments, or cannot be read. */
export async function geminiHome(env: Record<string, string>): Promise<GeminiHome> {
  const path = env.GEMINI_CLI_HOME || env.HOME;
  if (!path) throw unreadable('Gemini CLI', 'HOME is not set.');
  const folder = join(path, '.gemini');
  const names = (await ifThere(readdir(folder))) ?? [];
  // Whom to trust is written by replacing the file, which a link would not survive.
  const trustedFolders = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(folder, 'trustedFolders.json');
  return { path, trustedFolders, settings: await settingsIn(folder, names), names: names.sort() };
}

async function settingsIn(folder: string, names: readonly string[]): Promise<Json> {
  if (!names.includes('settings.json')) return {};
  const path = join(folder, 'settings.json');
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw unreadable('Gemini CLI', error.message);
  });
  const settings = parseJson(withoutComments(text));
  if (!settings.ok || !isObject(settings.value)) throw unreadable('Gemini CLI', `${path} is no JSON object.`);
  return settings.value;
}

/** Texts are matched as well, for what looks like a comment in them is none. */
const TEXT_OR_COMMENT = /("(?:\\.|[^"\\])*")|\/\/.*|\/\*[\s\S]*?\*\//g;

export function withoutComments(text: string): string {
  return text.replace(TEXT_OR_COMMENT, (_, kept: string | undefined) => kept ?? '');
}

/** @param to where the other home is, below the folder of the session */
export function homeLinks({ path, names }: Pick<GeminiHome, 'path' | 'names'>, to: string): CoachingLink[] {
  const all = new Set([...FOLDERS, ...FILES, ...names]);
  const links = [...all].filter((name) => !LEFT_OUT.test(name)).map((name) => join('.gemini', name));
  return [...links, '.env'].map((name) => ({
    path: join(to, name),
    target: join(path, name),
    isFolder: FOLDERS.some((folder) => name === join('.gemini', folder)),
  }));
}
