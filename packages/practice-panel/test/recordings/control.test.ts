// @vitest-environment happy-dom
import type { Recording, RecordingState } from '@agent-factory/protocol/recordings';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordingControl } from '../../src/client/recordings/recording-control.js';
import { RecordingList } from '../../src/client/recordings/recording-list.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { TerminalConnection } from '../../src/client/terminal/terminal-connection.js';
import { eventually } from '../support/eventually.js';
import { answerJson, readBody, serve } from '../support/http.js';
import { health } from '../support/samples.js';
import { stateOf } from '../support/states.js';
import { installWebSocket, TerminalDaemon } from '../support/terminal-daemon.js';

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };
const ATTACHED = { type: 'attached', role: 'writer', cols: 80, rows: 24 } as const;

const frame = (state: RecordingState) => ({ type: 'capability', name: 'recordings', state }) as const;

beforeAll(installWebSocket);

/** A daemon that answers every request about recordings in one way, and what it was asked. */
async function startDaemon(status: number, body: unknown) {
  const asked: unknown[] = [];
  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url === '/health') return answerJson(response, health());
    if (request.url?.startsWith('/recordings') !== true) return answerJson(response, {}, 404);
    asked.push(request.method === 'POST' ? { [request.url]: await readBody(request) } : request.url);
    if (typeof body === 'string') return void response.writeHead(status).end(body);
    answerJson(response, body, status);
  });
  return Object.assign(server, { asked });
}

describe('the recording of a session', () => {
  it('is what its pages are told, and unknown while they are not connected', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = new TerminalConnection({ url: daemon.url });
    const control = new RecordingControl('ch34-first-agent', new PracticeServer(SITE));
    const stop = control.follow(connection);
    connection.open({ cols: 80, rows: 24 });
    const peer = await daemon.peer();
    peer.send(frame({ recording: true, withInput: true }));
    peer.send(ATTACHED);
    await stateOf(connection, 'attached');
    expect(control.getSnapshot()).toEqual({ on: { withInput: true }, news: undefined });

    peer.send({ ...ATTACHED, role: 'watcher' });
    await eventually(() => expect(connection.getSnapshot()).toMatchObject({ role: 'watcher' }));
    expect(control.getSnapshot().on).toBeDefined();

    peer.socket.close();
    await eventually(() => expect(control.getSnapshot().on).toBeUndefined());
    const next = await daemon.peer();
    next.send(frame({ recording: true, withInput: false }));
    next.send(ATTACHED);
    await stateOf(connection, 'attached');
    expect(control.getSnapshot().on).toEqual({ withInput: false });
    next.send(frame({ recording: false, endedBy: 'size_limit' }));
    await eventually(() => expect(control.getSnapshot()).toEqual({ on: undefined, news: { endedBy: 'size_limit' } }));
    control.dismiss();
    expect(control.getSnapshot().news).toBeUndefined();
    stop();
    connection.close();
  });

  it('does not heed frames of others, nor what it does not understand', async () => {
    await using daemon = await TerminalDaemon.start();
    const connection = new TerminalConnection({ url: daemon.url });
    const control = new RecordingControl('ch34-first-agent', new PracticeServer(SITE));
    control.follow(connection);
    connection.open({ cols: 80, rows: 24 });
    const peer = await daemon.peer();
    peer.send({ type: 'capability', name: 'toys', state: { recording: true, withInput: true } });
    peer.send({ type: 'capability', name: 'recordings', state: { recording: 'perhaps' } });
    peer.send(ATTACHED);
    await stateOf(connection, 'attached');
    expect(control.getSnapshot()).toEqual({ on: undefined, news: undefined });
    connection.close();
  });

  it('is started and stopped, and says why it is not', async () => {
    await using daemon = await startDaemon(409, { error: 'recording_running', message: 'It is recorded already.' });
    const control = new RecordingControl('ch34-first-agent', new PracticeServer({ ...SITE, serverUrl: daemon.url }));
    await control.start(true);
    expect(control.getSnapshot().news).toEqual({ problem: 'It is recorded already.' });
    await control.stop();
    expect(daemon.asked).toEqual([
      { '/recordings/start': { exerciseId: 'ch34-first-agent', input: true } },
      { '/recordings/stop': { exerciseId: 'ch34-first-agent' } },
    ]);
  });
});

describe('the list of recordings', () => {
  const recording: Recording = {
    id: '20261123-081500-1a2b3c4d',
    exerciseId: 'ch34-first-agent',
    agent: 'claude',
    startedAt: '2026-11-23T08:15:00.000Z',
    durationMs: 1,
    bytes: 2,
    cols: 80,
    rows: 24,
    withInput: false,
    recording: false,
    truncated: false,
    endedBy: 'stopped',
  };

  it('says what cannot be listed, read, played or deleted, and why', async () => {
    await using daemon = await startDaemon(404, { error: 'recording_not_found', message: 'It is gone.' });
    const list = new RecordingList(new PracticeServer({ ...SITE, serverUrl: daemon.url }));
    await list.load();
    expect(list.getSnapshot()).toMatchObject({ status: 'failed', error: { message: 'It is gone.' } });
    expect([await list.file(recording), await list.cast(recording)]).toEqual([undefined, undefined]);
    expect(list.getSnapshot().said).toBe('It cannot be read. It is gone.');
    await list.delete(recording);
    expect(list.getSnapshot().said).toBe('Nothing was deleted. It is gone.');
    // What is there now is asked for anew.
    expect(daemon.asked.slice(-2)).toEqual([{ '/recordings/delete': { id: recording.id } }, '/recordings']);
  });

  it('says that a file which is no recording cannot be played', async () => {
    await using daemon = await startDaemon(200, 'garbage');
    const list = new RecordingList(new PracticeServer({ ...SITE, serverUrl: daemon.url }));
    expect(await list.cast(recording)).toBeUndefined();
    expect(list.getSnapshot().said).toContain('the file is damaged');
    expect(daemon.asked).toEqual([`/recordings/${recording.id}`]);
  });
});
