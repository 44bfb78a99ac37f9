import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StructuredExecution } from '@agent-factory/agent-cli';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentProgram } from '../../src/machine/programs.js';
import { ATTEMPTS, ofServer } from './attempts.js';
import { SHOW, SHOWN } from './coach-stand-in.js';
import { CoachedSession, THE_END } from './coached-session.js';
import { EVERYTHING_ALLOWED, OWN_SERVERS } from './everything-allowed.js';
import { fingerprints } from './fingerprints.js';

const run = promisify(execFile);

const AGENTS: readonly AgentProgram[] = ['claude', 'codex', 'gemini'];

/** All that a coach may be offered, by how it begins. Codex offers patches always, and refuses them. */
const OFFERED: Readonly<Record<AgentProgram, RegExp>> = {
  claude:
    /^(AskUserQuestion|DeferredToolPlaceholder|Glob|Grep|ListMcpResourcesTool|Read|ReadMcpResourceTool|TodoWrite|WebFetch|WebSearch|mcp__coach__\w+)$/,
  codex: /^(functions\.(exec|wait|request_user_input\w*)|clock\.sleep|collaboration\.\w+|web_search|mcp__coach\.\w+)$/,
  gemini:
    /^(list_directory|read_file|read_many_files|glob|grep_search|web_fetch|google_web_search|ask_user|update_topic|mcp_coach_\w+)$/,
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

  it(`[workbench no-writing] ${agent}: calls a tool of the coach with the secret of its session, and nobody is asked`, async () => {
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
    const { cli, environment } = await session.prepare();
    const before = await fingerprints(session.project);
    const writes = ATTEMPTS[agent].filter(({ works }) => works).flatMap(({ steps }) => steps(session.project));
    session.attempt([call, ...writes]);
    if (cli.chat === undefined) throw new Error(`${agent} has no chat`);
    const chat = await StructuredExecution.start({
      name: cli.name,
      form: cli.chat,
      program: await session.program(),
      cwd: session.project,
      env: { ...session.student.env, ...environment },
      threadId: crypto.randomUUID(),
      sessionId: crypto.randomUUID(),
      onEvent: () => undefined,
    });
    const ended = new Promise<void>((resolve) => {
      chat.onEvent(({ type }) => (type === 'RUN_FINISHED' || type === 'RUN_ERROR') && resolve());
    });
    await chat.write('Begin.');
    await ended;
    await chat.end();
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
