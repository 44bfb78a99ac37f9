import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { AGENTS, type AgentProgram } from '../../src/machine/programs.js';
import { waitUntil } from '../../src/machine/wait-until.js';
import type { Step } from '../../src/model-api/scenario.js';
import { describeInTurn } from '../describe-in-turn.js';
import { ATTEMPTS, type Attempt, ofServer } from './attempts.js';
import { SHOW, SHOWN } from './coach-stand-in.js';
import { CoachedSession, THE_END } from './coached-session.js';
import { EVERYTHING_ALLOWED, OWN_SERVERS } from './everything-allowed.js';
import { fingerprints } from './fingerprints.js';
import { LOOKS, type Look, RESOURCES, SECRET_FILE, SECRET_WORD } from './looks.js';
import { type LoggedCall, ProjectCoach } from './project-coach.js';

const run = promisify(execFile);

/** Milliseconds in which a program in the background has written on a busy machine. */
const WRITING_MS = 10_000;

/** All that a coach may be offered: nothing that writes, runs, or reads a file. Codex offers patches always, and refuses them. */
const OFFERED: Readonly<Record<AgentProgram, RegExp>> = {
  claude:
    /^(AskUserQuestion|DeferredToolPlaceholder|ListMcpResourcesTool|ReadMcpResourceTool|TodoWrite|WebFetch|WebSearch|mcp__coach__\w+)$/,
  codex: /^(functions\.(exec|wait|request_user_input\w*)|clock\.sleep|collaboration\.\w+|web_search|mcp__coach\.\w+)$/,
  gemini:
    /^(list_mcp_resources|read_mcp_resource|get_internal_docs|web_fetch|google_web_search|ask_user|update_topic|mcp_coach_\w+)$/,
};

/** How the model is told that there is no such tool, or that it may not use it. */
const REFUSED: Readonly<Record<AgentProgram, RegExp>> = {
  claude: /No such tool available/,
  codex: /unsupported (custom tool )?call|is not a function|rejected/,
  gemini: /not found/,
};

/** The student's own settings, below their home and in their project. */
const SETTINGS: Readonly<Record<AgentProgram, readonly string[]>> = {
  claude: ['.claude/settings.json', 'project/.mcp.json'],
  codex: ['.codex/config.toml', '.codex/rules/default.rules', 'project/.codex/config.toml'],
  gemini: ['.gemini/settings.json', '.gemini/policies/all.toml', 'project/.gemini/settings.json'],
};

/** These know only the resources of the last list, and ask for another when they are told that there is one. */
const READS_WHAT_IS_LISTED: readonly AgentProgram[] = ['gemini'];
const isShownList = ({ toolName, refused }: LoggedCall) => toolName === 'resources/list' && refused === undefined;

const call = { server: 'coach', tool: SHOW, input: { message: 'Look here.' } };

/** A project in which the student has allowed their agent everything. */
async function start(agent: AgentProgram): Promise<CoachedSession> {
  const session = await CoachedSession.start(agent);
  await EVERYTHING_ALLOWED[agent](session);
  return session;
}

async function startWithSecret(agent: AgentProgram): Promise<CoachedSession> {
  const session = await start(agent);
  await writeFile(join(session.project, SECRET_FILE), `word = '${SECRET_WORD}'\n`);
  return session;
}

/** A way that was tried in one session with others, and what the model was told of each of its steps. */
type Told<T> = T & { readonly told: readonly string[] };

function byWay<T extends Attempt | Look>(ways: readonly T[], project: string, answers: readonly string[]): Told<T>[] {
  const left = [...answers];
  return ways.map((way) => ({ ...way, told: left.splice(0, way.steps(project).length) }));
}

function stepsOf(ways: readonly (Attempt | Look)[], { project }: CoachedSession): Step[] {
  return ways.flatMap(({ steps }) => steps(project));
}

// A CLI takes seconds to start: whatever can be tried in one session is, and each test looks at what came of one thing.
describeInTurn(AGENTS, 'a coached session with the real %s', (agent) => {
  const attempts = ATTEMPTS[agent];
  const settings = () => Promise.all(SETTINGS[agent].map((path) => session.readHome(path)));
  let session: CoachedSession;
  let before: { readonly settings: readonly string[]; readonly files: Readonly<Record<string, string>> };

  beforeAll(async () => {
    session = await start(agent);
    before = { settings: await settings(), files: await fingerprints(session.project) };
    await session.coached([call, ...OWN_SERVERS.map(ofServer), ...stepsOf(attempts, session)]);
  });

  afterAll(() => session?.[Symbol.asyncDispose]());

  it(`[workbench student-config] [workbench no-writing] ${agent}: calls a tool of the coach with the secret of its session, which no argument holds; nobody is asked, and the student’s settings stay as they are`, async () => {
    expect(session.answers[0]).toContain(SHOWN);
    expect(session.coach.shown).toEqual(['Look here.']);
    expect(new Set(session.coach.authorizations)).toEqual(new Set([`Bearer ${session.coach.secret}`]));
    expect((await run('ps', ['-axww', '-o', 'args='])).stdout).not.toContain(session.coach.secret);
    expect(await settings()).toEqual(before.settings);
  });

  it(`[workbench no-writing] [coaching-backend FR-081] [coaching-backend FR-026] ${agent}: the model is offered nothing that writes or runs, and knows what it is for`, () => {
    const offered = [...new Set(session.api.offered.flat())];
    expect(offered.filter((name) => !OFFERED[agent].test(name))).toEqual([]);
    expect(JSON.stringify(session.api.turns.at(-1)?.body)).toContain('you never write it for them');
  });

  it.each(attempts)(
    `[workbench no-writing] ${agent}: nothing changes by $by, and the model is told so`,
    async ({ by }) => {
      expect(await fingerprints(session.project)).toEqual(before.files);
      const answers = session.answers.slice(1 + OWN_SERVERS.length);
      expect(answers).toHaveLength(stepsOf(attempts, session).length);
      const attempt = byWay(attempts, session.project, answers).find((other) => other.by === by);
      expect(attempt?.told.at(-1)).toMatch(REFUSED[agent]);
    },
  );

  it(`[workbench student-config] [workbench no-writing] ${agent}: servers that the student and their project have set up are not there`, () => {
    expect(session.coach.shown).toEqual(['Look here.']);
    expect(session.answers.slice(1, 1 + OWN_SERVERS.length)).not.toContainEqual(expect.stringContaining(SHOWN));
  });

  it(`[workbench no-writing] ${agent}: nor does anything change in the chat, where the coach's tools are`, async () => {
    await using chat = await start(agent);
    const files = await fingerprints(chat.project);
    const working = attempts.filter(({ works }) => works);
    const writes = stepsOf(working, chat);
    await chat.chatted([call, ...writes]);
    expect(chat.coach.shown).toEqual(['Look here.']);
    expect(chat.answers).toHaveLength(1 + writes.length);
    expect(await fingerprints(chat.project)).toEqual(files);
  });
});

describeInTurn(AGENTS, 'the project, as the real %s is shown it', (agent) => {
  let session: CoachedSession;
  let coach: ProjectCoach;
  const look = { server: 'coach', tool: 'paige_get_open_files', input: {} };
  const { list, read } = RESOURCES[agent];
  const ownLooks = (fits: (look: { works: boolean }) => boolean = () => true) =>
    LOOKS[agent].filter(fits).flatMap(({ steps }) => steps(session.project));

  /** Whether a word was in anything that has reached the model. */
  function reached(word: string): boolean {
    return session.api.requests.some(({ body }) => JSON.stringify(body ?? '').includes(word));
  }

  beforeEach(async () => {
    session = await startWithSecret(agent);
    coach = await ProjectCoach.start(session.project);
    session.server = coach;
  });

  afterEach(async () => {
    await session[Symbol.asyncDispose]();
    await coach[Symbol.asyncDispose]();
  });

  it(`[workbench visibility] ${agent}: gets nothing of it by its own tools, even where the student shows everything; lists and reads it through the coach, and every look is written down`, async () => {
    await coach.show('everything');
    const looks = ownLooks();
    const reads = [read('project:///'), read(`project:///${SECRET_FILE}`)];
    const running = session.coached([look, ...looks, [{ hold: 'looked' }, list], ...reads]);
    await session.gates.reached('looked');
    expect(session.answers).toHaveLength(1 + looks.length);
    expect(reached(SECRET_WORD)).toBe(false);
    session.gates.release('looked');
    await running;
    const [listed, folder, file] = session.answers.slice(1 + looks.length);
    expect([listed, folder]).toEqual(Array(2).fill(expect.stringContaining(`project:///${SECRET_FILE}`)));
    expect(file).toContain(SECRET_WORD);
    expect(coach.calls).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ toolName: 'resources/list' }),
        expect.objectContaining({ toolName: 'resources/read', path: '' }),
        expect.objectContaining({ toolName: 'resources/read', path: SECRET_FILE }),
      ]),
    );
    expect(coach.failures).toEqual([]);
  });

  it(`[workbench visibility] ${agent}: where the student shows nothing, learns neither a text nor a name, and is told why; is shown it as soon as the student shows it, in the middle of a session`, async () => {
    await coach.show('nothing');
    const root = read('project:///');
    const later = [{ hold: 'shown' }, root];
    const running = session.coached([look, list, root, later, [{ hold: 'listed' }, read('project:///main.py')]]);
    await session.gates.reached('shown');
    expect(session.answers).toEqual(Array(3).fill(expect.stringMatching(/not_visible: The student shares nothing/)));
    expect([reached(SECRET_WORD), reached(SECRET_FILE)]).toEqual([false, false]);
    expect(coach.calls.length).toBeGreaterThanOrEqual(3);
    expect(coach.calls.filter(({ refused }) => refused !== 'not_visible')).toEqual([]);
    await coach.show('saved_files');
    session.gates.release('shown');
    await session.gates.reached('listed');
    if (READS_WHAT_IS_LISTED.includes(agent)) await coach.called(isShownList);
    session.gates.release('listed');
    await running;
    const [folder, file] = session.answers.slice(3);
    expect(folder).toContain('project:///main.py');
    expect(file).toContain('answer = 41');
  });

  it(`[workbench visibility] ${agent}: nor in the chat, where it reads it through the coach as well`, async () => {
    const looks = ownLooks(({ works }) => works);
    await session.chatted([look, ...looks, read('project:///main.py')]);
    expect(session.answers).toHaveLength(looks.length + 2);
    expect(session.answers.at(-1)).toContain('answer = 41');
    expect(reached(SECRET_WORD)).toBe(false);
    expect(coach.calls.at(-1)).toMatchObject({ toolName: 'resources/read', path: 'main.py' });
  });
});

describeInTurn(AGENTS, 'without a coach, the real %s', (agent) => {
  const attempts = ATTEMPTS[agent].filter(({ works }) => works);
  const looks = LOOKS[agent].filter(({ works }) => works);
  const hasWritten = new Set<string>();
  let seen: readonly Told<Look>[] = [];

  beforeAll(async () => {
    await using session = await startWithSecret(agent);
    const before = await fingerprints(session.project);
    // Each attempt waits until what the one before it wrote is seen, and put away.
    const begin = ({ by }: Attempt) => ({ hold: by });
    const steps = attempts.flatMap((attempt) => {
      const [first, ...more] = attempt.steps(session.project);
      return [[begin(attempt), first].filter((step) => step !== undefined), ...more];
    });
    const running = session.uncoached([...stepsOf(looks, session), ...steps, [{ hold: THE_END }, { text: THE_END }]]);
    const gates = [...attempts.map(({ by }) => by), THE_END];
    for (const [index, gate] of gates.entries()) {
      await Promise.race([session.gates.reached(gate), running]);
      const by = gates[index - 1];
      if (by !== undefined && (await changes(session.project, before))) hasWritten.add(by);
      await session.restore();
      session.gates.release(gate);
    }
    await running;
    seen = byWay(looks, session.project, session.answers);
  });

  it.each(attempts)(`${agent} writes by $by: the attempts are real`, ({ by }) => {
    expect([...hasWritten]).toContain(by);
  });

  it.each(looks)(`${agent} reads by $by: the looks are real`, ({ by }) => {
    expect(seen.find((look) => look.by === by)?.told.join()).toContain(SECRET_WORD);
  });
});

/** Whether anything is soon another than before: what an attempt has started may write after it has been answered. */
async function changes(project: string, before: Awaited<ReturnType<typeof fingerprints>>): Promise<boolean> {
  const changed = async () => !isDeepStrictEqual(await fingerprints(project), before) || undefined;
  return await waitUntil(changed, () => 'nothing was written', WRITING_MS).catch(() => false);
}
