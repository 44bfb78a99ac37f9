import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPracticeClient } from '../../src/client/practice-client.js';
import { fetchRegistry } from '../../src/client/server/registry.js';
import { serve } from '../support/http.js';
import { exercise } from '../support/samples.js';

const load = vi.hoisted(() => vi.fn());
vi.mock('../../src/client/server/load-wire.js', () => ({ loadWire: load }));

const TEXT = JSON.stringify({ version: '1.0', exercises: [exercise] });
const DIGEST = createHash('sha256').update(TEXT).digest('hex');

function serveText(text: string) {
  return serve((_, response) => response.end(text));
}

function letItLoad() {
  load.mockImplementation(() => import('../../src/client/server/wire.js'));
}

afterEach(() => {
  load.mockReset();
  vi.unstubAllGlobals();
});

describe('the registry that the site was built with', () => {
  it('is taken without the schemas', async () => {
    await using site = await serveText(TEXT);
    expect(await fetchRegistry(site.url, DIGEST)).toEqual({ ok: true, value: JSON.parse(TEXT) });
    expect(load).not.toHaveBeenCalled();
  });

  it('is read with the schemas if so much as one character differs', async () => {
    letItLoad();
    await using site = await serveText(TEXT.replace('"1.0"', '"2.0"'));
    expect(await fetchRegistry(site.url, DIGEST)).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
  });

  it('is read with the schemas where the browser computes no digest', async () => {
    letItLoad();
    vi.stubGlobal('crypto', {});
    await using site = await serveText(TEXT);
    expect(await fetchRegistry(site.url, DIGEST)).toMatchObject({ ok: true, value: { exercises: [exercise] } });
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('a part of the page that does not arrive', () => {
  const links = { guideUrl: '/guide', troubleshootingUrl: '/help' };

  it('is told, and loaded again the next time', async () => {
    await using site = await serveText(TEXT);
    const client = createPracticeClient({ ...links, registryUrl: site.url });
    load.mockRejectedValueOnce(new Error('the site is gone'));
    expect(await client.registry()).toMatchObject({ ok: false, error: { error: 'page_incomplete' } });
    letItLoad();
    expect(await client.registry()).toMatchObject({ ok: true, value: { exercises: [exercise] } });
  });
});
