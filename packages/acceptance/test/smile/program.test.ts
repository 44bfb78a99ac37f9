import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, startSmile, waitUntil } from '@agent-factory/acceptance';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LearnerScript } from '../../src/learner/talk.js';
import { AGENTS } from '../../src/machine/programs.js';
import { hasTurn } from '../../src/machine/turns.js';
import {
  ASKS,
  type Author,
  COMPLETED,
  cast,
  does,
  layOut,
  MENTOR_WORDS,
  newestRun,
  QUICKEST,
  readReport,
  waitForOutput,
} from './scripts.js';
import { openWorkshop, type Workshop } from './workshop.js';

/** Each test says what the models say. */
let script: LearnerScript = cast({ student: does([], COMPLETED) });
let workshop: Workshop;
let folder: string;

beforeAll(async () => {
  workshop = await openWorkshop((talk) => script(talk));
});
afterAll(() => workshop?.[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(workshop.folder, 'author-'));
});

function smile(...args: string[]) {
  return startSmile(args, { ...workshop.options, folder });
}

/** Lays out an author's folder for tests that are about no CLI, unless it names one. */
function prepare(author: Omit<Author, 'image'> = {}) {
  return layOut(folder, { image: workshop.image, agents: [QUICKEST], ...author });
}

async function run(author: Omit<Author, 'image'>, ...args: string[]) {
  await prepare(author);
  const ended = await smile('--quiet', ...args).ended;
  return { ...ended, report: await readReport(folder) };
}

const PASSES = 'test -f made';
const IN_THREE = cast({ student: does(['echo first'], ASKS), later: does(['touch made'], COMPLETED) });

describe('without what it needs', () => {
  /** A run that never began cannot be resumed, and is no result. */
  afterEach(async () => expect(await readdir(folder)).not.toContain('smile-results'));

  it('[smile-loop 3.6] [smile-loop 3.E1] says that Docker is required', async () => {
    await layOut(folder, { image: workshop.image });
    const engine = { DOCKER_HOST: `unix://${join(folder, 'no.sock')}` };
    const { code, stderr } = await startSmile([], { ...workshop.options, engine, folder }).ended;
    expect(code).toBe(4);
    expect(stderr).toContain('Docker is required but not available');
  });

  it('[smile-loop FR4] says which tutorial is not there', async () => {
    const { code, stderr } = await smile('nothing.md').ended;
    expect({ code, stderr }).toEqual({ code: 2, stderr: `Tutorial not found: ${join(folder, 'nothing.md')}\n` });
  });

  it('says which credentials are missing', async () => {
    await layOut(folder, { image: workshop.image });
    const { code, stderr } = await startSmile([], { ...workshop.options, modelUrl: undefined, folder }).ended;
    expect(code).toBe(4);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
  });

  it('says how to get an image that is missing', async () => {
    await layOut(folder, { image: 'nobody/has-this:1' });
    const { code, stderr } = await smile().ended;
    expect(code).toBe(4);
    expect(stderr).toContain('pull image first');
  });
});

describe('the place of a student', () => {
  it('[smile-loop FR10] [smile-loop FR12] has the tutorial to read, a work folder and logs to write, and no key', async () => {
    script = cast({
      student: does(
        [
          'cat /workspace/tutorial/tutorial.md',
          'touch /workspace/tutorial/x',
          'touch /workspace/work/made /workspace/logs/note && pwd',
          'env; cat /proc/*/environ | tr "\\0" "\\n"; grep -r of-the-author /root /tmp /workspace /home 2>/dev/null',
          // Where the secret of the wrapper is.
          `for id in /proc/[0-9]*; do
             tr '\\0' ' ' < $id/cmdline | grep -q '^/tmp/.*wrapper[.]mjs' && { echo one; cat $id/maps; }; done 2>&1; true`,
        ],
        COMPLETED,
      ),
    });
    const { code, report } = await run({ checks: PASSES, tutorial: '# Mine\n', agents: ['claude'] });
    const [read, write, made, seen, memory] = report.auditTrail.commands.map(({ output }) => output);
    expect(code).toBe(0);
    expect(read).toContain('# Mine');
    expect(write).toContain('Read-only file system');
    expect(made).toContain('/workspace/work');
    expect(seen).not.toContain('of-the-author');
    expect(memory).toMatch(/one\n.*Permission denied/);
    expect(memory?.match(/\n/g)?.length ?? 0).toBeLessThan(4);
    await access(join(await newestRun(folder), 'work', 'made'));
    await access(join(await newestRun(folder), 'logs', 'note'));
  });

  it('[smile-loop 4.S1] reaches no host that the text does not name, and has no tools of the web', async () => {
    const { offered } = workshop.models;
    const before = offered.length;
    script = cast({
      student: does(
        [
          'curl -sS -m 5 https://example.com',
          'curl -sS -m 5 --noproxy "*" https://93.184.216.34/ || true',
          'ls /sys/class/net',
          'touch made',
        ],
        COMPLETED,
      ),
    });
    const { report } = await run({ checks: PASSES, agents: ['claude'] });
    const [proxied, direct, net] = report.auditTrail.commands.map(({ output }) => output);
    expect(proxied).toContain('403');
    expect(direct).toMatch(/Network is unreachable|Couldn't connect|Could not connect|Failed to connect/i);
    expect(net?.trim()).toMatch(/lo$/);
    expect(report.auditTrail.denied).toEqual([expect.objectContaining({ host: 'example.com' })]);
    const tools = offered.slice(before).flat();
    expect(tools).toContain('Bash');
    expect(tools.filter((name) => /web/i.test(name))).toEqual([]);
  });

  it('[smile-loop 3.2] [smile-loop FR11] [smile-loop 3.S4] is new for each try', async () => {
    const look = 'ls -A /workspace/work /workspace/logs /tmp/left "$HOME/left" 2>&1; echo looked';
    script = cast({
      student: does(['touch made /tmp/left "$HOME/left" /workspace/logs/left; (sleep 1000 &)', look], ASKS),
      later: does([look, 'ps ax -o args 2>/dev/null || cat /proc/*/cmdline | tr "\\0" " "', 'touch made'], COMPLETED),
    });
    const { report } = await run({ checks: PASSES });
    const second = report.auditTrail.commands.filter(({ iteration }) => iteration === 2);
    expect(second[0]?.output).toMatch(/cannot access '\/tmp\/left'[\s\S]*looked/);
    expect(second[0]?.output).not.toContain('made');
    expect(second[0]?.output).not.toMatch(/^left$/m);
    expect(second[1]?.output).not.toContain('sleep 1000');
  });
});

describe('a mentor', () => {
  it('[smile-loop FR21] [smile-loop 6.S2] [smile-loop 6.S3] looks things up, and can write nothing', async () => {
    const { offered } = workshop.models;
    const before = offered.length;
    const mentor: LearnerScript = ({ results }) => (results.length > 0 ? { say: MENTOR_WORDS } : { say: MENTOR_WORDS });
    script = cast({ student: does([], ASKS), later: does(['touch made'], COMPLETED), mentor });
    await run({ checks: PASSES, agents: ['claude'] });
    const ofMentor = offered.slice(before).filter((tools) => !tools.includes('Bash'));
    expect(ofMentor.length).toBeGreaterThan(0);
    expect(ofMentor[0]).toEqual(expect.arrayContaining(['Read', 'Grep', 'WebSearch', 'WebFetch']));
    expect(ofMentor.flat().filter((name) => /^(Write|Edit|NotebookEdit|Task|Agent)$/.test(name))).toEqual([]);
  });

  for (const provider of AGENTS) {
    it.skipIf(!hasTurn(AGENTS, provider))(
      `takes nothing for its instructions or hooks that a student has left: ${provider}`,
      async () => {
        const hook = { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'echo planted-hook' }] }] };
        const plants = [
          `mkdir .claude && echo '${JSON.stringify({ hooks: hook })}' | tee .claude/settings.json > .claude/settings.local.json`,
          'echo planted-memory | tee CLAUDE.md AGENTS.md > GEMINI.md',
        ];
        const told: unknown[] = [];
        const mentor: LearnerScript = () => {
          told.push(workshop.models.requests.at(-1)?.body);
          return { say: MENTOR_WORDS };
        };
        script = cast({ student: does(plants, ASKS), later: does(['touch made'], COMPLETED), mentor });
        const model = provider === 'gemini' ? { model: 'gemini-3.1-pro-preview' } : {};
        const settings = { student: { provider: 'claude' }, mentor: { provider, ...model } };
        const { report } = await run({ checks: PASSES, settings, agents: [...new Set(['claude', provider] as const)] });
        expect(report.auditTrail.commands.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
        expect(told.length).toBeGreaterThan(0);
        expect(JSON.stringify(told)).not.toMatch(/planted-(?:hook|memory)/);
      },
    );
  }

  it('[smile-loop FR5] [smile-loop 6.S1] may be another CLI than the student', async () => {
    script = IN_THREE;
    const settings = { student: { provider: 'claude' }, mentor: { provider: 'codex' } };
    const { code, report, stderr } = await run({ checks: PASSES, settings, agents: ['claude', 'codex'] });
    expect({ code, iterations: report.meta.iterations }, stderr).toEqual({ code: 1, iterations: 2 });
  });
});

describe('afterwards', () => {
  it('[smile-loop 3.5] [smile-loop FR14] no container is left of a run that passed, and its work is', async () => {
    script = cast({ student: does(['touch made'], COMPLETED) });
    await run({ checks: PASSES });
    expect(await workshop.containers()).toEqual([]);
    expect(await readdir(join(await newestRun(folder), 'work'))).toEqual(['made']);
  });

  it('[smile-loop 3.4] the container of a failed run is kept where that is wanted', async () => {
    script = cast({ student: does(['touch /tmp/clue'], { status: 'cannot_complete', reason: 'It costs money.' }) });
    await run({ settings: { container: { keepOnFailure: true } } });
    const [kept = '', ...others] = await workshop.containers();
    expect({ kept, others }).toEqual({ kept: expect.stringMatching(/^smile-kept-/), others: [] });
    await workshop.podman('cp', `${kept}:/tmp/clue`, join(folder, 'clue'));
    script = cast({ student: does(['touch made'], COMPLETED) });
    await run({ checks: PASSES });
    expect(await workshop.containers()).toEqual([kept]);
    await workshop.podman('rm', kept);
  });

  it('a stopped run says so, and leaves nothing', async () => {
    script = cast({ student: does(['tail -f /dev/null'], COMPLETED) });
    await prepare();
    const program = smile('--json');
    await comes('a container', async () => (await workshop.containers()).length > 0);
    program.kill('SIGINT');
    const { code } = await program.ended;
    expect({ code, containers: await workshop.containers() }).toEqual({ code: 130, containers: [] });
    expect((await readReport(folder)).meta.status).toBe('stopped');
  });

  it('is stopped by whoever reads no more of what it tells', async () => {
    const nothing = Array.from({ length: 9 }, () => 'sleep 0.3');
    script = cast({ student: does([...nothing, 'tail -f /dev/null'], COMPLETED) });
    await prepare();
    const program = smile('--json');
    await comes('a container', async () => (await workshop.containers()).length > 0);
    program.closeOutput();
    const { code, stderr } = await program.ended;
    expect({ code, stderr: stderr.match(/EPIPE/) }).toEqual({ code: 130, stderr: null });
    expect((await readReport(folder)).meta.status).toBe('stopped');
    expect(await workshop.containers()).toEqual([]);
  });

  it('is reported by resume where it ended before it could be', async () => {
    script = cast({ student: does(['touch made'], COMPLETED) });
    await run({ checks: PASSES });
    const asked = workshop.models.requests.length;
    for (const place of [await newestRun(folder), join(folder, 'smile-results')])
      await rm(join(place, 'smile-report.json'));
    expect(await smile('resume', '--quiet').ended).toMatchObject({ code: 0, stderr: '' });
    expect((await readReport(folder)).meta.outcome).toBe('passed');
    expect(workshop.models.requests).toHaveLength(asked);
    expect(await smile('resume').ended).toMatchObject({ code: 2, stderr: expect.stringContaining('has ended') });
  });
});

describe('a loop that is killed', () => {
  for (const phase of ['student', 'judge', 'mentor']) {
    it(`[smile-loop 7.E2] goes on from the phase "${phase}", and leaves nothing behind`, async () => {
      script = IN_THREE;
      const checks = `sleep 1\n${PASSES}`;
      await prepare({ checks });
      const program = smile('--quiet');
      await comes(`the phase ${phase}`, async () => (await phaseNow(folder)) === phase);
      program.kill('SIGKILL');
      await program.ended;
      const { code, stderr } = await smile('resume', '--quiet').ended;
      expect({ code, containers: await workshop.containers() }, stderr).toEqual({ code: 1, containers: [] });
      const report = await readReport(folder);
      expect({ iterations: report.meta.iterations, outcome: report.meta.outcome }).toEqual({
        iterations: 2,
        outcome: 'docs_gap',
      });
    });
  }

  it('[smile-loop 7.E3] is the only one of its user', async () => {
    script = cast({ student: does(['tail -f /dev/null'], COMPLETED) });
    await prepare();
    const first = smile('--quiet');
    await comes('a container', async () => (await workshop.containers()).length > 0);
    const { code, stderr } = await smile('--quiet').ended;
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('Another loop is running') });
    first.kill('SIGINT');
    await first.ended;
    expect(await isRunning(first.pid)).toBe(false);
  });
});

async function comes(what: string, isThere: () => Promise<boolean>): Promise<void> {
  await waitUntil(
    async () => (await isThere()) || undefined,
    () => `There has been no ${what}.`,
  );
}

async function phaseNow(author: string): Promise<string | undefined> {
  try {
    const state = JSON.parse(await readFile(join(await newestRun(author), 'state.json'), 'utf8')) as { phase: string };
    return state.phase;
  } catch {
    return undefined;
  }
}

describe('a recorded run', () => {
  it('is replayed without asking a model, and comes to the same', async () => {
    script = IN_THREE;
    await run({ checks: PASSES });
    await rm(join(folder, 'tutorial.md'));
    const asked = workshop.models.requests.length;
    const { code, stderr } = await startSmile(['replay', '--quiet'], {
      ...workshop.options,
      modelUrl: undefined,
      folder,
    }).ended;
    const report = await readReport(folder);
    expect({ code, iterations: report.meta.iterations, asked: workshop.models.requests.length }, stderr).toEqual({
      code: 1,
      iterations: 2,
      asked,
    });
    expect(report.auditTrail.llmCalls.every(({ cached }) => cached)).toBe(true);
  });

  it('is shown by observe, and printed by report', async () => {
    script = cast({ student: does(['touch made'], COMPLETED) });
    await run({ checks: PASSES });
    const printed = await smile('report').ended;
    expect({ code: printed.code, text: printed.stdout }).toEqual({
      code: 0,
      text: expect.stringContaining('# SMILE Loop Report'),
    });
    const junit = await smile('report', '--format', 'junit').ended;
    const shown = smile('observe', '--no-open');
    const address = new URL(await waitForOutput(shown, /^http:\S+/m));
    const recorded = await fetch(new URL(`/api/run${address.search}`, address)).then((answer) => answer.json());
    expect(recorded).toMatchObject({ recorded: true, text: '# Try it\n\nRun `true`.\n', report: { gaps: [] } });
    const kinds = (recorded as { events: { event: { type: string } }[] }).events.map(({ event }) => event.type);
    expect(kinds).toEqual(
      expect.arrayContaining(['iteration_start', 'live', 'cost', 'student_output', 'loop_complete']),
    );
    shown.kill('SIGTERM');
    await shown.ended;
    expect(junit.stdout).toContain('<testsuites name="smile-loop" tests="2" failures="0"');
  });
});

describe('several runs', () => {
  it('are counted together, and end in JUnit', async () => {
    script = cast({ student: does(['touch made'], COMPLETED) });
    await prepare({ checks: PASSES });
    const { code, stdout } = await smile('--repeat', '2', '--junit', 'out.xml').ended;
    expect(code).toBe(0);
    expect(stdout).toContain('2 of 2 runs passed');
    expect(await readFile(join(folder, 'out.xml'), 'utf8')).toMatch(/(<testsuite [\s\S]*){2}/);
  });

  it('of two versions are compared', async () => {
    script = (talk) => (talk.prompt.includes('# Good') ? does(['touch made'], COMPLETED) : does([], ASKS))(talk);
    await prepare({ checks: PASSES, settings: { maxIterations: 1 } });
    await mkdir(join(folder, 'b'));
    await writeFile(join(folder, 'good.md'), '# Good\n');
    const { stdout } = await smile('compare', 'tutorial.md', 'good.md', '--repeat', '1', '--quiet').ended;
    expect(stdout).toContain('good.md passed 1 of 1 runs');
  });
});
