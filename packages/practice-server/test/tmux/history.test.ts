import { historyResponseSchema, historyStreamRowSchema, NDJSON } from '@agent-factory/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ignoresPageKeys } from '../../src/tmux/config/page-keys.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { waitUntil } from '../fixtures/wait-until.js';

const SESSION = 'af-first-steps';
/** The history limit of our tmux. */
const LIMIT = 50_000;

/** A running session, its ticket, and a way to ask for its history as a page does. */
async function openSession(): Promise<{ daemon: TestDaemon; ticket: string } & AsyncDisposable> {
  const daemon = await TestDaemon.open();
  const { wsUrl } = await daemon.start();
  const ticket = new URL(wsUrl).searchParams.get('ticket') ?? '';
  return { daemon, ticket, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() };
}

async function ask(daemon: TestDaemon, query: Record<string, string>) {
  const answer = await daemon.request(`/terminal/${SESSION}/history?${new URLSearchParams(query)}`, {
    headers: { Origin: daemon.origin },
  });
  if (answer.status !== 200) throw new Error(`history answered ${answer.status}: ${answer.text}`);
  const history = historyResponseSchema.parse(answer.json);
  return { ...history, rows: history.text.replace(/\n$/, '').split('\n'), height: history.rows };
}

/** Runs a command line in the session's shell and waits until it is done, and the prompt is there again. */
async function run(daemon: TestDaemon, line: string): Promise<void> {
  const mark = `done-${Math.random().toString(36).slice(2)}`;
  await daemon.home.tmux('send-keys', '-t', `=${SESSION}:`, '-l', `${line}; echo ${mark.replace('-', "''-")}`);
  await daemon.home.tmux('send-keys', '-t', `=${SESSION}:`, 'Enter');
  const isOver = new RegExp(`${mark}\\n+\\S`);
  await waitUntil(`the shell ran ${line}`, async () =>
    isOver.test(await daemon.home.tmux('capture-pane', '-p', '-t', `=${SESSION}:`)),
  );
}

describe('the history of a session', () => {
  let session: Awaited<ReturnType<typeof openSession>>;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session[Symbol.asyncDispose]());

  test('[terminal 1 scroll-whole-history] holds every line of a burst in its order, up to the limit', async () => {
    const { daemon, ticket } = session;
    await run(daemon, 'seq 1 100000');
    const history = await ask(daemon, { ticket });
    expect(history).toMatchObject({ from: 0, limit: LIMIT, alternate: false });
    expect(history.rows).toHaveLength(history.lines + history.height);
    const numbers = history.rows.filter((row) => /^\d+$/.test(row)).map(Number);
    expect(numbers.length).toBeGreaterThan(LIMIT * 0.9);
    expect(numbers).toEqual(Array.from(numbers, (_, at) => 100_000 - numbers.length + 1 + at));
  });

  test('is the same row by row, for a page that should not parse it in one go', async () => {
    const { daemon, ticket } = session;
    await run(daemon, 'seq 1 30000');
    const whole = await ask(daemon, { ticket });
    const answer = await daemon.request(`/terminal/${SESSION}/history?ticket=${encodeURIComponent(ticket)}`, {
      headers: { Origin: daemon.origin, Accept: NDJSON },
    });
    const rows = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => historyStreamRowSchema.parse(JSON.parse(line)));
    expect(rows[0]).toMatchObject({ type: 'facts', facts: { lines: whole.lines, from: 0 } });
    expect(rows.at(-1)).toEqual({ type: 'end' });
    const texts = rows.flatMap((row) => (row.type === 'text' ? [row.text] : []));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.join('')).toBe(whole.text);
  });

  test('is as short at the top as was wished', async () => {
    const { daemon, ticket } = session;
    const whole = await ask(daemon, { ticket });
    const tail = await ask(daemon, { ticket, lines: '100' });
    expect(tail.from).toBe(whole.lines - 100);
    expect(tail.rows).toEqual(whole.rows.slice(-100 - whole.height));
    const screen = await ask(daemon, { ticket, lines: '0' });
    expect(screen.from).toBe(screen.lines);
    expect(screen.rows).toEqual(whole.rows.slice(-whole.height));
  });

  test('joins what the terminal has wrapped, and carries colours unless they are unwanted', async () => {
    const { daemon, ticket } = session;
    await run(daemon, `clear; printf '\\033[31m%0300d\\033[0m\\n' 7; printf 'é 你好 👩‍💻 "\\\\" \\n'`);
    const [coloured, plain] = [await ask(daemon, { ticket }), await ask(daemon, { ticket, style: 'plain' })];
    const long = `${'0'.repeat(299)}7`;
    expect(coloured.text).toContain(`\x1b[31m${long}`);
    expect(plain.rows).toContain(long);
    expect(plain.text).not.toContain('\x1b');
    expect(plain.text).toContain('é 你好 👩‍💻 "\\"');
  });

  test('holds the screen that a program with its own screen has covered, and that one', async () => {
    const { daemon, ticket } = session;
    await run(daemon, 'clear; seq 1 300');
    await daemon.home.tmux(
      'send-keys',
      '-t',
      `=${SESSION}:`,
      'tput smcup; tput home; echo inside; read x; tput rmcup',
      'Enter',
    );
    await waitUntil('the other screen shows', async () => (await ask(daemon, { ticket, lines: '0' })).alternate);
    await waitUntil('it is drawn', async () => (await ask(daemon, { ticket, lines: '0' })).text.includes('inside\n'));
    const { rows, lines, height, from } = await ask(daemon, { ticket, lines: '100' });
    expect(from).toBe(lines - height - 100);
    const numbers = rows
      .filter((row) => /^\d+$/.test(row))
      .map(Number)
      .filter((number) => number <= 300);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers).toEqual(Array.from(numbers, (_, at) => 300 - numbers.length + 1 + at));
    expect(rows[rows.length - height]).toBe('inside');
    await daemon.home.tmux('send-keys', '-t', `=${SESSION}:`, 'Enter');
  });
});

describe('the program in front', () => {
  let session: Awaited<ReturnType<typeof openSession>>;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session[Symbol.asyncDispose]());

  test('[terminal 1 page-keys] has no use for the page keys where it is a shell', async () => {
    const { daemon, ticket } = session;
    await run(daemon, 'true');
    expect((await ask(daemon, { ticket, lines: '0' })).ignoresPageKeys).toBe(true);
  });

  test.each([
    ['a pager without a screen of its own', 'less -X /etc/passwd', 'q'],
    ['a program with a screen of its own', 'tput smcup; echo inside; read x; tput rmcup', 'Enter'],
    ['a program of the student’s', 'cat', 'C-d'],
  ])('[terminal 1 page-keys] may have a use for the page keys where it is %s', async (_what, line, end) => {
    const { daemon, ticket } = session;
    const shows = (ignores: boolean) =>
      waitUntil(
        `ignoresPageKeys is ${ignores}`,
        async () => (await ask(daemon, { ticket, lines: '0' })).ignoresPageKeys === ignores,
      );
    await daemon.home.tmux('send-keys', '-t', `=${SESSION}:`, line, 'Enter');
    await shows(false);
    await daemon.home.tmux('send-keys', '-t', `=${SESSION}:`, end);
    await shows(true);
  });

  test.each([
    ['-zsh', true],
    ['claude', true],
    ['node', true],
    ['vim', false],
    ['', false],
  ])('[terminal 1 page-keys] is known by its name, such as %j', (command, ignores) => {
    expect(ignoresPageKeys(command)).toBe(ignores);
  });
});

describe('asking for a history', () => {
  let session: Awaited<ReturnType<typeof openSession>>;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session[Symbol.asyncDispose]());

  async function refusal(path: string, headers: Record<string, string> = { Origin: session.daemon.origin }) {
    const { status, json } = await session.daemon.request(path, { headers });
    return [status, json.error];
  }

  test('needs the ticket of that session from a page, and the token from a program', async () => {
    const { daemon, ticket } = session;
    const path = `/terminal/${SESSION}/history`;
    expect(await refusal(path)).toEqual([401, 'ticket_invalid']);
    expect(await refusal(`${path}?ticket=`)).toEqual([401, 'ticket_invalid']);
    expect(await refusal(`${path}?ticket=${ticket}x`)).toEqual([401, 'ticket_invalid']);
    expect(await refusal(`${path}?ticket=${ticket}&ticket=${ticket}`)).toEqual([401, 'ticket_invalid']);
    expect(await refusal(`${path}?ticket=${ticket}`, {})).toEqual([401, 'unauthorized']);
    expect(await refusal(`${path}?ticket=${ticket}`, { Origin: 'http://evil.example' })).toEqual([
      403,
      'origin_forbidden',
    ]);
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    expect((await daemon.request(path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  test('is refused for a session that is none or is over', async () => {
    const { ticket } = session;
    for (const id of ['af-second', 'first-steps', 'af-..%2f..', '%00', 'af-x;kill-server', `af-${'x'.repeat(500)}`]) {
      expect([id, ...(await refusal(`/terminal/${id}/history?ticket=${ticket}`))]).toEqual([
        id,
        404,
        'session_not_found',
      ]);
    }
  });

  test('is refused where the wish is no wish', async () => {
    const { ticket } = session;
    for (const wish of ['lines=-1', 'lines=', 'lines=1e3', 'lines=NaN', 'lines=1.5', 'lines=9999999', 'style=html']) {
      const path = `/terminal/${SESSION}/history?ticket=${ticket}&${wish}`;
      expect([wish, ...(await refusal(path))]).toEqual([wish, 400, 'invalid_request']);
    }
    const twice = `/terminal/${SESSION}/history?ticket=${ticket}&lines=1&lines=2`;
    expect(await refusal(twice)).toEqual([400, 'invalid_request']);
  });
});
