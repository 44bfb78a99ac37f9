// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { needAfter, nextNeed } from '../../src/client/journey/setup.js';
import { PracticeServer } from '../../src/client/server/server.js';
import { unusedPort } from '../support/http.js';
import { startPracticeDaemon } from '../support/practice-daemon.js';
import { summary } from '../support/samples.js';

const load = vi.hoisted(() => vi.fn());
vi.mock('../../src/client/server/load-wire.js', () => ({ loadWire: load }));

const SITE = { guideUrl: '/guide', troubleshootingUrl: '/help', registryUrl: '/registry.json' };

function letItLoad() {
  load.mockImplementation(() => import('../../src/client/server/wire.js'));
}

beforeEach(() => {
  load.mockReset().mockRejectedValue(new Error('the site is gone'));
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
  sessionStorage.clear();
});

describe('a page without the part that reads answers', () => {
  it('does not call a daemon absent that has answered, and finds it once the part is there', async () => {
    await using daemon = await startPracticeDaemon({ exercises: [summary({ status: 'running' })] });
    const server = new PracticeServer({ ...SITE, serverUrl: daemon.url });
    const connection = await server.connect();
    expect(connection).toEqual({ status: 'page_incomplete' });
    expect(nextNeed(connection)).toEqual({ kind: 'page_incomplete' });
    letItLoad();
    expect(await server.connect()).toMatchObject({ status: 'connected', baseUrl: daemon.url });
    await server.refresh();
    expect(server.getSnapshot().exercises).toMatchObject([{ status: 'running' }]);
  });

  it('answers a request with what is missing', async () => {
    await using daemon = await startPracticeDaemon();
    const server = new PracticeServer({ ...SITE, serverUrl: daemon.url });
    const outcome = await server.ask((rest) => rest.sessions());
    expect(outcome).toMatchObject({ ok: false, error: { error: 'page_incomplete' } });
    expect(!outcome.ok && needAfter(outcome.error)).toEqual({ kind: 'page_incomplete' });
  });

  it('asks the site for nothing where no daemon answers', async () => {
    const server = new PracticeServer({ ...SITE, serverUrl: `http://127.0.0.1:${await unusedPort()}` });
    expect(await server.connect()).toEqual({ status: 'unreachable' });
    expect(load).not.toHaveBeenCalled();
  });
});
