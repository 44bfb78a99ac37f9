import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AGENT_SCREENS } from '../src/agents/agent-screens.js';
import { AGENTS } from '../src/machine/programs.js';
import { describeInTurn } from './describe-in-turn.js';
import { EXERCISE, pressUntil, RealAgents, WRITTEN } from './real-agents.js';

let agents: RealAgents;

beforeEach(async () => {
  agents = await RealAgents.start();
});

afterEach(() => agents[Symbol.asyncDispose]());

describeInTurn(AGENTS, 'a session with the real %s in its terminal', (agent) => {
  const screens = AGENT_SCREENS[agent];

  beforeEach(() => agents.script(agent));

  async function start(): Promise<string> {
    const { daemon } = agents;
    const response = await fetch(`${daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exerciseId: EXERCISE, agent, size: { cols: 100, rows: 40 } }),
    });
    const { status } = (await response.json()) as { status: string };
    return status;
  }

  async function pressUntilScreen(key: string, shows: string | RegExp): Promise<void> {
    const { pane } = agents;
    await pressUntil(pane, key, async () => new RegExp(shows).test(await pane.text()));
  }

  async function say(text: string, shows: string | RegExp): Promise<void> {
    const { pane } = agents;
    await pane.waitForScreen(screens.ready);
    await pane.type(text);
    await pane.waitForScreen(screens.typed(text));
    await pressUntilScreen('Enter', shows);
  }

  // A CLI takes seconds to start: all of this is one session.
  it('answers, edits after a permission, is refused, is interrupted and goes on, survives a killed daemon, and is resumed after a reboot [cli-execution-modes 1.B2 interactive] [cli-execution-modes Q6 restart]', async () => {
    const { pane, workspace, scenario, daemon } = agents;
    expect(await start()).toBe('created');
    await pane.waitForScreen('Hello, I am your tutor.');

    await say('write the file', screens.editPermission);
    await pressUntilScreen('Enter', 'The tool has answered.');
    expect(await readFile(join(workspace, 'hi.py'), 'utf8')).toBe(WRITTEN);

    await say('do not run this', screens.permission);
    await pressUntilScreen('Escape', screens.ready);
    await expect(readFile(join(workspace, 'never.txt'))).rejects.toThrow('ENOENT');

    // Codex says that it can be interrupted only until its first word.
    await say('wait here', /esc to (interrupt|cancel)|Waiting,/);
    await scenario.gates.reached('gate');
    await pressUntilScreen('Escape', screens.ready);
    scenario.gates.releaseAll();
    await say('are you there', 'I am here.');

    const before = await pane.state();
    await daemon.kill();
    await daemon.restart();
    expect(await start()).toBe('resumed');
    expect((await pane.state()).pid).toBe(before.pid);
    await daemon.reboot();
    await daemon.restart();
    await start();
    await pane.waitForScreen('I am here.');
    await say('in the terminal', 'You are in the terminal now.');
  });
});
