import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentProcess } from '../../src/tmux/agent-process.js';
import type { TmuxProgram } from '../../src/tmux/program.js';
import { EXIT_OPTION } from '../../src/tmux/servers/session-program.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { waitUntil } from '../fixtures/wait-until.js';

const SESSION = 'af-first-steps';
const PANE = ['-t', `=${SESSION}:`];

describe('an agent that is ended', () => {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    // Reads keys as an agent does, and is no job of the shell, whose jobs are ended with an agent.
    terminal.type('stty -isig -icanon -echo; echo reads $((40 + 2)); exec cat -v\r');
    await screenShows('reads 42');
  });
  afterEach(() => daemon[Symbol.asyncDispose]());

  const screen = () => daemon.home.tmux('capture-pane', '-p', ...PANE);
  const screenShows = (text: string) => waitUntil(text, async () => (await screen()).includes(text));

  /** Ends it as far as that its keys are pressed: by then the session has noticed. */
  async function pressKeys(): Promise<void> {
    const run = async (_: string, args: readonly string[]) => {
      return { exitCode: 0, stdout: await daemon.home.tmux(...args), stderr: '' };
    };
    const agents = new AgentProcess({ run } as unknown as TmuxProgram, () => daemon.home.environment);
    let looks = 0;
    await agents.end(SESSION, () => ++looks > 3);
  }

  test('is pressed the key by which it is left', async () => {
    await pressKeys();
    await screenShows('^C');
  });

  test('is pressed nothing more once it has left: the shell that follows it would lose its profile', async () => {
    await daemon.home.tmux('set-option', '-p', ...PANE, EXIT_OPTION, '0');
    await pressKeys();
    await daemon.home.tmux('send-keys', ...PANE, 'then');
    await screenShows('then');
    expect(await screen()).not.toContain('^C');
  });
});
