import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, fuzz, jsonTexts, oddText } from '@agent-factory/fuzzing';
import { afterAll, beforeAll, expect } from 'vitest';
import { AGENT_CLIS, detectAgent } from '../../src/index.js';
import { type Home, newHome } from '../support.js';

const exitCode = fc.constantFrom(0, 1, 2, 127, null);
const answer = fc.oneof(
  jsonTexts([{ loggedIn: true, authMethod: 'x' }, { loggedIn: false }, [], {}]),
  fc
    .tuple(oddText, fc.constantFrom('Logged in', 'not logged in', 'Not Authenticated', 'authenticated', ''), oddText)
    .map((parts) => parts.join('')),
);

/** What an agent that has a command for it says of its sign-in. */
function interpret(id: keyof typeof AGENT_CLIS, code: number | null, text: string): boolean | undefined {
  const { signIn } = AGENT_CLIS[id];
  if (signIn === undefined || 'look' in signIn) throw new Error(`${id} has no command that tells`);
  return signIn.interpret(code, text);
}

fuzz({
  parser: 'sign-in answers',
  says: 'each is yes, no or none, and yes never where the CLI has said no',
  input: fc.tuple(exitCode, answer),
  holds: ([code, text]) => {
    for (const id of ['claude', 'codex', 'cursor'] as const) {
      const said = interpret(id, code, text);
      expect([true, false, undefined]).toContain(said);
      if (id === 'cursor' && /not (logged in|authenticated)/i.test(text)) expect(said).toBe(false);
    }
  },
});

fuzz({
  parser: 'sign-in answers',
  says: 'Claude Code is believed whatever stands beside its answer',
  input: fc.tuple(exitCode, fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true })),
  holds: ([code, loggedIn, others]) => {
    expect(interpret('claude', code, JSON.stringify({ ...others, loggedIn }))).toBe(loggedIn);
  },
});

let home: Home;
beforeAll(async () => {
  home = await newHome();
  await home.program('claude', 'cat "$HOME/answer"');
});
afterAll(() => home[Symbol.asyncDispose]());

/** As `detect.ts` has it. */
const MAX_ANSWER_BYTES = 64 * 1024;

fuzz({
  parser: 'versions of CLIs',
  says: 'a version is found in what is printed, and is short',
  input: fc.tuple(
    oddText.filter((text) => !/\d/.test(text)),
    fc.option(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(999))),
    oddText,
  ),
  cost: 10,
  holds: async ([before, version, after]) => {
    const number = version?.join('.');
    const answer = `${before}${number ?? ''} ${after}`;
    // One that goes on and on is not read.
    if (Buffer.byteLength(answer) > MAX_ANSWER_BYTES) return;
    await home.write('answer', answer);
    const found = await detectAgent(AGENT_CLIS.claude, { env: home.env });
    expect(found.installed).toBe(true);
    if (number !== undefined) expect(found.version).toBe(number);
    else expect((found.version ?? '').length).toBeLessThanOrEqual(100);
  },
});

const conversationId = '4f9c2a1e-0000-4000-8000-000000000001';
const OTHER = '4f9c2a1e-0000-4000-8000-000000000002';
const { findConversation } = AGENT_CLIS.codex;
/** Whatever a system takes as the name of a folder. */
const folderName = oddText.filter(
  (name) =>
    !/[/\0]/.test(name) &&
    !/^\.{0,2}$/.test(name) &&
    Buffer.byteLength(name) < 200 &&
    Buffer.from(name).toString() === name,
);

fuzz({
  parser: 'conversations',
  says: 'Codex’ is found by a folder of any name, and no other folder’s is',
  input: fc.tuple(folderName, folderName, jsonTexts([{ type: 'session_meta', payload: { id: 'x' } }])),
  cost: 10,
  holds: async ([name, other, noise]) => {
    await using own = await temporary();
    const workspace = join(own.path, name);
    await mkdir(workspace);
    const place = { conversationId, workspace, env: { HOME: own.path } };
    await own.write(`rollout-1-${OTHER}.jsonl`, meta(join(own.path, `${other}x`)));
    await own.write(`rollout-2-${OTHER}.jsonl`, noise.replaceAll(own.path, ''));
    expect((await findConversation(place)) !== undefined).toBe(name === `${other}x`);
    await own.write(`rollout-0-${OTHER}.jsonl`, meta(workspace));
    expect(await findConversation(place)).toBe(OTHER);
  },
});

function meta(cwd: string): string {
  return `${JSON.stringify({ type: 'session_meta', payload: { id: 'x', cwd } })}\n`;
}

async function temporary() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'conversations-')));
  const sessions = join(path, '.codex/sessions/2026/11/20');
  await mkdir(sessions, { recursive: true });
  return {
    path,
    write: (name: string, text: string) => writeFile(join(sessions, name), text),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
