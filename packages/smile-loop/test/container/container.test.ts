import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_NAME_PREFIX, LABELS } from '../../src/container/labels.js';
import { sweep } from '../../src/container/sweep.js';
import { openPlace, type Place, printed, STAYS } from './support.js';

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});

afterAll(async () => {
  await place?.[Symbol.asyncDispose]();
});

describe('a container', () => {
  it('[smile-loop 3.1] runs a program of ours from the image with its mounts, and [smile-loop 3.S1] within 5 s', async () => {
    await writeFile(join(place.folder, 'tutorial', 'tutorial.md'), '# Hello');
    const code = `import fs from 'node:fs';
      const tell = (what, does) => { try { return [what, String(does())]; } catch (error) { return [what, error.code]; } };
      const status = fs.readFileSync('/proc/self/status', 'utf8');
      const told = [
        tell('tutorial', () => fs.readFileSync('/workspace/tutorial/tutorial.md', 'utf8')),
        tell('write tutorial', () => fs.writeFileSync('/workspace/tutorial/x', 'x')),
        tell('write work', () => fs.writeFileSync('/workspace/work/made', 'by the student')),
        tell('caps', () => /CapEff:\\s+(\\S+)/.exec(status)[1]),
        tell('new privileges', () => /NoNewPrivs:\\s+(\\S+)/.exec(status)[1]),
        tell('devices', () => fs.readdirSync('/sys/class/net').join()),
        tell('first', () => fs.readFileSync('/proc/1/comm', 'utf8').trim()),
        tell('host', () => /(\\S+)\\s+host.docker.internal/.exec(fs.readFileSync('/etc/hosts', 'utf8'))[1]),
        tell('name', () => fs.readFileSync('/proc/sys/kernel/hostname', 'utf8').trim()),
      ];
      process.stdout.write(JSON.stringify(Object.fromEntries(told)));`;
    const begun = performance.now();
    await using container = await place.start(code);
    const told = await printed(container);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(await container.exited).toMatchObject({ code: 0, outOfMemory: false });
    expect(JSON.parse(told)).toEqual({
      tutorial: '# Hello',
      'write tutorial': 'EROFS',
      'write work': 'undefined',
      caps: '0000000000000000',
      'new privileges': '1',
      devices: 'lo',
      first: 'sh',
      host: '127.0.0.1',
      name: 'smile',
    });
    await container.remove();
    expect(await readFile(join(place.folder, 'work', 'made'), 'utf8')).toBe('by the student');
  });

  it('ends its program with our end of the stream, and is stopped and removed as often as one likes', async () => {
    const container = await place.start(STAYS);
    container.wire.output.end();
    expect((await container.exited).code).toBe(3);
    await container.stop();
    await container.remove();
    await container.remove();
    await container.stop();
    expect(await place.containers()).toEqual([]);
  });

  it('runs checks inside, and ends those that take too long with all they started', async () => {
    await using container = await place.start(STAYS);
    const found = await container.runInside(['sh', '-c', 'echo out; echo err >&2; exit 4'], { timeout: 10_000 });
    expect(found).toEqual({ exitCode: 4, stdout: 'out\n', stderr: 'err\n', timedOut: false, isCut: false });
    const late = await container.runInside(['sh', '-c', 'sleep 98765 & sleep 98765'], { timeout: 500 });
    expect(late).toMatchObject({ exitCode: null, timedOut: true });
    const left = await container.runInside(['sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" " "'], {
      timeout: 10_000,
    });
    expect(left.stdout).not.toContain('sleep 98765');
    await container.stop();
    expect((await container.exited).code).toBe(137);
  });

  it('has no root to write to where that is asked', async () => {
    const code = `import fs from 'node:fs';
      for (const path of ['/usr/x', '/tmp/x']) try { fs.writeFileSync(path, 'x'); console.log('wrote'); } catch (e) { console.log(e.code); }`;
    const more = { role: 'mentor', readOnlyRoot: { tmpfs: { '/tmp': 1024 * 1024 } } } as const;
    await using container = await place.start(code, more);
    expect(await printed(container)).toBe('EROFS\nwrote\n');
  });
});

describe('what goes wrong', () => {
  it('[smile-loop 3.E2] says how an image is got that is not there', async () => {
    const started = place.start('', { image: 'smile-none:latest' });
    const message = expect.stringContaining('pull image first: podman pull smile-none:latest');
    await expect(started).rejects.toMatchObject({ code: 'image_not_found', message });
    await expect(place.engine.requireImage('smile-none:latest')).rejects.toMatchObject({ code: 'image_not_found' });
    expect(await place.engine.hasImage(place.image)).toBe(true);
  });

  it("[smile-loop 3.E3] gives the engine's own words when a container does not start, and leaves none behind", async () => {
    const mounts = [{ source: join(place.folder, 'code', 'main.mjs'), target: '/usr', readOnly: true }];
    const started = place.start('', { mounts });
    await expect(started).rejects.toMatchObject({
      code: 'container_failed',
      message: expect.stringMatching(/not a directory/i),
    });
    expect(await place.containers()).toEqual([]);
  });

  it('tells of an image without Node', async () => {
    await using container = await place.start('', { env: { PATH: '/nowhere' } });
    const exit = await container.exited;
    expect(container.explain(exit)).toMatchObject({ code: 'image_without_node', outcome: 'infra_error' });
  });
});

describe('a sweep', () => {
  it('removes what a dead process left, and neither what lives nor what was kept', async () => {
    await using live = await place.start(STAYS);
    const kept = await place.start(STAYS);
    expect(await kept.keep()).toContain(KEPT_NAME_PREFIX);
    const label = [
      `${LABELS.run}=old`,
      `${LABELS.ownerPid}=4194304`,
      `${LABELS.ownerStart}=0`,
      `${LABELS.ownerHost}=${(await place.podman.podman('info', '--format', '{{.Host.Hostname}}')).trim()}`,
    ];
    const labels = label.flatMap((text) => ['--label', text]);
    const dead = (await place.podman.podman('create', ...labels, '--network', 'none', place.image, 'true')).trim();
    const keptOfDead = (
      await place.podman.podman(
        'create',
        ...labels,
        '--label',
        `${LABELS.keep}=yes`,
        '--network',
        'none',
        place.image,
        'true',
      )
    ).trim();
    expect(await sweep(place.engine)).toEqual([expect.objectContaining({ id: dead, runId: 'old' })]);
    expect((await place.containers()).sort()).toEqual([live.id, kept.id, keptOfDead].sort());
    await kept.remove();
    await place.podman.podman('rm', '--force', keptOfDead);
  }, 30_000);
});
