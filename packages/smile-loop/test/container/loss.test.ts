import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Engine } from '../../src/container/engine.js';
import { SmileContainer } from '../../src/container/smile-container.js';
import { sweep } from '../../src/container/sweep.js';
import { HostEnd } from '../../src/tunnel/host-end.js';
import { bundled, openPlace, type Place, STAYS } from './support.js';

let place: Place;

beforeEach(async () => {
  place = await openPlace({ callLimitMs: 4000, watchMs: 300 });
});

afterEach(async () => {
  await place?.[Symbol.asyncDispose]();
});

const LOST = { code: 'engine_lost', outcome: 'infra_error' };

describe('an engine that is lost in the middle of a run', () => {
  it('is told of by everything that waits for it, in bounded time', async () => {
    await using container = await place.start(STAYS);
    await using end = new HostEnd({ wire: container.wire, connect: refuse, onMessage: () => undefined });
    const inside = container.runInside(['sleep', '1000'], { timeout: 60_000 });
    const told = [expect(container.exited).rejects.toMatchObject(LOST), expect(inside).rejects.toMatchObject(LOST)];
    await expect.poll(() => place.podman.podman('top', container.id, 'args')).toContain('sleep 1000');
    await place.podman.kill();
    await Promise.all(told);
    expect((await end.closed).reason).toMatch(/ended|lost/);
    await expect(container.stop()).rejects.toMatchObject(LOST);
    await expect(container.keep()).rejects.toMatchObject(LOST);
    await expect(sweep(place.engine)).rejects.toMatchObject(LOST);
    await expect(SmileContainer.start(place.engine, await place.request(STAYS))).rejects.toMatchObject(LOST);
    const message = expect.stringMatching(/^Docker is required but not available/);
    const opened = Engine.open({ env: place.podman.env });
    await expect(opened).rejects.toMatchObject({ code: 'docker_unavailable', message });
    expect(await container.remove()).toBe(false);
    // Without our end of the stream, the program ended by itself.
    await expect.poll(() => place.podman.podman('ps', '--quiet')).toBe('');
  });

  it('is told of where it only hangs', async () => {
    await using container = await place.start(STAYS);
    place.podman.freeze();
    try {
      const asked = place.engine.hasImage(place.image);
      await Promise.all([container.exited, asked].map((one) => expect(one).rejects.toMatchObject(LOST)));
    } finally {
      place.podman.freeze(false);
    }
  });
});

describe('a run whose process was killed', () => {
  it('leaves a container that ends at once, and that the next start removes', async () => {
    const script = join(place.folder, 'owner.mjs');
    await writeFile(
      script,
      await bundled(`
        import { Engine } from './container/engine.js';
        import { SmileContainer } from './container/smile-container.js';
        const engine = await Engine.open({ env: process.env });
        const request = JSON.parse(process.argv[2]);
        const { id } = await SmileContainer.start(engine, request);
        const { name } = await SmileContainer.start(engine, { ...request, keep: true });
        process.stdout.write(JSON.stringify([id, name]));
        setInterval(() => undefined, 1000);`),
    );
    const request = JSON.stringify(await place.request(STAYS));
    const env = { ...process.env, ...place.podman.env };
    const owner = spawn(process.execPath, [script, request], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = once(owner, 'exit');
    const [told] = (await Promise.race([once(owner.stdout, 'data'), gone])) as unknown[];
    const [left] = JSON.parse(String(told)) as [string, string];
    await using live = await place.start(STAYS);
    expect(await sweep(place.engine)).toEqual([]);
    owner.kill('SIGKILL');
    await gone;
    await expect.poll(() => place.podman.podman('ps', '--quiet', '--no-trunc')).toBe(`${live.id}\n`);
    expect(await sweep(place.engine)).toEqual([expect.objectContaining({ id: left, runId: 'r1' })]);
    expect(await place.containers()).toHaveLength(2);
    expect(await sweep(place.engine)).toEqual([]);
  });
});

function refuse(): never {
  throw new Error('nobody speaks to it');
}
