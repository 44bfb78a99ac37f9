import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AGENT_SCREENS } from '../../src/agents/agent-screens.js';
import { acceptPermission, CLAUDE_SCREENS } from '../../src/agents/claude-screens.js';
import { AGENTS, type AgentProgram } from '../../src/machine/programs.js';
import { hasTurn } from '../../src/machine/turns.js';
import { waitUntil } from '../../src/machine/wait-until.js';
import { EXERCISE, pressUntil, RealAgents, sayTo } from '../real-agents.js';

let agents: RealAgents;
beforeEach(async () => {
  agents = await RealAgents.start();
});
afterEach(async () => {
  await agents[Symbol.asyncDispose]();
});

function headers(): Record<string, string> {
  return { Authorization: `Bearer ${agents.daemon.token}`, 'Content-Type': 'application/json' };
}

const start = (agent: AgentProgram) => agents.begin(agent);

/** What happened of this type, in its order. */
async function happened(type: string): Promise<Record<string, unknown>[]> {
  const path = `/events?after=start&follow=no&type=${type}&exerciseId=${EXERCISE}`;
  const text = await (await fetch(`${agents.daemon.url}${path}`, { headers: headers() })).text();
  const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line.includes(`"${type}"`));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)).data);
}

const states = async () => (await happened('agent_state')).map(({ state }) => String(state));

async function until(...wanted: readonly string[]): Promise<void> {
  const fits = async () => ((await states()).slice(-wanted.length).join() === wanted.join() ? true : undefined);
  await waitUntil(fits, async () => `${(await states()).join()} does not end with ${wanted.join()}`);
}

/** Its own word that it asks may be here before one has seen that it works. */
async function untilItAsks(): Promise<void> {
  const sinceItWaited = async () => {
    const all = await states();
    return all.slice(all.lastIndexOf('waiting') + 1);
  };
  const asks = async () => {
    const since = await sinceItWaited();
    return (since.includes('working') && since.at(-1) === 'asking') || undefined;
  };
  await waitUntil(asks, async () => `${(await states()).join()} is no work that asks`);
}

const say = (agent: AgentProgram, text: string, isSent: () => Promise<boolean>) =>
  sayTo({ pane: agents.pane, agent }, text, isSent);

for (const agent of AGENTS) {
  it.skipIf(!hasTurn(AGENTS, agent))(
    `${agent} waits, works, asks and says a marker once`,
    async () => {
      agents.scenario.add([
        {
          when: ({ toolResult }) => toolResult !== undefined,
          reply: { steps: [{ text: 'Done: [STAGE_COMPLETE:9]' }] },
        },
      ]);
      agents.script(agent);
      await start(agent);
      await until('waiting');
      await say(agent, 'do not run this', async () => (await states()).at(-1) !== 'waiting');
      await untilItAsks();
      if (agent === 'claude') await acceptPermission(agents.pane);
      else
        await pressUntil(
          agents.pane,
          'Enter',
          async () => !AGENT_SCREENS[agent].permission.test(await agents.pane.text()),
        );
      await agents.pane.waitForScreen(/Done:/);
      await until('waiting');
      await waitUntil(
        async () => ((await happened('stage_claimed')).length > 0 ? true : undefined),
        () => 'nothing was claimed',
      );
      expect(await happened('stage_claimed')).toEqual([{ stageNumber: 9 }]);
    },
    400_000,
  );
}

it('shows nothing of a hook whose daemon is dead, and leaves the student’s own settings and hooks alone', async () => {
  agents.script('claude');
  const settings = join(agents.home, '.claude', 'settings.json');
  const noted = join(agents.home, 'noted');
  const own = { hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: `echo asked >> ${noted}` }] }] } };
  await writeFile(settings, JSON.stringify(own));
  await start('claude');
  await until('waiting');
  process.kill(agents.daemon.pid, 'SIGKILL');
  const isAsked = async () => CLAUDE_SCREENS.permissionDialog.test(await agents.pane.text());
  await say('claude', 'do not run this', isAsked);
  await acceptPermission(agents.pane);
  await agents.pane.waitForScreen(/The tool has answered/);
  await agents.pane.waitForScreen(AGENT_SCREENS.claude.ready);
  expect(await agents.pane.text()).not.toMatch(/ECONNREFUSED|hook/i);
  expect(await readFile(noted, 'utf8')).toBe('asked\n');
  expect(await readFile(settings, 'utf8')).toBe(JSON.stringify(own));
});
