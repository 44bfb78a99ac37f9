import { describe, expect, it } from 'vitest';
import { candidateUrls } from '../../src/client/options.js';
import { discoverServer } from '../../src/client/server/discovery.js';
import { answerJson, serve, unusedPort } from '../support/http.js';
import { health } from '../support/samples.js';

describe('looking for the daemon', () => {
  it('[practice-environment 1.5 port-conflict] [practice-environment 5.2 probe] finds it behind ports that refuse or belong to something else', async () => {
    await using other = await serve((_, response) => answerJson(response, { healthy: true }));
    await using html = await serve((_, response) => response.end('<!doctype html>'));
    await using daemon = await serve((_, response) => answerJson(response, health({ port: 3103 })));
    const refusing = `http://127.0.0.1:${await unusedPort()}`;
    const found = await discoverServer([refusing, other.url, html.url, daemon.url], undefined);
    expect(found).toMatchObject({ baseUrl: daemon.url, health: { port: 3103 } });
  });

  it('prefers the lowest healthy one, and otherwise takes the lowest that answers', async () => {
    await using sick = await serve((_, response) => answerJson(response, health({ healthy: false })));
    await using well = await serve((_, response) => answerJson(response, health()));
    expect((await discoverServer([sick.url, well.url], undefined))?.baseUrl).toBe(well.url);
    expect((await discoverServer([sick.url], undefined))?.baseUrl).toBe(sick.url);
  });

  it('asks the remembered address first and, if it is well, no other', async () => {
    let asked = 0;
    await using first = await serve((_, response) => {
      asked += 1;
      answerJson(response, health());
    });
    await using known = await serve((_, response) => answerJson(response, health()));
    expect((await discoverServer([first.url, known.url], known.url))?.baseUrl).toBe(known.url);
    expect(asked).toBe(0);
  });

  it('waits longer where it found the daemon before, which may be busy, and asks it once', async () => {
    let asked = 0;
    await using busy = await serve((_, response) => {
      asked += 1;
      setTimeout(() => answerJson(response, health({ healthy: false })), 1500);
    });
    expect(await discoverServer([busy.url], undefined)).toBeUndefined();
    expect(await discoverServer([busy.url], busy.url)).toMatchObject({ baseUrl: busy.url });
    expect(asked).toBe(2);
  });

  it('never asks an address it remembers but was not given', async () => {
    let asked = 0;
    await using stranger = await serve(() => {
      asked += 1;
    });
    expect(await discoverServer([], stranger.url)).toBeUndefined();
    expect(asked).toBe(0);
  });

  it('gives up on a port that accepts and stays silent', async () => {
    await using silent = await serve(() => {});
    expect(await discoverServer([silent.url], undefined, { timeoutMs: 50 })).toBeUndefined();
  });

  it('[practice-environment 5.2 probe] probes ports 3100 to 3110 where a site says nothing else', () => {
    const site = { guideUrl: '/g', troubleshootingUrl: '/t', registryUrl: '/r' };
    const urls = candidateUrls(site);
    expect([urls[0], urls.at(-1), urls.length]).toEqual(['http://127.0.0.1:3100', 'http://127.0.0.1:3110', 11]);
    expect(candidateUrls({ ...site, serverUrl: 'http://127.0.0.1:4000/' })).toEqual(['http://127.0.0.1:4000']);
  });
});
