import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { descendants, isRunning, waitUntil } from '@agent-factory/acceptance';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnerScript } from '../../src/learner/talk.js';
import { cheats, ORDERS, SECRET } from './cheats.js';
import { CLOCK_PRELOAD, type Desks, openDesks, stateFile } from './desk.js';
import { COMPLETED, cast, does, newestRun, readReport } from './scripts.js';

const run = promisify(execFile);
const DAY_MS = 24 * 60 * 60 * 1000;
const PASSES = 'test -f made';

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
    const watched = watch(program.pid, first);
    const { code, stderr } = await program.ended;
    const { processes, megabytes } = await watched;
    expect(code, stderr).toBe(0);
    expect(processes).toBeGreaterThan(pids / 2);
    expect(processes).toBeLessThanOrEqual(pids);
    expect(megabytes).toBeLessThan(300);
    const { stdout } = await run('du', ['--summarize', '--block-size=1M', desk.folder]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(5);
    await desk.expectNothingLeft();
  });

  it('[smile-loop 4.E4] a command that ignores signals is ended', async () => {
    const stubborn = "trap '' TERM INT HUP; while :; do sleep 0.1; done # stubborn";
    const look = "grep -ls '[s]tubborn' /proc/[0-9]*/cmdline; echo looked";
    const settings = { studentBehavior: { timeoutSeconds: 4, askOnTimeout: false } };
    const desk = await desks.desk('Stubborn', does([stubborn, look, 'touch made'], COMPLETED), {
      checks: PASSES,
      settings,
    });
    const program = desk.smile('--quiet');
    await desk.containerWith('stubborn');
    const { code, stderr } = await program.ended;
    expect(code, stderr).toBe(0);
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
    expect({ code, outcome: meta.outcome, passed: verdict?.passed }, stderr).toEqual({
      code: 1,
      outcome: 'docs_gap',
      passed: false,
    });
    await desk.expectNothingLeft();
  });

  it('and breaks the stream of its container ends the run, and has not passed', async () => {
    const desk = await desks.desk('Break', does(['touch made; echo lies > /proc/1/fd/1'], COMPLETED), {
      checks: PASSES,
    });
    await desk.smile('--quiet').ended;
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
    const full = await desk.smile('--quiet').ended;
    expect(full.code, full.stderr).not.toBe(0);
    const folder = await newestRun(desk.folder);
    const still = await desk.smile('resume', '--quiet').ended;
    expect(still.code, still.stderr).not.toBe(0);
    await rm(join(folder, 'work', 'filler'));
    script = does(['touch made'], COMPLETED);
    const { code, stderr } = await desk.smile('resume', '--quiet').ended;
    expect(code, stderr).toBe(0);
    await desk.expectNothingLeft();
  });

  it('[smile-loop 7.4] a clock that jumps ends nothing, and puts nothing out of order', async () => {
    const clock = join(desks.workshop.folder, 'clock');
    const jumps = [0, 2 * DAY_MS, -3 * DAY_MS];
    const student = does(['true', 'true', 'touch made'], COMPLETED);
    const script: LearnerScript = (talk) => {
      writeFileSync(clock, String(jumps[talk.results.length] ?? 0));
      return student(talk);
    };
    const env = { NODE_OPTIONS: `--import=${CLOCK_PRELOAD}`, PRACTICE_CHAOS_CLOCK: clock };
    const desk = await desks.desk('Clock', script, { checks: PASSES, env });
    const { code, stderr } = await desk.smile('--quiet').ended;
    expect(code, stderr).toBe(0);
    expect((await readReport(desk.folder)).meta.outcome).toBe('passed');
    await desk.expectNothingLeft();
  });

  it('[smile-loop 7.E2] a run that is killed before its first step has all that it needs when it goes on', async () => {
    const count = 3000;
    const student = does(['ls /workspace/tutorial/many | wc -l; touch made'], COMPLETED);
    const desk = await desks.desk('Early', student, { checks: PASSES, settings: { files: ['many'] } });
    await mkdir(join(desk.folder, 'many'));
    for (let n = 0; n < count; n += 1) await writeFile(join(desk.folder, 'many', `${n}`), '');
    const program = desk.smile('--quiet');
    await waitUntil(
      async () => (await stateFile(desk.folder)) !== undefined || undefined,
      () => 'no run',
    );
    program.kill('SIGKILL');
    await program.ended;
    const { code, stderr } = await desk.smile('resume', '--quiet').ended;
    const { auditTrail } = await readReport(desk.folder);
    expect({ code, output: auditTrail.commands[0]?.output.trim() }, stderr).toEqual({ code: 0, output: String(count) });
    await desk.expectNothingLeft();
  });
});

describe.concurrent('before a run begins', () => {
  it('says that a port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const desk = await desks.desk('Port', does(['touch made'], COMPLETED), { checks: PASSES });
    const { code, stderr } = await desk.smile('--port', String(port)).ended;
    server.close();
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: `Port ${port} is in use. Choose another one, or 0 for any that is free.\n`,
    });
    await desk.expectNothingLeft();
  });
});

/** The most that there has been, until a program ends: processes below another, and its own memory. */
async function watch(pid: number, root: number): Promise<{ processes: number; megabytes: number }> {
  let [processes, megabytes] = [0, 0];
  while (await isRunning(pid)) {
    processes = Math.max(processes, (await descendants(root)).length);
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }
  return { processes, megabytes };
}

async function smallDisk(path: string): Promise<AsyncDisposable> {
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]);
  return { [Symbol.asyncDispose]: async () => void (await run('umount', ['--lazy', path])) };
}
