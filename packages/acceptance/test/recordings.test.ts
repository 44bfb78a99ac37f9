import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLAUDE_SCREENS, say, typedInto } from '../src/agents/claude-screens.js';
import { PracticeDaemon } from '../src/daemon.js';
import { describeDifferences } from '../src/grid/compare.js';
import { freezePane } from '../src/grid/freeze.js';
import { replayedScreen } from '../src/grid/replay.js';
import { differencesOfStill } from '../src/grid/same-screen.js';
import type { TmuxPane } from '../src/machine/tmux.js';
import { waitUntil } from '../src/machine/wait-until.js';
import { Scenario, says } from '../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../src/model-api/server.js';
import { newStudent, SHELL_PROMPT, type Student } from '../src/student.js';
import { OpenTab } from './open-tab.js';

const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const EXERCISE = 'ch34-first-agent';

let api: ModelApi;
let student: Student;
let daemon: PracticeDaemon;
let tab: OpenTab;
let pane: TmuxPane;

const SCENARIO = [
  { when: 'I am ready', reply: says('Welcome to the **exercise**. 你好') },
  {
    when: 'explain',
    reply: says('# The loop\n\n', '1. ask\n2. act\n\n```python\nprint("hello")\n```\n\n', 'That was it.'),
  },
];

async function post(path: string, body: object) {
  const response = await fetch(daemon.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${daemon.token}` },
    body: JSON.stringify({ exerciseId: EXERCISE, ...body }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function open(agent: string): Promise<void> {
  const { wsUrl } = await post('/exercises/start', { agent });
  tab = new OpenTab(wsUrl, daemon.url);
  await tab.attached();
  pane = daemon.pane(EXERCISE);
}

/** As a page does whose window has changed; resolves when tmux has taken it. */
async function resizeTo(size: { cols: number; rows: number }): Promise<void> {
  tab.send({ type: 'resize', ...size });
  const isTaken = async () => {
    const { cols, rows } = await pane.state();
    return cols === size.cols && rows === size.rows ? true : undefined;
  };
  await waitUntil(isTaken, () => 'tmux has not taken the new size');
}

beforeEach(async () => {
  api = await startModelApi(new Scenario(SCENARIO));
  student = await newStudent({ modelApi: api.url });
  await student.trust(join('af-practice', EXERCISE));
  daemon = await PracticeDaemon.start({ student, content: EXERCISES });
});

afterEach(async () => {
  await tab[Symbol.asyncDispose]();
  await daemon[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** Stops the recording, and compares its last screen with what tmux holds. */
async function expectReplayedAsTmux(): Promise<void> {
  await using _frozen = await freezePane(pane);
  // Once tmux has answered, it has read what was printed before.
  await pane.text();
  const { id } = await post('/recordings/stop', {});
  const headers = { authorization: `Bearer ${daemon.token}` };
  const cast = await (await fetch(`${daemon.url}/recordings/${id}`, { headers })).text();
  const screen = await replayedScreen(cast);
  expect(describeDifferences(await differencesOfStill(pane, screen))).toBe('0 cells differ');
}

describe('the last screen of a recording, replayed, is what tmux holds, cell by cell', () => {
  it('of a whole session with the real Claude Code', async () => {
    await open('claude');
    await post('/recordings/start', {});
    await pane.waitForScreen('Welcome to the exercise');
    await say(pane, 'explain the loop 学习');
    await pane.waitForScreen('That was it.');
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await pane.type('/');
    await pane.waitForScreen(CLAUDE_SCREENS.slashMenu);
    await expectReplayedAsTmux();
  });

  it('of Claude Code, recorded from its middle, through a change of size', async () => {
    await open('claude');
    await pane.waitForScreen('Welcome to the exercise');
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await post('/recordings/start', {});
    await say(pane, 'explain the loop');
    await pane.waitForScreen('That was it.');
    await resizeTo({ cols: 90, rows: 30 });
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await pane.type('a word more');
    await pane.waitForScreen(typedInto('a word more'));
    await expectReplayedAsTmux();
  });

  it('of a session in which nothing was printed', async () => {
    await open('shell');
    await pane.waitForScreen(SHELL_PROMPT.trimEnd());
    await pane.type(
      String.raw`printf '\033[1;31mred \033[44mon blue\033[0m x你y \033(0lqk\033(B\033[53mover\033[0m\n%*s|' 119 end`,
    );
    await pane.press('Enter');
    await pane.waitForScreen('end|');
    await post('/recordings/start', {});
    await expectReplayedAsTmux();
  });

  it('of vim, and of the shell behind it when it was recorded from its middle', async () => {
    await open('shell');
    await pane.waitForScreen(SHELL_PROMPT.trimEnd());
    await pane.type('echo before vim; seq 300 > numbers; vim -u NONE numbers');
    await pane.press('Enter');
    await pane.waitForScreen(/^1\n2\n3\n/);
    await post('/recordings/start', {});
    await pane.type(':split | set number hlsearch | normal 100Gyyp');
    await pane.press('Enter');
    await pane.type('/298');
    await pane.press('Enter');
    await pane.waitForScreen(/298/);
    await expectReplayedAsTmux();

    await post('/recordings/start', {});
    await resizeTo({ cols: 100, rows: 35 });
    await pane.type(':qa!');
    await pane.press('Enter');
    await pane.waitForScreen('before vim');
    await pane.type('echo after vim');
    await pane.press('Enter');
    await pane.waitForScreen(/^after vim/m);
    await expectReplayedAsTmux();
  });
});
