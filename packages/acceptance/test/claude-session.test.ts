import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptPermission, CLAUDE_SCREENS, say, typedInto } from '../src/agents/claude-screens.js';
import { AttachedViewer } from '../src/grid/attached-viewer.js';
import { describeDifferences } from '../src/grid/compare.js';
import { differencesFromTmux } from '../src/grid/same-screen.js';
import { killTmuxServer, startTmuxSession, type TmuxPane, type TmuxServer } from '../src/machine/tmux.js';
import { afterTool, Scenario, says } from '../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../src/model-api/server.js';
import { newStudent, type Student } from '../src/student.js';

/** As the practice server starts it: it asks before it touches a file. */
const ASKS_FIRST = JSON.stringify({ permissions: { defaultMode: 'default', disableAutoMode: 'disable' } });
const COLS = 100;
const ROWS = 50;

let student: Student;
let api: ModelApi;
let server: TmuxServer;
let folder: string;
let scenario: Scenario;

beforeEach(async () => {
  scenario = new Scenario([
    { when: 'greet me', reply: says('Welcome to the **exercise**. 你好') },
    {
      when: 'tell me slowly',
      reply: { steps: [{ text: 'The first half.\n\n' }, { hold: 'half way' }, { text: 'The second half.' }] },
    },
    { when: 'make a file', reply: () => uses('Write', { file_path: join(folder, 'agent.py'), content: 'x = 1\n' }) },
    {
      when: 'change it',
      reply: () => uses('Edit', { file_path: join(folder, 'agent.py'), old_string: 'x = 1', new_string: 'x = 2' }),
    },
    {
      when: 'run something',
      reply: () => uses('Bash', { command: 'touch made-by-a-command', description: 'Make a file' }),
    },
    { when: afterTool(/./), reply: says('That is done.') },
    { when: 'go wrong', reply: { error: { status: 400, type: 'invalid_request_error', message: 'scripted failure' } } },
  ]);
  api = await startModelApi(scenario);
  student = await newStudent({ modelApi: api.url });
  server = { socket: 'claude', env: student.env };
  folder = await student.trust('af-practice/lesson');
  await mkdir(folder, { recursive: true });
});

afterEach(async () => {
  await killTmuxServer(server);
  await api[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
});

function uses(tool: string, input: Record<string, unknown>) {
  return { steps: [{ text: 'Let me.' }, { tool, input }] };
}

function claude(...args: string[]): Promise<TmuxPane> {
  return startTmuxSession(server, {
    name: 'lesson',
    cwd: folder,
    cols: COLS,
    rows: ROWS,
    argv: ['claude', '--settings', ASKS_FIRST, ...args],
  });
}

describe('the real Claude Code, with a scripted Messages API', () => {
  it('greets first when it is started with a prompt', async () => {
    const pane = await claude('greet me');
    const screen = await pane.waitForScreen('Welcome to the exercise. 你好');
    expect(screen).toContain('Claude Code v');
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
  });

  it('waits half way through an answer until the test lets it go on', async () => {
    const pane = await claude();
    await say(pane, 'tell me slowly');
    await scenario.gates.reached('half way');
    expect(await pane.waitForScreen('The first half.')).not.toContain('The second half.');
    scenario.gates.release('half way');
    await pane.waitForScreen('The second half.');
  });

  it('asks before it writes, changes or runs anything, and does it once it may', async () => {
    const pane = await claude();
    // The answer is waited for each time: what is said before it comes goes into the same request.
    for (const [step, wish] of ['make a file', 'change it', 'run something'].entries()) {
      await say(pane, wish);
      await acceptPermission(pane);
      await pane.waitForScreen(new RegExp(`(That is done\\.[\\s\\S]*){${step + 1}}`));
    }
    expect(await readFile(join(folder, 'agent.py'), 'utf8')).toBe('x = 2\n');
    expect(await readFile(join(folder, 'made-by-a-command'), 'utf8')).toBe('');
  });

  it('opens its menu behind a slash and closes it with Escape', async () => {
    const pane = await claude();
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await pane.type('/');
    await pane.waitForScreen(CLAUDE_SCREENS.slashMenu);
    await pane.press('BSpace');
    expect(await pane.waitForScreen(CLAUDE_SCREENS.ready)).not.toMatch(CLAUDE_SCREENS.slashMenu);
  });

  it('shows an error of the API and goes on', async () => {
    const pane = await claude();
    await say(pane, 'go wrong');
    await pane.waitForScreen('API Error: 400 scripted failure');
    await say(pane, 'greet me');
    await pane.waitForScreen('Welcome to the exercise');
  });

  it('leaves the student in a login shell when it ends', async () => {
    const pane = await claude('greet me');
    await pane.waitForScreen('Welcome to the exercise');
    await say(pane, '/exit');
    await pane.waitForScreen(CLAUDE_SCREENS.exited);
    await pane.type('echo $((6*7))');
    await pane.press('Enter');
    await pane.waitForScreen(/^42$/m);
  });

  it('has its conversation back by its id after the tmux server was killed', async () => {
    const id = crypto.randomUUID();
    const before = await claude('--session-id', id, 'greet me');
    await before.waitForScreen('Welcome to the exercise');
    await before.waitForScreen(CLAUDE_SCREENS.ready);
    await killTmuxServer(server);
    const after = await claude('--resume', id);
    await after.waitForScreen('Welcome to the exercise');
    await say(after, 'tell me slowly');
    await scenario.gates.reached('half way');
    expect(JSON.stringify(api.turns.at(-1)?.body)).toContain('Welcome to the **exercise**');
  });

  it('is drawn alike by tmux and by a terminal attached to it, at every step', async () => {
    const pane = await claude('greet me');
    await using viewer = new AttachedViewer(server, 'lesson', COLS, ROWS);
    const expectSame = async () => {
      const differences = await differencesFromTmux(pane, viewer);
      expect(describeDifferences(differences)).toBe('0 cells differ');
    };
    await pane.waitForScreen('Welcome to the exercise');
    await expectSame();
    await say(pane, 'tell me slowly');
    await scenario.gates.reached('half way');
    await expectSame();
    scenario.gates.release('half way');
    await say(pane, 'make a file');
    await pane.waitForScreen(CLAUDE_SCREENS.permissionDialog);
    await expectSame();
    viewer.resize(80, 24);
    await expectSame();
    await acceptPermission(pane);
    await pane.waitForScreen(CLAUDE_SCREENS.ready);
    await pane.type('hello');
    await pane.waitForScreen(typedInto('hello'));
    await expectSame();
  });
});
