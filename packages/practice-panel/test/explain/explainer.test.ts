import { explainProjectRequestSchema, MIND_ROUTES } from '@agent-factory/protocol/mind';
import { describe, expect, it } from 'vitest';
import { Explainer } from '../../src/client/explain/explainer.js';
import { explainerOf } from '../../src/client/explain/explainer-of.js';
import { type Marked, questionOf } from '../../src/client/explain/marked.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { unusedPort } from '../support/http.js';
import { exercise } from '../support/samples.js';
import { ANSWER, NO_KEY, startMindDaemon } from './mind-daemon.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const MARKED: Marked = { source: 'terminal', place: 'Terminal', text: 'Errno 2', around: '$ python3 a.py\n[Errno 2]' };

const serverAt = (url: string) => new PracticeServer({ ...SITE, serverUrl: url });
const explainerAt = (url: string) => new Explainer(exercise.id, serverAt(url));

describe('a question about what is marked', () => {
  it('[coach explain-terminal] names the exercise and the place, and has what stands around in it', async () => {
    await using daemon = await startMindDaemon();
    const explainer = explainerAt(daemon.url);
    await explainer.explain(MARKED);
    expect(daemon.asked.map(({ body }) => body)).toEqual([
      {
        projectId: exercise.id,
        source: 'terminal',
        path: 'Terminal',
        selectedText: 'Errno 2',
        surroundingContext: '$ python3 a.py\n[Errno 2]',
      },
    ]);
    expect(explainer.getSnapshot()).toEqual({ status: 'answered', marked: MARKED, answer: ANSWER });
  });

  it.each([
    ['letters', 'x'],
    ['characters of four bytes', '🎉'],
    ['what JSON escapes', '\u0001'],
    ['halves of characters', '\ud83c'],
  ])('is never larger than the server reads, with %s around', (_, letter) => {
    const around = `${letter.repeat(300_000)}MARKED${letter.repeat(300_000)}`;
    const question = questionOf(exercise.id, { ...MARKED, text: 'MARKED', around });
    if (typeof question === 'string') throw new Error(question);
    expect(Buffer.byteLength(JSON.stringify(question))).toBeLessThanOrEqual(MIND_ROUTES.explain.maxBytes);
    expect(explainProjectRequestSchema.parse(question).selectedText).toBe('MARKED');
    const [before, after] = question.surroundingContext.split('MARKED').map((side) => side.length);
    expect(Math.abs((before ?? 0) - (after ?? 0))).toBeLessThanOrEqual(2);
    if (letter !== '\ud83c') expect(before).toBeGreaterThan(1000);
  });

  it.each([
    ['too much', 'x'.repeat(50_001), 'This is too much to be explained at once.'],
    ['nothing but blanks', ' \n ', 'Nothing but blanks is marked.'],
  ])('is not sent where %s is marked, and says so', async (_, text, words) => {
    await using daemon = await startMindDaemon();
    const explainer = explainerAt(daemon.url);
    await explainer.explain({ ...MARKED, text });
    expect(daemon.requests).toEqual([]);
    const state = explainer.getSnapshot();
    expect(state.status === 'failed' && state.problem.message).toContain(words);
    expect(state.status === 'failed' && state.problem.canRetry).toBe(false);
  });

  it('takes a lesson with a name of any length, or of nothing', () => {
    const named = questionOf(exercise.id, { ...MARKED, source: 'lesson', place: `Lesson: ${'🎉'.repeat(2000)}` });
    const nameless = questionOf(exercise.id, { ...MARKED, source: 'lesson', place: ' ' });
    expect(explainProjectRequestSchema.safeParse(named).success).toBe(true);
    expect(nameless).toMatchObject({ path: 'lesson' });
  });
});

describe('an explainer', () => {
  it('asks nothing by itself, and is the same one wherever it is asked for', async () => {
    await using daemon = await startMindDaemon();
    const server = serverAt(daemon.url);
    const explainer = explainerOf(server, exercise.id);
    expect(explainerOf(server, exercise.id)).toBe(explainer);
    await server.connect();
    expect([explainer.getSnapshot(), daemon.requests]).toEqual([{ status: 'none' }, []]);
  });

  it('[coach explain-terminal] gives up a question that is cancelled: nobody waits for its answer any more', async () => {
    await using daemon = await startMindDaemon();
    daemon.answering = new Promise(() => {});
    const explainer = explainerAt(daemon.url);
    const coming = daemon.question();
    const done = explainer.explain(MARKED);
    const { gone } = await coming;
    expect(explainer.getSnapshot().status).toBe('asked');
    explainer.dismiss();
    await Promise.all([gone, done]);
    expect(explainer.getSnapshot()).toEqual({ status: 'none' });
  });

  it('shows the answer to the last question alone, even if that of the one before comes later', async () => {
    await using daemon = await startMindDaemon();
    const explainer = explainerAt(daemon.url);
    let release = () => {};
    daemon.answering = new Promise((resolve) => {
      release = resolve;
    });
    const coming = daemon.question();
    const first = explainer.explain(MARKED);
    await coming;
    daemon.answering = Promise.resolve();
    const other = { ...MARKED, text: 'python3' };
    await explainer.explain(other);
    release();
    await first;
    expect(explainer.getSnapshot()).toMatchObject({ status: 'answered', marked: other });
  });

  it('[coach explain-terminal] says without a key what the coach would do, and asks again when it is wanted', async () => {
    await using daemon = await startMindDaemon();
    daemon.answer = { status: 503, body: NO_KEY };
    const explainer = explainerAt(daemon.url);
    await explainer.explain(MARKED);
    expect(explainer.getSnapshot()).toMatchObject({
      status: 'failed',
      problem: { message: NO_KEY.message, wouldDo: daemon.wouldDo, canRetry: true, isSetting: true },
    });
    expect(daemon.requests).toEqual(['POST /coach/explain', `GET /coach/settings?project=${exercise.id}`]);
    daemon.answer = { status: 200, body: ANSWER };
    await explainer.retry();
    expect(explainer.getSnapshot().status).toBe('answered');
  });

  it.each([
    [
      { error: 'model_unavailable', reason: 'overloaded', message: 'Busy.' },
      { isSetting: false, canRetry: true },
    ],
    [
      { error: 'budget_reached', message: 'All spent.' },
      { isSetting: true, canRetry: true },
    ],
    [
      { error: 'model_refused', message: 'It refuses.' },
      { isSetting: false, canRetry: false },
    ],
    [
      { error: 'file_unsuitable', message: 'No text.' },
      { isSetting: false, canRetry: false },
    ],
  ])('tells what to do about %o', async (body, expected) => {
    await using daemon = await startMindDaemon();
    daemon.answer = { status: 503, body };
    const explainer = explainerAt(daemon.url);
    await explainer.explain(MARKED);
    expect(explainer.getSnapshot()).toMatchObject({ problem: { message: body.message, ...expected } });
  });

  it('says that nobody answers, and takes an answer of another shape for none', async () => {
    const lonely = explainerAt(`http://127.0.0.1:${await unusedPort()}`);
    await lonely.explain(MARKED);
    expect(lonely.getSnapshot()).toMatchObject({
      problem: { message: 'The practice server does not answer.', canRetry: true },
    });
    await using daemon = await startMindDaemon();
    daemon.answer = { status: 200, body: { ...ANSWER, keyConcepts: 'none' } };
    const explainer = explainerAt(daemon.url);
    await explainer.explain(MARKED);
    expect(explainer.getSnapshot()).toMatchObject({ status: 'failed', problem: { canRetry: true } });
  });
});
