import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_PROGRAMS } from '../../../machine/programs.js';
import { timed } from '../../measures/timed.js';

export interface AloneOptions {
  /** Of the caller's; each conversation has a folder of its own below it. */
  readonly folder: string;
  readonly modelUrl: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Milliseconds that Claude Code needs for a whole conversation and all its commands, without a loop and a container. */
export async function timeAlone(prompt: string, { folder, modelUrl, signal }: AloneOptions): Promise<number> {
  const home = await mkdtemp(join(folder, 'alone-'));
  const work = join(home, 'work');
  await mkdir(work);
  const program = await AGENT_PROGRAMS.claude();
  const env = {
    HOME: home,
    PATH: '/usr/bin:/bin',
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_AUTH_TOKEN: 'nobody',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // As in a container: only so root may let it run whatever it wants.
    IS_SANDBOX: '1',
  };
  const { ms, value } = await timed(async () => {
    const argv = ['--print', '--dangerously-skip-permissions'];
    const asked = spawn(program, argv, { cwd: work, env, signal, stdio: ['pipe', 'ignore', 'ignore'] });
    asked.stdin.end(prompt);
    return once(asked, 'exit');
  });
  if (value[0] !== 0) throw new Error(`The CLI alone ended with ${value[0] ?? value[1]}`);
  return ms;
}
