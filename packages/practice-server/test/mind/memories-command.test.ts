import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Memory, memorySchema } from '@agent-factory/protocol/mind';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ChromaServer, whyNoChroma } from '../../../mind/test/fixtures/chroma-server.js';
import { BUNDLE, Cli, run, serve } from '../fixtures/cli.js';
import { execute, query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';

let home: Home;

beforeEach(async () => {
  home = await Home.make();
});
afterEach(() => home[Symbol.asyncDispose]());

const state = () => home.in('.af-practice', 'state.db');
const memories = (args: readonly string[], env?: Record<string, string>) => run(home, ['memories', ...args], env);

/** As sessions of earlier days have left them. */
async function remember(count: number, of = (n: number) => `insight ${n}`): Promise<void> {
  expect((await memories([])).stdout).toContain('0 memories, kept here');
  const rows = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.UTC(2026, 2, 1, 10, 0, n)).toISOString();
    return `('mem_s1_${n}', 's1', 'folder--0123456789', '${of(n)}', '["css","grid"]', 'high', '${at}')`;
  });
  execute(
    state(),
    `insert into coach_memories (id, session_id, project, content, tags, importance, created_at)
    values ${rows.join()}`,
  );
}

function kept(): unknown[] {
  return query(state(), 'select content from coach_memories order by id');
}

test('lists the latest, and those that are about something, also while a server runs', async () => {
  await remember(30, (n) => (n === 3 ? 'closures keep their variables' : `insight ${n}`));
  const without = await memories([]);
  expect(without.code).toBe(0);
  expect(without.stdout).toMatch(
    /^mem_s1_29 {2}2026-03-01 {2}high {2}folder--0123456789 {2}#css {2}#grid\n {2}insight 29\n/,
  );
  expect(without.stdout).toMatch(/30 memories, kept here, in ~\/\.af-practice\/state\.db\. 20 of them are shown;/);
  const about = ['list', '--query', 'closures and variables', '--limit', '1'];
  expect((await memories(about)).stdout).toContain('closures keep their variables');
  await using daemon = serve(home);
  await daemon.discovery();
  expect((await memories([])).stdout).toBe(without.stdout);
  expect((await memories(about)).stdout).toContain('closures keep their variables');
  expect((await memories(['list', '--project', 'other'])).stdout).toContain('0 memories');
});

test('exports all, the oldest first, also while a server runs', async () => {
  await remember(250);
  const without = await memories(['export']);
  const all = without.stdout
    .trimEnd()
    .split('\n')
    .map((line): Memory => memorySchema.parse(JSON.parse(line)));
  expect([without.code, all.length, all[0]?.content]).toEqual([0, 250, 'insight 0']);
  await using daemon = serve(home);
  await daemon.discovery();
  expect((await memories(['export'])).stdout).toBe(without.stdout);
});

test('exports all to whoever reads slowly', async () => {
  await remember(1000);
  const { environment } = home;
  // What the last piece is, a pipe has not taken yet when all memories have been read.
  const slowly = `"$0" "$1" memories export | while dd bs=4096 count=1 of=piece 2>/dev/null && [ -s piece ]; do
    cat piece; sleep 0.05; done`;
  const options = { env: environment, cwd: home.in('.') };
  const { stdout } = await promisify(execFile)('sh', ['-c', slowly, process.execPath, BUNDLE], options);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1000);
});

test('shows no character that a terminal would obey', async () => {
  await remember(1, () => '\u001b]0;owned\u0007\u001b[2Jgone\r\u009b31m\u202etxt');
  const { stdout } = await memories([]);
  expect(stdout).toContain('gone 31m txt');
  expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('moves nothing while a server runs, and says what to do', async () => {
  await remember(2);
  await using daemon = serve(home);
  await daemon.discovery();
  for (const more of [[], ['--dry-run']]) {
    const { code, stdout, stderr } = await memories(['move', '--to', 'chroma', ...more], {
      CHROMADB_URL: 'http://127.0.0.1:1',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Stop it with "practice-server stop"');
  }
  expect(kept()).toHaveLength(2);
});

test('without an address, where nobody answers, or with broken settings, moves nothing and says what to do', async () => {
  await remember(2);
  const refused = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await memories(['move', '--to', 'chroma'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toMatch(/\n\s+at /);
    return stderr;
  };
  expect(await refused({})).toMatch(/^Nobody has said where ChromaDB runs\. Set CHROMADB_URL/);
  expect(await refused({ CHROMADB_URL: 'http://me:secret@127.0.0.1:1' })).toMatch(
    /^Memories cannot be reached at http:\/\/127\.0\.0\.1:1 (?!.*secret)/s,
  );
  await writeFile(home.in('.af-practice', 'coach.json'), '{');
  expect(await refused({ CHROMADB_URL: 'http://127.0.0.1:1' })).toContain('coach.json cannot be read');
  expect(kept()).toHaveLength(2);
});

test('names what there is where a word is wrong', async () => {
  expect((await memories(['forget'])).stderr).toContain("unknown command 'forget'");
  expect((await memories(['move'])).stderr).toContain('--to <place>');
  expect((await memories(['move', '--to', 'moon'])).stderr).toContain('Allowed choices are here, chroma');
  expect((await memories(['list', '--limit', '0'])).stderr).toContain('At least 1');
  const help = (await memories(['--help'])).stdout;
  for (const word of ['list', 'export', 'move', 'CHROMADB_URL']) expect(help).toContain(word);
});

describe.skipIf((await whyNoChroma()) !== undefined)('with a real ChromaDB', () => {
  let chroma: ChromaServer;

  beforeAll(async () => {
    chroma = await (await ChromaServer.make()).start();
  });
  afterAll(() => chroma[Symbol.asyncDispose]());

  test('[coach memories-move] moves all there and back, as they were, and only says so in a dry run', async () => {
    await remember(250);
    const env = { CHROMADB_URL: chroma.url };
    const all = (await memories(['export'])).stdout;
    const there = ['move', '--to', 'chroma'];
    expect((await memories([...there, '--dry-run'], env)).stdout).toMatch(/^250 memories would be moved from ~/);
    expect(kept()).toHaveLength(250);
    const moved = await memories(there, env);
    expect([moved.code, moved.stdout]).toEqual([
      0,
      expect.stringMatching(/^250 memories moved from ~.* to ChromaDB at /),
    ]);
    expect(kept()).toEqual([]);
    expect((await memories(['export'], env)).stdout).toBe(all);
    expect((await memories([], env)).stdout).toContain('250 memories, kept in ChromaDB.');
    expect((await memories(there, env)).stdout).toMatch(/^0 memories moved/);
    const back = await memories(['move', '--to', 'here'], env);
    expect([back.code, back.stdout]).toEqual([
      0,
      expect.stringMatching(/^250 memories moved from ChromaDB.*\n.*take CHROMADB_URL out/),
    ]);
    expect((await memories(['export'])).stdout).toBe(all);
  });

  test('[coach memories-move] killed in between, all are there after it has run again', async () => {
    await remember(2000);
    const env = { CHROMADB_URL: chroma.url };
    const all = (await memories(['export'])).stdout;
    const hasBegun = {
      chroma: async () => (await countIn(chroma)) > 0,
      here: async () => kept().length > 0,
    };
    for (const to of ['chroma', 'here'] as const) {
      await using cli = new Cli(home, ['memories', 'move', '--to', to], env);
      await waitUntil(`some are copied to ${to}`, hasBegun[to]);
      await cli.end('SIGKILL');
      expect(cli.stdout).toBe('');
      const again = await memories(['move', '--to', to], env);
      expect([again.code, again.stderr.replaceAll(/\d+ of \d+ are copied\n/g, '')]).toEqual([0, '']);
    }
    expect((await memories(['export'])).stdout).toBe(all);
  });
});

/** How many records ChromaDB has, as it tells itself. */
async function countIn({ url }: ChromaServer): Promise<number> {
  const collections = `${url}/api/v2/tenants/default_tenant/databases/default_database/collections`;
  const { json } = await send(`${collections}/paige_memories`);
  return (await send(`${collections}/${json.id}/count`)).json;
}
