import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentProgram } from '../../src/machine/programs.js';
import { ATTEMPTS, ofServer } from './attempts.js';
import { SHOW, SHOWN } from './coach-stand-in.js';
import { CoachedSession, THE_END } from './coached-session.js';
import { EVERYTHING_ALLOWED, OWN_SERVERS } from './everything-allowed.js';
import { fingerprints } from './fingerprints.js';
import { LOOKS, RESOURCES, SECRET_FILE, SECRET_WORD } from './looks.js';
import { type LoggedCall, ProjectCoach } from './project-coach.js';

const run = promisify(execFile);

const AGENTS: readonly AgentProgram[] = ['claude', 'codex', 'gemini'];

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

let session: CoachedSession;

function settings(agent: AgentProgram): Promise<readonly string[]> {
  return Promise.all(SETTINGS[agent].map((path) => session.readHome(path)));
}

describe.each(AGENTS)('a coached session with the real %s', (agent) => {
  beforeEach(async () => {
    session = await CoachedSession.start(agent);
    await EVERYTHING_ALLOWED[agent](session);
  });

  afterEach(() => session[Symbol.asyncDispose]());

  it(`[workbench student-config] [workbench no-writing] ${agent}: calls a tool of the coach with the secret of its session, which no argument holds; nobody is asked, and the student’s settings stay as they are`, async () => {
    const before = await settings(agent);
    await session.coached([call]);
    expect(session.answers.join()).toContain(SHOWN);
    expect(session.coach.shown).toEqual(['Look here.']);
    expect(new Set(session.coach.authorizations)).toEqual(new Set([`Bearer ${session.coach.secret}`]));
    expect((await run('ps', ['-axww', '-o', 'args='])).stdout).not.toContain(session.coach.secret);
    expect(await settings(agent)).toEqual(before);
  });

  it(`[workbench no-writing] [coaching-backend FR-081] [coaching-backend FR-026] ${agent}: the model is offered nothing that writes or runs, and knows what it is for`, async () => {
    await session.coached([call]);
    const offered = [...new Set(session.api.offered.flat())];
    expect(offered.filter((name) => !OFFERED[agent].test(name))).toEqual([]);
    expect(JSON.stringify(session.api.turns.at(-1)?.body)).toContain('you never write it for them');
  });

  it.each(ATTEMPTS[agent])(
    `[workbench no-writing] ${agent}: nothing changes by $by, and the model is told so`,
    async ({ steps }) => {
      const before = await fingerprints(session.project);
      const attempts = steps(session.project);
      await session.coached(attempts);
      expect(await fingerprints(session.project)).toEqual(before);
      expect(session.answers).toHaveLength(attempts.length);
      expect(session.answers.at(-1)).toMatch(REFUSED[agent]);
    },
  );

  it(`[workbench student-config] [workbench no-writing] ${agent}: servers that the student and their project have set up are not there`, async () => {
    await session.coached(OWN_SERVERS.map(ofServer));
    expect(session.coach.shown).toEqual([]);
    expect(session.answers).toHaveLength(OWN_SERVERS.length);
  });

  it(`[workbench no-writing] ${agent}: nor does anything change in the chat, where the coach's tools are`, async () => {
    const before = await fingerprints(session.project);
    const writes = ATTEMPTS[agent].filter(({ works }) => works).flatMap(({ steps }) => steps(session.project));
    await session.chatted([call, ...writes]);
    expect(session.coach.shown).toEqual(['Look here.']);
    expect(session.answers).toHaveLength(1 + writes.length);
    expect(await fingerprints(session.project)).toEqual(before);
  });

  it.each(ATTEMPTS[agent].filter(({ works }) => works))(
    `without a coach, ${agent} writes by $by: the attempts are real`,
    async ({ steps }) => {
      const before = await fingerprints(session.project);
      const pane = await session.uncoached(steps(session.project));
      await pane.waitForScreen(THE_END);
      expect(await fingerprints(session.project)).not.toEqual(before);
    },
  );
});

describe.each(AGENTS)('the project, as the real %s is shown it', (agent) => {
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
    session = await CoachedSession.start(agent);
    await EVERYTHING_ALLOWED[agent](session);
    await writeFile(join(session.project, SECRET_FILE), `word = '${SECRET_WORD}'\n`);
    coach = await ProjectCoach.start(session.project);
    session.server = coach;
  });

  afterEach(async () => {
    await session[Symbol.asyncDispose]();
    await coach[Symbol.asyncDispose]();
  });

  it(`[workbench visibility] ${agent}: lists and reads it through the coach, and every look is written down`, async () => {
    await session.coached([look, list, read('project:///'), read(`project:///${SECRET_FILE}`)]);
    const [, listed, folder, file] = session.answers;
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

  it(`[workbench visibility] ${agent}: where the student shows nothing, learns neither a text nor a name, and is told why`, async () => {
    await coach.show('nothing');
    await session.coached([look, list, read('project:///')]);
    expect(session.answers).toEqual(Array(3).fill(expect.stringMatching(/not_visible: The student shares nothing/)));
    expect([reached(SECRET_WORD), reached(SECRET_FILE)]).toEqual([false, false]);
    expect(coach.calls.length).toBeGreaterThanOrEqual(3);
    expect(coach.calls.filter(({ refused }) => refused !== 'not_visible')).toEqual([]);
  });

  it(`[workbench visibility] ${agent}: is shown it as soon as the student shows it, in the middle of a session`, async () => {
    await coach.show('nothing');
    const root = read('project:///');
    const later = [{ hold: 'shown' }, root];
    const running = session.coached([look, root, later, [{ hold: 'listed' }, read('project:///main.py')]]);
    await session.gates.reached('shown');
    await coach.show('saved_files');
    session.gates.release('shown');
    await session.gates.reached('listed');
    if (READS_WHAT_IS_LISTED.includes(agent)) await coach.called(isShownList);
    session.gates.release('listed');
    await running;
    const [, refused, folder, file] = session.answers;
    expect(refused).toContain('not_visible');
    expect(folder).toContain('project:///main.py');
    expect(file).toContain('answer = 41');
  });

  it(`[workbench visibility] ${agent}: gets nothing of it by its own tools, even where the student shows everything`, async () => {
    await coach.show('everything');
    const looks = ownLooks();
    await session.coached([look, ...looks]);
    expect(session.answers).toHaveLength(1 + looks.length);
    expect(reached(SECRET_WORD)).toBe(false);
  });

  it(`[workbench visibility] ${agent}: nor in the chat, where it reads it through the coach as well`, async () => {
    const looks = ownLooks(({ works }) => works);
    await session.chatted([look, ...looks, read('project:///main.py')]);
    expect(session.answers).toHaveLength(looks.length + 2);
    expect(session.answers.at(-1)).toContain('answer = 41');
    expect(reached(SECRET_WORD)).toBe(false);
    expect(coach.calls.at(-1)).toMatchObject({ toolName: 'resources/read', path: 'main.py' });
  });

  it.each(LOOKS[agent].filter(({ works }) => works))(
    `without a coach, ${agent} reads by $by: the looks are real`,
    async ({ steps }) => {
      await session.uncoached(steps(session.project));
      expect(session.answers.join()).toContain(SECRET_WORD);
    },
  );
});
