import { once } from 'node:events';
import { access, appendFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onDisk } from '../../src/loop/store/disk.js';
import { boundedJson, MAX_LINE_BYTES } from '../../src/loop/store/lines.js';
import { requireRealFolder } from '../../src/loop/store/real-folder.js';
import { Run, readAudit, readEvents, readRunFile, readState } from '../../src/loop/store/run.js';
import { isRunId, newRunId } from '../../src/loop/store/run-id.js';
import { createRun, findRun, listRuns } from '../../src/loop/store/runs.js';
import { temporary } from './scripted.js';

const START = { target: 'docs/a.md', config: { maxIterations: 3 }, versions: { node: process.version } };
const NOW = Date.UTC(2026, 1, 2, 10);
const error = (message: string) => ({ type: 'error', message }) as const;

async function fresh(outputDir: string) {
  const { run, state } = await createRun(outputDir, START, NOW);
  return { run, state, folder: run.folder };
}

describe('the folder of a run', () => {
  it.each(['work', 'state.json.new', 'model/answer', 'tutorial/a.md'])(
    'is not gone on with where it has a link: %s',
    async (name) => {
      await using home = await temporary();
      const { run, folder } = await fresh(home.path);
      await run.close();
      await symlink(home.path, join(folder, 'work', 'of-a-student'));
      await mkdir(join(folder, 'tutorial'));
      await requireRealFolder(folder);
      await rm(join(folder, name), { recursive: true, force: true });
      await symlink(home.path, join(folder, name));
      await expect(requireRealFolder(folder)).rejects.toMatchObject({
        code: 'state_unreadable',
        message: expect.stringContaining(`${join(folder, name)} is a link`),
      });
      await expect(findRun(home.path)).rejects.toMatchObject({ code: 'state_unreadable' });
    },
  );

  it.each(['smile-report.json', 'model/answer'])(
    'is not found where something is in it that is no file: %s',
    async (name) => {
      await using home = await temporary();
      const { run, folder } = await fresh(home.path);
      await run.close();
      expect(await findRun(home.path)).toBe(folder);
      await using server = createServer().listen(join(folder, name));
      await once(server, 'listening');
      await expect(findRun(home.path)).rejects.toMatchObject({
        code: 'state_unreadable',
        message: expect.stringContaining(`${join(folder, name)} is neither a file nor a folder`),
      });
    },
  );

  it('has all that was put in, when it is read back', async () => {
    await using home = await temporary();
    const { run, state, folder } = await fresh(home.path);
    await Promise.all([run.appendEvent(error('one'), NOW), run.appendEvent(error('two'), NOW)]);
    await run.appendAudit({ kind: 'denied', iteration: 1, host: 'example.org', at: 'now' });
    const later = { ...state, elapsedMs: 5 };
    await run.save(later);
    await run.close();
    await run.close();
    expect(await readState(folder)).toEqual(later);
    expect((await readEvents(folder)).map(({ seq, event }) => [seq, event])).toEqual([
      [1, error('one')],
      [2, error('two')],
    ]);
    expect(await readAudit(folder)).toMatchObject([{ host: 'example.org' }]);
    expect(await readRunFile(folder)).toMatchObject({ ...START, runId: state.runId });
    for (const name of ['model', 'work', 'logs']) await access(join(folder, name));
  });

  it('[smile-loop 7.E2] leaves out the half of a last line, and goes on behind the whole ones', async () => {
    await using home = await temporary();
    const { run, folder } = await fresh(home.path);
    await run.appendEvent(error('whole'), NOW);
    await run.close();
    await appendFile(join(folder, 'events.ndjson'), '{"seq":2,"at":"2026","eve');
    expect(await readEvents(folder)).toHaveLength(1);
    await using again = await Run.open(folder);
    await again.appendEvent(error('next'), NOW);
    expect((await readEvents(folder)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('keeps a line within what a reader can hold', () => {
    const long = boundedJson({
      notes: 'é'.repeat(MAX_LINE_BYTES),
      pieces: Array.from({ length: 500 }, () => 'x'.repeat(9000)),
    });
    expect(Buffer.byteLength(long)).toBeLessThan(MAX_LINE_BYTES);
    expect(JSON.parse(long).pieces[0]).toMatch(/^x{999}…$/);
  });

  it.each([
    ['no JSON', 'it is no JSON'],
    ['{"version":1}', '"runId"'],
  ])('says of a damaged state what to do: %s', async (text, reason) => {
    await using home = await temporary();
    const { run, folder } = await fresh(home.path);
    await run.close();
    await writeFile(join(folder, 'state.json'), text);
    const failure = await readState(folder).catch((thrown) => thrown);
    expect(failure.code).toBe('state_unreadable');
    expect(failure.message).toContain(reason);
    expect(failure.message).toContain('start a new one');
  });

  it('names the damaged line of a file', async () => {
    await using home = await temporary();
    const { run, folder } = await fresh(home.path);
    await run.close();
    await writeFile(join(folder, 'audit.ndjson'), '{}\n');
    await expect(readAudit(folder)).rejects.toMatchObject({ code: 'state_unreadable', facts: { line: 1 } });
  });

  it('tells that the disk is full, and leaves the state that was', async ({ skip }) => {
    skip(process.platform !== 'linux', '/dev/full is of Linux');
    await using home = await temporary();
    const { run, state, folder } = await fresh(home.path);
    await using _run = run;
    await symlink('/dev/full', join(folder, 'state.json.new'));
    await expect(run.save({ ...state, elapsedMs: 9 })).rejects.toMatchObject({
      code: 'disk_full',
      outcome: 'infra_error',
    });
    expect(await readState(folder)).toEqual(state);
    expect(JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')).elapsedMs).toBe(0);
  });

  it('lets other errors of the disk pass', async () => {
    await expect(onDisk('x', () => readFile('/nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the runs of an author', () => {
  it('are listed from the newest, and found by id', async () => {
    await using home = await temporary();
    expect(await listRuns(home.path)).toEqual([]);
    await expect(findRun(home.path)).rejects.toMatchObject({ code: 'run_not_found' });
    const made: string[] = [];
    for (const at of [NOW, NOW + 1, NOW + 86_400_000]) {
      const { run, state } = await createRun(home.path, START, at);
      await run.close();
      made.unshift(state.runId);
    }
    expect(await listRuns(home.path)).toEqual(made);
    expect(await findRun(home.path)).toBe(join(home.path, 'runs', made[0] ?? ''));
    expect(await findRun(home.path, made[2])).toContain(made[2]);
    await expect(findRun(home.path, '../..')).rejects.toMatchObject({ code: 'run_not_found' });
  });

  it('have ids that differ within a millisecond', () => {
    expect(newRunId(NOW)).toMatch(/^20260202T100000000-/);
    expect(newRunId(NOW)).not.toBe(newRunId(NOW));
  });
});

it('has ids that are the name of a folder and nothing else', () => {
  const id = newRunId(Date.UTC(2026, 1, 2, 10, 11, 12, 13));
  expect(id).toMatch(/^20260202T101112013-/);
  expect([id, `${id}/../x`, `../${id}`, `${id}\n`, ''].map(isRunId)).toEqual([true, false, false, false, false]);
});

it('keeps what a run has for its user alone, and may be closed twice', async () => {
  await using home = await temporary();
  const { run } = await createRun(home.path, { target: 'a.md', config: {}, versions: {} }, Date.now());
  await run.appendEvent({ type: 'error', message: 'e' }, 0);
  await Promise.all([run.close(), run.close()]);
  for (const file of ['run.json', 'state.json', 'events.ndjson', 'audit.ndjson']) {
    expect((await stat(join(run.folder, file))).mode & 0o777, file).toBe(0o600);
  }
});
