import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Live } from '../../src/contract/observe-events.js';
import { TRIGGERS, type Trigger } from '../../src/contract/triggers.js';
import { runMentor } from '../../src/wrapper/mentor-run.js';
import { runStudent } from '../../src/wrapper/student-run.js';

const FAKE = fileURLToPath(new URL('fake-claude.mjs', import.meta.url));
const ASK = '{"status":"ask_mentor","problem":"it fails","questionForMentor":"why?"}';
const DONE = '{"status":"completed","summary":"done"}';
let home = '';
let live: Live[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'smile-student-'));
  live = [];
  await mkdir(join(home, 'bin'));
  await mkdir(join(home, 'work'));
  await copyFile(FAKE, join(home, 'bin', 'claude'));
  await chmod(join(home, 'bin', 'claude'), 0o755);
});
afterEach(() => rm(home, { recursive: true, force: true }));

interface Script {
  readonly commands?: readonly string[];
  readonly asks?: readonly string[];
  readonly text?: string;
  readonly error?: string;
}

async function options(role: 'student' | 'mentor', turns: readonly Script[], mayAsk: readonly Trigger[] = TRIGGERS) {
  await writeFile(join(home, 'script.json'), JSON.stringify(turns));
  const PATH = [join(home, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const student = { stepMs: 1500, maxRetries: 3, mayAsk: [...mayAsk] };
  const task = {
    ...{ role, secret: 'the-secret', modelToken: 'the-token', port: 1, provider: 'claude' as const, prompt: 'Begin.' },
    ...{ folder: join(home, 'work'), iteration: 1, limitMs: 30_000, student, useProxy: true },
  };
  return { task, base: { PATH }, home, origin: 'http://127.0.0.1:9', onLive: (piece: Live) => void live.push(piece) };
}

async function student(turns: readonly Script[], mayAsk?: readonly Trigger[]) {
  return await runStudent(await options('student', turns, mayAsk));
}

async function logged(): Promise<Record<string, unknown>[]> {
  const lines = (await readFile(join(home, 'log.ndjson'), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function said(): Promise<unknown[]> {
  return (await logged()).flatMap((entry) => entry.said ?? []);
}

describe('a student’s run', () => {
  it('[smile-loop 5.E2] tells the answer, and every command as it was seen', async () => {
    const result = await student([{ commands: ['echo one', 'exit 3'], text: DONE }]);
    expect(result).toMatchObject({
      kind: 'answer',
      // A command has failed, and the student has judged for itself that it can go on.
      answer: { status: 'completed' },
      fired: ['command_failure'],
      commands: [
        { command: 'echo one', exitCode: 0, output: 'one\n' },
        { command: 'exit 3', exitCode: 3 },
      ],
    });
    expect(live.map(({ kind }) => kind)).toContain('command_end');
  });

  it('[smile-loop FR18] [smile-loop 5.S3] [smile-loop 4.3] [smile-loop 5.2] asks for what is missing, whatever the student says of it', async () => {
    const result = await student([{ commands: ['surely-no-program'], text: ASK }]);
    expect(result).toMatchObject({ answer: { trigger: 'missing_dependency' } });
    expect(result).toMatchObject({ fired: ['missing_dependency', 'command_failure'] });
  });

  it('[smile-loop FR19] [smile-loop 5.1] is told to ask once a step has failed as often as it may', async () => {
    const fails = ['cat nothing', 'cat nothing', 'cat nothing', 'echo too-much'];
    const result = await student([{ commands: fails }, { text: ASK }]);
    expect(await said()).toEqual(['Begin.', expect.stringContaining('has failed 3 times')]);
    expect(result).toMatchObject({ answer: { status: 'ask_mentor' }, fired: expect.arrayContaining(['max_retries']) });
    expect(result.kind === 'answer' && result.commands).toHaveLength(3);
  });

  it('[smile-loop 5.5] [smile-loop 4.E4] ends a command that takes too long, and asks', async () => {
    const result = await student([{ commands: ['sleep 20'], text: DONE }]);
    expect(result).toMatchObject({ answer: { status: 'ask_mentor', trigger: 'timeout' }, fired: ['timeout'] });
    expect(result).toMatchObject({ commands: [{ command: 'sleep 20', timedOut: true, exitCode: null }] });
  });

  it('only ends it where it may not ask for that', async () => {
    const mayAsk = TRIGGERS.filter((trigger) => trigger !== 'timeout');
    const result = await student([{ commands: ['sleep 20', 'echo on'], text: DONE }], mayAsk);
    expect(result).toMatchObject({ answer: { status: 'completed' }, commands: [{ timedOut: true }, { exitCode: 0 }] });
  });

  it('[smile-loop 5.6] is sent back once, and then cannot complete, where it may not ask', async () => {
    const mayAsk = TRIGGERS.filter((trigger) => trigger !== 'missing_dependency');
    const result = await student([{ commands: ['surely-no-program'], text: ASK }, { text: ASK }], mayAsk);
    expect((await said())[1]).toContain('You may not ask for help for this reason (missing_dependency)');
    expect(result).toMatchObject({ answer: { status: 'cannot_complete' } });
  });

  it('[smile-loop 4.E3] is asked once more for what can be read, and then is unreadable', async () => {
    expect(await student([{ text: 'All done!' }, { text: DONE }])).toMatchObject({ answer: { status: 'completed' } });
    expect(await student([{ text: 'All done!' }, { text: 'Really.' }])).toMatchObject({
      kind: 'unreadable',
      raw: 'Really.',
    });
  });

  it('is ended where it takes too long in all, with whatever it runs', async () => {
    const given = await options('student', [{ commands: ['sleep 20'], text: DONE }]);
    const task = { ...given.task, limitMs: 1000 };
    const result = await runStudent({ ...given, task });
    expect(result).toMatchObject({
      ...{ kind: 'failed', code: 'budget_spent' },
      message: expect.stringContaining('longer than 1 seconds in all'),
    });
  });

  it('is told as a refusal where it refuses', async () => {
    expect(await student([{ text: "I'm sorry, but I can't help with that." }])).toMatchObject({ kind: 'refusal' });
  });

  it('[smile-loop 4.E2] tells errors of the model by what can be done about them', async () => {
    const failed = (error: string) => student([{ error }]);
    expect(await failed('API Error: 529 overloaded_error')).toMatchObject({ code: 'rate_limited', transient: true });
    expect(await failed('API Error: 401 invalid x-api-key')).toMatchObject({ code: 'not_signed_in', transient: false });
    expect(await failed('API Error: Connection error. ECONNREFUSED')).toMatchObject({ code: 'model_unreachable' });
  });

  it('[smile-loop 4.E1] names the CLI that is missing, and how it is installed', async () => {
    await rm(join(home, 'bin', 'claude'));
    const result = await student([]);
    expect(result).toMatchObject({
      kind: 'failed',
      code: 'cli_missing',
      message: expect.stringContaining('npm install'),
    });
  });

  it('[smile-loop 4.5] is refused the web’s tools, and allowed all others', async () => {
    await student([{ asks: ['WebFetch', 'Write'], text: DONE }]);
    const log = await logged();
    expect(log.flatMap((entry) => entry.permission ?? [])).toEqual(['deny', 'allow']);
    expect(String(log[0]?.argv).replaceAll(',--', ' --')).toContain('--disallowedTools,WebFetch,WebSearch');
  });

  it('keeps the loop’s secret out of the agent’s environment', async () => {
    await student([{ text: DONE }]);
    const [{ env } = {}] = await logged();
    expect(env).toMatchObject({ ANTHROPIC_AUTH_TOKEN: 'the-token', http_proxy: 'http://127.0.0.1:9', HOME: home });
    expect(JSON.stringify(env)).not.toContain('the-secret');
  });
});

describe('a mentor’s run', () => {
  it('[smile-loop 6.2] gives notes, and may write and run nothing', async () => {
    const result = await runMentor(
      await options('mentor', [{ asks: ['Read', 'Write', 'Bash'], text: 'Install psql.' }]),
    );
    expect(result).toEqual({ kind: 'notes', notes: 'Install psql.', unresolvable: false, cut: false });
    const log = await logged();
    expect(log.flatMap((entry) => entry.permission ?? [])).toEqual(['allow', 'deny', 'deny']);
    expect(String(log[0]?.argv).replaceAll(',--', ' --')).toContain('--tools,Read,Glob,Grep,WebFetch,WebSearch');
  });

  it('is a refusal where it says nothing else, and has failed where it says nothing', async () => {
    const no = "I'm sorry, but I can't help with that.";
    const mentor = async (text: string) => runMentor(await options('mentor', [{ text }]));
    expect(await mentor(no)).toEqual({ kind: 'refusal', text: no });
    const gap = { quote: 'q', title: 't', missing: 'm', fix: { kind: 'remove', text: '' }, severity: 'low' };
    const told = await mentor(`${no}\n\`\`\`gap\n${JSON.stringify(gap)}\n\`\`\``);
    expect(told).toMatchObject({ kind: 'notes', notes: no, gap });
    expect(await mentor(' ')).toMatchObject({ kind: 'failed' });
  });

  it('[smile-loop 6.E2] has notes of a length that the next student can hold, and a mark of what costs money', async () => {
    const text = `You need a paid plan.\n${'Words. '.repeat(3000)}`;
    const result = await runMentor(await options('mentor', [{ text }]));
    expect(result).toMatchObject({ kind: 'notes', cut: true, notes: expect.stringContaining('Possible blocker') });
    expect(result.kind === 'notes' && result.notes.length).toBeLessThan(text.length);
  });
});
