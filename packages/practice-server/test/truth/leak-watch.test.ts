import type { TextToShow } from '@agent-factory/coach';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SaidText } from '../../src/sessions/hooks.js';
import { forgetLeaks, LeakBook } from '../../src/truth/leaks/leak-book.js';
import { LeakWatch } from '../../src/truth/leaks/leak-watch.js';
import { withResolvers } from '../fixtures/with-resolvers.js';
import { ID, LINES, OTHER, TruthDesk } from './truth-desk.js';

const FOLDER = 'folder--0123456789ab';
const THREE = LINES.slice(0, 3).join('\n');

let desk: TruthDesk;
let watch: LeakWatch;
let unsaved: string[];
beforeEach(async () => {
  desk = await TruthDesk.open();
  unsaved = [];
  watch = new LeakWatch(desk.host, { unsavedOf: () => unsaved });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await desk[Symbol.asyncDispose]();
});

const said = (text: string, more: Partial<SaidText> = {}) =>
  watch.handleSaid({
    ...{ exerciseId: ID, agent: 'claude', by: 'agent', place: 'chat', key: 'k', isOver: true },
    text,
    ...more,
  });
const show = (text: string, more: Partial<TextToShow> = {}, exerciseId = ID) =>
  watch.leakIn(exerciseId, { text, by: 'agent', seesFiles: true, unsaved: [], ...more });
const leaks = () => desk.leaks();
const counted = async () => (await leaks()).map(({ agent, leaks, lines }) => ({ agent, leaks, lines }));

describe('[coach truth-leak] a watch over what tutors tell', () => {
  test('leaves folders of the student’s own alone', async () => {
    vi.useFakeTimers();
    said(THREE, { exerciseId: FOLDER, isOver: false });
    expect(vi.getTimerCount()).toBe(0);
    expect(await show(THREE, {}, FOLDER)).toBeUndefined();
    expect(desk.cached).not.toHaveBeenCalled();
  });

  test('leaves no timer behind: not of a text that was judged, nor of a workspace that is gone', async () => {
    vi.useFakeTimers();
    await show('Look');
    expect(vi.getTimerCount()).toBe(0);
    said(THREE, { isOver: false });
    expect(vi.getTimerCount()).toBe(1);
    watch.forget(ID);
    expect(vi.getTimerCount()).toBe(0);
    await watch.close();
    expect(desk.events).toEqual([]);
  });

  test('does not count what is judged after the workspace has gone', async () => {
    said(THREE);
    watch.forget(ID);
    await watch.close();
    expect(await leaks()).toEqual([]);
  });

  test('lets a tutor quote in a chat what the student has not saved', async () => {
    unsaved = [THREE];
    said(THREE);
    await watch.close();
    expect(await leaks()).toEqual([]);
  });

  test.each([
    ['typed or pasted into a terminal', () => watch.handleInput(ID, Buffer.from(THREE))],
    ['said in a chat', () => said(THREE, { by: 'student' })],
  ])('lets a tutor quote in a chat and in the Workbench what the student has %s', async (_, write) => {
    write();
    said(THREE);
    expect(await show(THREE)).toBeUndefined();
    await watch.close();
    expect(await leaks()).toEqual([]);
    expect(await show(LINES.join('\n'))).toMatchObject({ lines: LINES.length - 3 });
  });

  test('names who has told it: a model of the coach, the agent that works, or the one of the workspace', async () => {
    await desk.startedAs('codex');
    await show(THREE, { by: 'model' });
    await show(THREE);
    desk.running = 'gemini';
    await show(THREE);
    expect(await counted()).toEqual(['coach', 'codex', 'gemini'].map((agent) => ({ agent, leaks: 1, lines: 3 })));
  });

  test('counts a saying that goes on once, with all its lines, and says when it was last', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    said(THREE, { isOver: false });
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(async () => expect(await counted()).toEqual([{ agent: 'claude', leaks: 1, lines: 3 }]), 15_000);
    const [before] = await leaks();
    vi.advanceTimersByTime(1000);
    said(LINES.slice(3, 5).join('\n'));
    await watch.close();
    expect(await counted()).toEqual([{ agent: 'claude', leaks: 1, lines: 5 }]);
    expect(desk.events).toHaveLength(1);
    const [after] = await leaks();
    expect(String(after?.last_at) > String(before?.last_at)).toBe(true);
  });

  test('begins anew with another version of the solution', async () => {
    await show(`${LINES[0]} ${LINES[1]}`);
    desk.config = { version: '2' };
    desk.readSolution.mockResolvedValueOnce([
      { path: 'work.py', text: 'new_one(data)\nnew_two(data)\nnew_three(data)' },
    ]);
    expect(await show(LINES[2] ?? '')).toBeUndefined();
    expect(await show('new_one(data) new_two(data) new_three(data)')).toEqual({ lines: 3, inRow: 3, of: 3 });
  });

  test('remembers what it has heard of fifty exercises, beside any number of folders', async () => {
    watch.handleInput(ID, Buffer.from(THREE));
    for (let other = 1; other < 50; other += 1) await show('Look', {}, `other-${other}`);
    for (let folder = 0; folder < 50; folder += 1) watch.handleInput(`${FOLDER}-${folder}`, Buffer.from('ls'));
    expect(await show(THREE)).toBeUndefined();
    await show('Look', {}, 'other-50');
    // It is the one that was used last.
    expect(await show(THREE)).toBeUndefined();
    for (let other = 1; other <= 50; other += 1) await show('Look', {}, `other-${other}`);
    expect(await show(THREE)).toMatchObject({ lines: 3 });
  });

  test('adds up what was told, however many exercises have been looked at in between', async () => {
    expect(await show(`${LINES[0]} ${LINES[1]}`)).toBeUndefined();
    for (let other = 1; other <= 10; other += 1) await show('Look', {}, `other-${other}`);
    expect(await show(LINES[2] ?? '')).toMatchObject({ lines: 3 });
  });

  test('is closed at once where a lesson site does not answer', async () => {
    desk.cached.mockReturnValue(new Promise(() => undefined));
    said(THREE);
    desk.closing.abort();
    await watch.close();
    expect(await leaks()).toEqual([]);
  });

  test('is closed when what was refused is written down, and keeps nothing of what it has judged', async () => {
    said('Look');
    await watch.close();
    const { promise, resolve } = withResolvers();
    const flag = vi.spyOn(LeakBook.prototype, 'flag').mockReturnValue(promise);
    const shown = show(THREE);
    await vi.waitFor(() => expect(flag).toHaveBeenCalledOnce());
    const all = vi.spyOn(Promise, 'all');
    const closed = vi.fn();
    const closing = watch.close().then(closed);
    const [[judged = []] = []] = all.mock.calls;
    expect([...judged]).toEqual([]);
    await new Promise((done) => setImmediate(done));
    expect(closed).not.toHaveBeenCalled();
    resolve(undefined);
    await closing;
    expect(await shown).toMatchObject({ lines: 3 });
  });

  test('refuses a text also where it cannot be counted', async () => {
    desk.host.events.append = () => {
      throw new Error('the disk is full');
    };
    expect(await show(THREE)).toMatchObject({ lines: 3 });
    expect(desk.log.error).toHaveBeenCalledOnce();
  });

  test('is forgotten with one exercise, or with all', async () => {
    for (const id of [ID, OTHER, 'third-steps']) await show(THREE, {}, id);
    await forgetLeaks(desk.store, ID);
    expect((await leaks()).map(({ exercise_id }) => exercise_id)).toEqual([OTHER, 'third-steps']);
    await forgetLeaks(desk.store);
    expect(await leaks()).toEqual([]);
  });
});
