import { writeFile } from 'node:fs/promises';
import type { StartResponse } from '@agent-factory/protocol';
import { expect, test } from 'vitest';
import { serveLessons } from '../fixtures/cli.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';
import { TestTerminal } from '../fixtures/wire/terminal.js';

const ORIGIN = 'http://localhost:3000';
const EXERCISE_ID = 'first-steps';

/** Says by its own name what it hears. */
const agent = (name: string) => ({
  name,
  run: `[ "$1" = login ] && exit 0\nwhile read line; do echo "${name} heard $line"; done`,
});

async function post(port: number, path: string, body: object): Promise<StartResponse> {
  const { json } = await send(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ exerciseId: EXERCISE_ID, ...body }),
  });
  return json;
}

interface Switching {
  readonly home: Home;
  readonly page: TestTerminal;
  readonly answer: Promise<unknown>;
}

/** Neither session is there, for a moment that may be too short to be seen. */
async function between({ home, answer }: Switching): Promise<unknown> {
  let isOver = false;
  void answer.then(() => {
    isOver = true;
  });
  return waitUntil('the end of the former', async () => isOver || (await home.sessions()).length === 0);
}

async function begun({ home, page }: Switching): Promise<unknown> {
  await page.ended();
  return waitUntil('the other session', async () => (await home.sessions()).length === 1);
}

/** When the daemon is killed: what has happened by then. */
const MOMENTS: readonly ((switching: Switching) => unknown)[] = [
  () => 'the request is on its way',
  between,
  ({ page }) => page.frame('session_ended'),
  begun,
  ({ answer }) => answer,
];

test('a daemon that is killed in a switch, at whichever moment, leaves one session at most, and all that was made', {
  timeout: 180_000,
}, async () => {
  await using home = await Home.make();
  for (const name of ['claude', 'codex']) await home.install(agent(name));
  for (const [round, moment] of MOMENTS.entries()) {
    await using daemon = await serveLessons(home);
    const { port } = await daemon.discovery();
    const { running, page } = await comeBack(port, round);
    const other = running === 'claude' ? 'codex' : 'claude';
    const answer = post(port, '/agents/switch', { agent: other, confirmed: true }).catch(() => undefined);
    await moment({ home, page, answer });
    await daemon.end('SIGKILL');
    await answer;
    page[Symbol.dispose]();
  }
  await using daemon = await serveLessons(home);
  (await comeBack((await daemon.discovery()).port, MOMENTS.length)).page[Symbol.dispose]();

  /** Opens the exercise: the agent that is said to run answers, in the one session there is, and the work is there. */
  async function comeBack(port: number, round: number) {
    const { wsUrl, ...started } = await post(port, '/exercises/start', round === 0 ? { agent: 'claude' } : {});
    expect(started.status).toBe(round === 0 ? 'created' : 'resumed');
    const page = new TestTerminal(wsUrl, { origin: ORIGIN });
    await page.attached();
    page.type(`round ${round}\r`);
    await page.shows(`${started.agent} heard round ${round}`);
    expect(await home.sessions()).toEqual(['af-first-steps']);
    if (round > 0) expect(await home.read('af-practice', EXERCISE_ID, 'answer.txt')).toBe(`round ${round - 1}`);
    await writeFile(home.workspace(EXERCISE_ID, 'answer.txt'), `round ${round}`);
    return { running: started.agent, page };
  }
});
