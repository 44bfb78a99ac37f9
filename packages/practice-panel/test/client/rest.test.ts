import { NDJSON, type VerifyStreamRow } from '@agent-factory/protocol';
import { describe, expect, it } from 'vitest';
import { fetchRegistry } from '../../src/client/server/registry.js';
import { createRest } from '../../src/client/server/rest.js';
import { answerJson, readBody, serve, unusedPort } from '../support/http.js';
import { exercise, failed, passed, started } from '../support/samples.js';

function lines(...rows: VerifyStreamRow[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

describe('the routes of the daemon', () => {
  it('[practice-environment 3.5 start] starts an exercise with the id and lesson of the registry', async () => {
    let received: unknown;
    await using daemon = await serve(async (request, response) => {
      received = await readBody(request);
      answerJson(response, started());
    });
    const outcome = await createRest(daemon.url).start({ exerciseId: exercise.id, lessonPath: exercise.lessonPath });
    expect(outcome).toEqual({ ok: true, value: started() });
    expect(received).toEqual({ exerciseId: 'ch34-first-agent', lessonPath: '34/first-agent' });
  });

  it('hands on a typed error with all its facts', async () => {
    const error = { error: 'setup_failed', message: 'It failed.', command: 'make', exitCode: 2, output: 'no make' };
    await using daemon = await serve((_, response) => answerJson(response, error, 500));
    expect(await createRest(daemon.url).start({ exerciseId: 'x' })).toEqual({ ok: false, error });
  });

  it.each([
    ['HTML', (body: string) => body],
    ['JSON of another shape', () => '{"sessions":[{"sessionId":"../x"}]}'],
  ])('tells %s in place of an answer from a daemon that is gone', async (_, make) => {
    await using daemon = await serve((_request, response) => response.end(make('<html>')));
    expect(await createRest(daemon.url).sessions()).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
    const gone = `http://127.0.0.1:${await unusedPort()}`;
    expect(await createRest(gone).sessions()).toMatchObject({ ok: false, error: { error: 'unreachable' } });
  });
});

describe('a check', () => {
  it('[practice-environment 1.3 verification] tells each criterion as it comes, cut at every odd byte', async () => {
    const criterion = { name: 'Grüßt 👋', passed: true, status: 'passed' } as const;
    const bytes = lines({ type: 'criterion', criterion }, { type: 'result', result: passed });
    await using daemon = await serve(async (request, response) => {
      expect(request.headers.accept).toBe(NDJSON);
      response.writeHead(200, { 'Content-Type': NDJSON });
      for (let at = 0; at < bytes.length; at += 3) {
        response.write(bytes.subarray(at, at + 3));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const rows: unknown[] = [];
    const outcome = await createRest(daemon.url).verify('x', (row) => rows.push(row));
    expect(outcome).toEqual({ ok: true, value: passed });
    expect(rows).toEqual([criterion]);
  });

  it('takes a last row without a line end', async () => {
    await using daemon = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': NDJSON });
      response.end(lines({ type: 'result', result: failed }).toString().trim());
    });
    expect(await createRest(daemon.url).verify('x', () => {})).toEqual({ ok: true, value: failed });
  });

  it('takes one JSON object from a daemon that does not stream', async () => {
    await using daemon = await serve((_, response) => answerJson(response, failed));
    expect(await createRest(daemon.url).verify('x', () => {})).toEqual({ ok: true, value: failed });
  });

  it('ends with the error the stream ends with', async () => {
    const error = { error: 'exercise_not_started', message: 'Start it first.' } as const;
    await using daemon = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': NDJSON });
      response.end(lines({ type: 'error', error }));
    });
    expect(await createRest(daemon.url).verify('x', () => {})).toEqual({ ok: false, error });
  });

  it('says that the daemon went away when the stream breaks off, and refuses rows that are none', async () => {
    const criterion = { name: 'a', passed: true, status: 'passed' } as const;
    await using breaking = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': NDJSON });
      response.write(lines({ type: 'criterion', criterion }), () => response.destroy());
    });
    expect(await createRest(breaking.url).verify('x', () => {})).toMatchObject({ error: { error: 'unreachable' } });
    await using garbage = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': NDJSON });
      response.end('not a row\n');
    });
    expect(await createRest(garbage.url).verify('x', () => {})).toMatchObject({
      error: { error: 'unexpected_answer' },
    });
  });
});

describe('the registry', () => {
  const registries: Record<string, unknown> = {
    '/whole.json': { version: '1.0', exercises: [exercise] },
    '/partly.json': { version: '1.0', exercises: [{ ...exercise, id: 'broken', difficulty: 'odd' }, exercise] },
    '/other.json': { version: '2.0', exercises: [exercise] },
  };

  it('is read and checked', async () => {
    await using site = await serve((request, response) => answerJson(response, registries[request.url ?? '']));
    const whole = await fetchRegistry(`${site.url}/whole.json`);
    expect(whole).toMatchObject({ ok: true, value: { exercises: [exercise] } });
    const other = await fetchRegistry(`${site.url}/other.json`);
    expect(other).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
  });

  it('[exercises 8 unavailable] lists a broken exercise as unavailable, and the others as ever', async () => {
    await using site = await serve((request, response) => answerJson(response, registries[request.url ?? '']));
    expect(await fetchRegistry(`${site.url}/partly.json`)).toMatchObject({
      ok: true,
      value: { exercises: [{ id: 'broken', unavailable: expect.stringContaining('difficulty') }, exercise] },
    });
  });
});
