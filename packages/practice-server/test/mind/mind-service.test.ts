import type { CoachTables } from '@agent-factory/coach/tables';
import { PracticeError } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MindStore } from '../../../mind/test/fixtures/mind-store.js';
import { mindHost } from '../../src/mind/mind-host.js';
import { MindService } from '../../src/mind/mind-service.js';
import type { SessionAccess } from '../../src/sessions/session-access.js';

let files: MindStore;
let closing: AbortController;
let host: SessionAccess;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const sessions = { mayNudge: vi.fn(), say: vi.fn(), sayWhenWaiting: vi.fn() };

beforeEach(async () => {
  vi.clearAllMocks();
  files = await MindStore.make();
  closing = new AbortController();
  const fake = {
    config: {
      environment: { MARK: 'of the daemon' },
      paths: { mind: `${files.folder}/coach.json`, home: '/home/ada' },
    },
    keys: { of: (projectId: string) => `key of ${projectId}` },
    folders: { requireThere: async (projectId: string) => `/folder/of/${projectId}` },
    log,
    sessions,
    store: { withTables: () => files.store },
    closing: closing.signal,
  };
  host = fake as unknown as SessionAccess;
});
afterEach(() => files[Symbol.asyncDispose]());

const service = () => new MindService(host, { leakIn: async () => undefined });

describe('what the mind sees of the daemon', () => {
  test('is its database, its environment, its file of choices, and its end', async () => {
    const leakIn = async () => undefined;
    const seen = mindHost(host, { leakIn });
    expect(seen.store).toBe(files.store);
    expect(seen.environment).toEqual({ MARK: 'of the daemon' });
    expect(seen.settingsFile).toBe(`${files.folder}/coach.json`);
    expect(seen.closing).toBe(closing.signal);
    expect(seen.leakIn).toBe(leakIn);
    expect(seen.keyOf('one')).toBe('key of one');
    expect(await seen.folderOf('folder--0123456789')).toBe('/folder/of/folder--0123456789');
  });

  test('is how something is said to a session, whole, and why it was dropped', async () => {
    const seen = mindHost(host, { leakIn: async () => undefined });
    sessions.mayNudge.mockResolvedValue('because it is busy');
    sessions.say.mockResolvedValue('because it has ended');
    expect(await seen.mayNudge('one')).toBe('because it is busy');
    expect(await seen.say('one', 'Hello')).toBe('because it has ended');
    const onUnsent = () => undefined;
    seen.sayWhenWaiting('two', 'Later', onUnsent);
    expect([sessions.mayNudge.mock.calls, sessions.say.mock.calls, sessions.sayWhenWaiting.mock.calls]).toEqual([
      [['one']],
      [['one', 'Hello']],
      [['two', 'Later', onUnsent]],
    ]);
  });

  test('is a log with a level for each', () => {
    const seen = mindHost(host, { leakIn: async () => undefined });
    seen.logInfo('well', { a: 1 });
    seen.logWarning('careful', { b: 2 });
    const error = new Error('a bug');
    seen.logFailure(error, 'It failed');
    expect(log.info.mock.calls).toEqual([[{ a: 1 }, 'well']]);
    expect(log.warn.mock.calls).toEqual([[{ b: 2 }, 'careful']]);
    expect(log.error.mock.calls).toEqual([[{ err: error }, 'It failed']]);
  });
});

describe('the mind', () => {
  const session = (id: string, status: string, wrappedUp: string | null) =>
    files.run(
      `insert into coach_sessions (id, project_id, project_dir, status, started_at, ended_at, wrapped_up)
        values (?, 'kata', '/kata', ?, '2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z', ?)`,
      ...[id, status, wrappedUp],
    );
  const wrappedUp = () => files.all('select wrapped_up from coach_sessions').map((row) => row.wrapped_up);

  test('is opened once, also by two at once, and not after the end of the daemon', async () => {
    const opening = service();
    const [one, other] = await Promise.all([opening.load(), opening.load()]);
    expect(one).toBe(other);
    expect(await opening.load()).toBe(one);
    const closed = vi.spyOn(one, 'close');
    await opening.close();
    expect(closed).toHaveBeenCalledTimes(1);
    closing.abort(new PracticeError('internal', 'It closes'));
    await expect(opening.load()).rejects.toThrow('It closes');
    await expect(service().load()).rejects.toThrow('It closes');
  });

  test('that nobody has opened has nothing to close, and one that could not be opened neither', async () => {
    await service().close();
    const broken = service();
    vi.spyOn(host.store, 'withTables').mockImplementation(() => {
      throw new Error('broken');
    });
    await expect(broken.load()).rejects.toThrow('broken');
    await broken.close();
  });

  test('is opened for what sessions have left, and for nothing else', async () => {
    session('going', 'active', null);
    session('done', 'completed', '{}');
    const idle = service();
    const load = vi.spyOn(idle, 'load');
    const asked = vi.spyOn(files.store, 'selectFrom');
    idle.wrapUpLeft();
    await asked.mock.results[0]?.value;
    await files.store.selectFrom('coach_sessions').select('id').execute();
    expect(load).not.toHaveBeenCalled();
    session('left', 'abandoned', null);
    idle.wrapUpLeft();
    await vi.waitFor(() => expect(wrappedUp().filter((one) => one === null)).toHaveLength(1), { timeout: 20_000 });
    expect(load).toHaveBeenCalledTimes(1);
    await idle.close();
    expect(log.error).not.toHaveBeenCalled();
  });

  test('that cannot look for what is left says so, unless the daemon closes', async () => {
    files.run('alter table coach_sessions rename to gone');
    service().wrapUpLeft();
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledTimes(1), 15_000);
    expect(log.error.mock.calls[0]?.[1]).toBe('Earlier sessions could not be wrapped up');
    closing.abort();
    service().wrapUpLeft();
    await files.store
      .selectFrom('coach_memories' satisfies keyof CoachTables)
      .select('id')
      .execute();
    await new Promise(setImmediate);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  test('is not needed for what the database tells of the learner', async () => {
    session('going', 'active', null);
    const telling = service();
    const load = vi.spyOn(telling, 'load');
    const { stats, inProgressSessions } = await telling.dashboard('7d', true);
    expect([stats.period, inProgressSessions.length]).toEqual(['7d', 1]);
    files.run("update coach_sessions set project_id = 'folder--0123456789'");
    expect((await telling.dashboard('all', false)).inProgressSessions).toEqual([]);
    expect((await telling.dashboard('all', true)).inProgressSessions).toHaveLength(1);
    expect(load).not.toHaveBeenCalled();
  });
});
