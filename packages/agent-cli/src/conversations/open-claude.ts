import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenPlace } from '../agent-cli.js';
import { asNumber, asObject, asText, type Json, parseLine } from '../json.js';
import { headOf, namesIn, ownFolder } from './read.js';

/** Such a file has less than a kilobyte. */
const MAX_BYTES = 16 * 1024;
/** More of them than anybody has running. */
const MAX_FILES = 200;
/** What it says of its own start and what we do differ by less than this, in milliseconds. */
const START_MARGIN_MS = 5000;

/**
 * Claude Code keeps `sessions/<pid>.json` while it runs, with the conversation it has open and, in tmux, the name of
 * its session. Older versions keep none.
 */
export async function openClaudeConversation(place: OpenPlace): Promise<string | undefined> {
  const folder = ownFolder(place.env, 'CLAUDE_CONFIG_DIR', '.claude');
  if (folder === undefined) return undefined;
  const sessions = join(folder, 'sessions');
  const names = (await namesIn(sessions)).filter((name) => name.endsWith('.json')).slice(0, MAX_FILES);
  const real = await realpath(place.workspace).catch(() => place.workspace);
  const running: Json[] = [];
  for (const name of names) running.push(asObject(parseLine(await headOf(join(sessions, name), MAX_BYTES))));
  const since = (place.since?.getTime() ?? 0) - START_MARGIN_MS;
  // One that was killed leaves its file.
  const here = running.filter(
    ({ cwd, tmux, startedAt }) =>
      (cwd === place.workspace || cwd === real) &&
      asText(tmux)?.startsWith(`${place.tmuxSession}:`) === true &&
      (asNumber(startedAt) ?? 0) >= since,
  );
  const latest = here.sort((a, b) => (asNumber(b.startedAt) ?? 0) - (asNumber(a.startedAt) ?? 0))[0];
  return asText(latest?.sessionId);
}
