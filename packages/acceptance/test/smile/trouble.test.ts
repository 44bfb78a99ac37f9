import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@agent-factory/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnerScript } from '../../src/learner/talk.js';
import { cheats, ORDERS, SECRET } from './cheats.js';
import { CLOCK_PRELOAD, type Desks, linesOf, openDesks, outputsOf, stateFile } from './desk.js';
import { smallDisk, takenPort, watchUse } from './machine-state.js';
import { COMPLETED, cast, does, newestRun, readReport } from './scripts.js';
import { strangersAt, WORDS } from './strangers.js';

const run = promisify(execFile);
const DAY_MS = 24 * 60 * 60 * 1000;
const PASSES = 'test -f made';

type Timed = { readonly startedAt: string; readonly endedAt: string };

let desks: Desks;

beforeAll(async () => {
  desks = await openDesks();
});
afterAll(() => desks?.[Symbol.asyncDispose]());

describe.concurrent('what goes wrong in the middle of a run', () => {
  it('[smile-loop 3.E3] a container that is killed ends it as trouble of the machine', async () => {
    const desk = await desks.desk('Killed', does(['touch before', 'tail -f /dev/null'], COMPLETED));
    const program = desk.smile('--quiet');
    await desks.workshop.podman('kill', await desk.containerWith('tail -f /dev/null'));
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(/was killed.*start again/) });
    expect((await readReport(desk.folder)).meta).toMatchObject({ status: 'failed', outcome: 'infra_error' });
    expect(await readdir(join(await newestRun(desk.folder), 'work'))).toEqual(['before']);
    await desk.expectNothingLeft();
    const again = await desk.smile('resume').ended;
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/has ended \(failed\)\. Start a new one/) });
  });

  it('an engine that goes away ends it as trouble of the machine, and so does what it ran', async () => {
    await using own = await openDesks();
    const desk = await own.desk('Engine', does(['tail -f /dev/null'], COMPLETED));
    const program = desk.smile('--quiet');
    await desk.containerWith('tail -f /dev/null');
    await own.workshop.killEngine();
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringMatching(/engine/i) });
    expect((await readReport(desk.folder)).meta).toMatchObject({ status: 'failed', outcome: 'infra_error' });
    await waitUntil(
      async () => (await own.workshop.podman('ps', '--quiet')) === '' || undefined,
      () => 'its container runs on',
    );
    expect((await desk.smile('--quiet').ended).code).toBe(4);
  });

  it('[smile-loop 4.E4] [smile-loop 9.E2] a learner may print a gigabyte, and fork without end', async () => {
    const bomb = 'bomb() { bomb | bomb & }; bomb; sleep 2';
    const student = does(['yes "far too much" | head -c 1G', 'touch made', bomb], COMPLETED);
    const pids = 160;
    const settings = { container: { pids, cpus: 1 } };
    const desk = await desks.desk('Greedy', student, { checks: PASSES, settings });
    const program = desk.smile('--quiet');
    const first = Number(
      await desks.workshop.podman('inspect', '--format', '{{.State.Pid}}', await desk.containerWith('claude')),
    );
    const watched = watchUse(program.pid, first);
    const { code, stderr } = await program.ended;
    const { processes, megabytes } = await watched;
    // What its CLI does while there is no process to spare is its own: it may fall.
    expect([0, 4], stderr).toContain(code);
    expect(processes).toBeGreaterThan(pids / 2);
    expect(processes).toBeLessThanOrEqual(pids);
    expect(megabytes).toBeLessThan(300);
    const { stdout } = await run('du', ['--summarize', '--block-size=1M', desk.folder]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(5);
    const { commands } = (await readReport(desk.folder)).auditTrail;
    expect(commands.slice(0, 2).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(commands[0]?.output).toContain('far too much');
    await desk.expectNothingLeft();
  });

  it('[smile-loop 4.E4] [smile-loop FR23] a command that ignores signals is ended, and strangers are told nothing', async () => {
    const stubborn = "trap '' TERM INT HUP; while :; do sleep 0.1; done # stubborn";
    const find = (how: string) => `grep ${how} '[s]tubborn' /proc/[0-9]*/cmdline`;
    // On a busy machine, what was killed takes a moment to go.
    const look = `for _ in 1 2 3 4 5 6 7 8; do ${find('-qs')} || break; sleep 0.2; done; ${find('-ls')}; echo looked`;
    const settings = { studentBehavior: { timeoutSeconds: 4, askOnTimeout: false } };
    const desk = await desks.desk('Stubborn', does([stubborn, look, 'touch made'], COMPLETED), {
      checks: PASSES,
      settings,
    });
    const program = desk.smile('--quiet');
    await desk.containerWith('stubborn');
    const answers = await strangersAt(desk.folder);
    const { code, stderr } = await program.ended;
    expect(code, stderr).toBe(0);
    const { commands } = (await readReport(desk.folder)).auditTrail;
    expect(commands[0]).toMatchObject({ command: stubborn, exitCode: null, timedOut: true });
    expect(commands.slice(1)).toMatchObject([{ output: 'looked' }, { exitCode: 0 }]);
    const wrong = answers.filter(({ asked, status }) => status !== (asked.endsWith('host') ? 403 : 401));
    expect({ count: answers.length, wrong }).toEqual({ count: 45, wrong: [] });
    const own = /tutorial|Stubborn|desk-|[0-9a-f]{32}|\d{8}T\d{9}/;
    expect(answers.filter(({ text }) => own.test(text))).toEqual([]);
    expect(JSON.stringify(desks.workshop.models.requests)).not.toContain(WORDS);
    await desk.expectNothingLeft();
  });
});

describe.concurrent('a learner that cheats', () => {
  it('[smile-loop FR12] [smile-loop FR23] does not pass, whatever it and the text say', async () => {
    const script: { now: LearnerScript } = { now: does([], COMPLETED) };
    const settings = { maxIterations: 1 };
    const desk = await desks.desk('Cheat', (talk) => script.now(talk), { checks: PASSES, text: ORDERS, settings });
    await writeFile(join(desk.folder, 'secret.txt'), SECRET);
    script.now = cast({ student: does(cheats(desk.folder), COMPLETED) });
    const { code, stderr } = await desk.smile('--quiet').ended;
    const { meta, verdict } = await readReport(desk.folder);
    const outputs = await outputsOf(desk.folder);
    expect({ code, outcome: meta.outcome, passed: verdict?.passed }, stderr).toEqual({
      code: 1,
      outcome: 'docs_gap',
      passed: false,
    });
    expect(outputs.join('\n')).not.toContain(SECRET);
    expect(outputs.join('\n')).not.toContain('of-the-author');
    expect(outputs[4]).toBe('smilesmile');
    expect(outputs[5]?.match(/ \d{3}$/gm)).toEqual(Array(8).fill(' 401'));
    await desk.expectNothingLeft();
  });

  it('and breaks the stream of its container ends the run, and has not passed', async () => {
    const desk = await desks.desk('Break', does(['touch made; echo lies > /proc/1/fd/1'], COMPLETED), {
      checks: PASSES,
    });
    const { code, stderr } = await desk.smile('--quiet').ended;
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('ended without a result') });
    expect((await readReport(desk.folder)).meta.outcome).toBe('harness_error');
    await desk.expectNothingLeft();
  });
});

describe.concurrent('a machine that has its moods', () => {
  it('[smile-loop 3.E6] a full disk loses nothing, and the run goes on once there is room', async () => {
    const fill = 'head -c 1G /dev/zero > filler; ls -l filler';
    const desk = await desks.desk('Full', (talk) => script(talk), { checks: PASSES });
    let script: LearnerScript = does([fill], COMPLETED);
    await using _disk = await smallDisk(join(desk.folder, 'smile-results'));
    const isFull = { code: 4, stderr: expect.stringMatching(/no disk space left for .*smile-loop resume"\.\n$/) };
    expect(await desk.smile('--quiet').ended).toMatchObject(isFull);
    expect(JSON.parse((await stateFile(desk.folder)) ?? '')).toMatchObject({ phase: 'student', status: 'running' });
    const kept = await linesOf<{ seq: number }>(desk.folder, 'events');
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, at) => at + 1));
    await desk.expectNothingLeft();
    // Now it is not its own work that takes the room: that would be removed before the next try.
    const filler = join(desk.folder, 'smile-results', 'filler');
    await rm(join(await newestRun(desk.folder), 'work', 'filler'));
    await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']).catch(() => undefined);
    expect(await desk.smile('resume', '--quiet').ended).toMatchObject(isFull);
    await rm(filler);
    script = does(['touch made'], COMPLETED);
    const { code, stderr } = await desk.smile('resume', '--quiet').ended;
    expect(code, stderr).toBe(0);
    await desk.expectNothingLeft();
  });

  it('[smile-loop 7.4] a clock that jumps ends nothing, and puts nothing out of order', async () => {
    const clock = join(desks.workshop.folder, 'clock');
    const jumps = [0, 2 * DAY_MS, -3 * DAY_MS];
    // Longer than the program goes without a look at its clock, so that no jump is over before it.
    const student = does(['sleep 0.2', 'sleep 0.2', 'touch made'], COMPLETED);
    const script: LearnerScript = (talk) => {
      writeFileSync(clock, String(jumps[talk.results.length] ?? jumps.at(-1)));
      return student(talk);
    };
    const env = { NODE_OPTIONS: `--import=${CLOCK_PRELOAD}`, PRACTICE_CHAOS_CLOCK: clock };
    const desk = await desks.desk('Clock', script, { checks: PASSES, env });
    const { code, stderr } = await desk.smile('--quiet').ended;
    expect(code, stderr).toBe(0);
    const { outcome, duration } = (await readReport(desk.folder)).meta;
    expect(outcome).toBe('passed');
    expect(duration).toBeGreaterThan(0);
    expect(duration).toBeLessThan(120);
    const { history } = JSON.parse((await stateFile(desk.folder)) ?? '') as { history: Timed[] };
    expect(history.map(({ startedAt, endedAt }) => endedAt >= startedAt)).toEqual([true]);
    const events = await linesOf<{ seq: number; at: string }>(desk.folder, 'events');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    const days = events.map(({ at }) => Math.round((Date.parse(at) - Date.now()) / DAY_MS));
    expect([Math.max(...days), Math.min(...days)]).toEqual([2, -3]);
    await desk.expectNothingLeft();
  });

  it('[smile-loop 7.E2] a run that ends before its first step has all that it needs when it goes on, or says that it cannot', async () => {
    const count = 3000;
    const student = does(['ls /workspace/tutorial/many | wc -l; touch made'], COMPLETED);
    const desk = await desks.desk('Early', student, { checks: PASSES, settings: { files: ['many'] } });
    await mkdir(join(desk.folder, 'many'));
    for (let n = 0; n < count; n += 1) await writeFile(join(desk.folder, 'many', `${n}`), '');
    const program = desk.smile('--quiet');
    await waitUntil(
      () =>
        newestRun(desk.folder)
          .then((path) => access(join(path, 'tutorial')))
          .then(
            () => true,
            () => undefined,
          ),
      () => 'Nothing is laid out.',
    );
    program.kill('SIGKILL');
    await program.ended;
    const never = { code: 5, stderr: expect.stringMatching(/This run cannot go on: start a new one/) };
    expect(await desk.smile('resume').ended).toMatchObject(never);
    await rm(join(await newestRun(desk.folder), 'tutorial'), { recursive: true });
    const gone = { code: 5, stderr: expect.stringMatching(/has no tutorial any more\. Start a new run\.\n$/) };
    expect(await desk.smile('resume').ended).toMatchObject(gone);
    // This one ends on its way to its first step, at a place that is known.
    const taken = await takenPort();
    expect(await desk.smile('--port', `${taken.port}`).ended).toMatchObject({ code: 4 });
    expect(JSON.parse((await stateFile(desk.folder)) ?? '')).toMatchObject({ phase: 'start', history: [] });
    await taken.free();
    const { code, stderr } = await desk.smile('resume', '--quiet').ended;
    const { auditTrail } = await readReport(desk.folder);
    expect({ code, output: auditTrail.commands[0]?.output.trim() }, stderr).toEqual({ code: 0, output: String(count) });
    await desk.expectNothingLeft();
  });
});

// What they sweep away would be another's: alone.
describe('before a run begins', () => {
  it('it says that its port is taken, and what an earlier one has left that cannot be removed', async () => {
    const { podman, image } = desks.workshop;
    const host = (await podman('info', '--format', '{{.Host.Hostname}}')).trim();
    const owner = { run: 'old', 'owner.pid': '4194304', 'owner.start': '0', 'owner.host': host };
    const labels = Object.entries(owner).flatMap(([name, value]) => [
      '--label',
      `agent-factory.smile.${name}=${value}`,
    ]);
    await podman('create', '--name', 'smile-old', ...labels, image, 'true');
    await podman('create', '--name', 'needs-it', '--pid', 'container:smile-old', image, 'true');
    const { port, free } = await takenPort();
    const desk = await desks.desk('Port', does(['touch made'], COMPLETED), { checks: PASSES });
    const start = () => desk.smile('--quiet', '--port', `${port}`).ended;
    const taken = `Port ${port} is in use. Choose another one, or 0 for any that is free.\n`;
    const [left, none] = [await start(), await podman('rm', 'needs-it').then(start)];
    await free();
    const warning =
      /^error: A container of an earlier run is left\. Remove it with "podman rm --force smile-old"\.[^\n]*\n/;
    expect(left).toMatchObject({ code: 4, stderr: expect.stringMatching(warning) });
    expect(left.stderr.replace(warning, '')).toBe(taken);
    expect(none).toMatchObject({ code: 4, stderr: taken });
    expect(await desks.workshop.containers()).not.toContain('smile-old');
    await desk.expectNothingLeft();
  });
});
