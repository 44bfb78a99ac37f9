import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { pathsFor } from '../../src/home/paths.js';
import { whyNoProject } from '../../src/workspaces/no-project.js';

describe('a folder', () => {
  let base: string;

  beforeEach(async () => {
    base = await mkdtemp(join(inject('runFolder'), 'no-project-'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    return rm(base, { recursive: true });
  });

  const why = (path: string, home = join(base, 'home')) => whyNoProject(path, pathsFor(home));

  test.each([
    ['/', 'a whole disk'],
    ['/mnt/c', 'a whole disk'],
    ['/proc', 'belongs to the system'],
    ['/proc/self/cwd', 'belongs to the system'],
    ['/dev', 'belongs to the system'],
    ['/sys/kernel', 'belongs to the system'],
    ['/etc', 'belongs to the system'],
    ['/etc/ssh', 'belongs to the system'],
    ['/private/etc', 'belongs to the system'],
    ['/boot', 'belongs to the system'],
    ['/mnt', 'whole disk'],
    ['/home', 'a whole home directory'],
    ['/home/somebody', 'a whole home directory'],
    ['/Users/somebody', 'a whole home directory'],
    ['/mnt/c/Users/somebody', 'a whole home directory'],
    ['/root', 'a whole home directory'],
    ['/private/var/root', 'a whole home directory'],
    [homedir(), 'a whole home directory'],
  ])('%s is no project: %s', async (path, what) => {
    expect(await why(path)).toContain(what);
  });

  test.each(['/home/somebody/app', '/Users/somebody/code/app', '/root/app', '/mnt/data', '/processes', '/homes'])(
    '%s can be a project',
    async (path) => {
      expect(await why(path)).toBeUndefined();
    },
  );

  test('that is a home behind a link, or holds one, is no project', async () => {
    const real = join(base, 'homes', 'somebody');
    await mkdir(join(real, 'app'), { recursive: true });
    await symlink(real, join(base, 'link'));
    vi.stubEnv('HOME', join(base, 'link'));
    for (const path of [real, join(base, 'homes')]) expect(await why(path)).toContain('a whole home directory');
    expect(await why(join(real, 'app'))).toBeUndefined();
  });

  test('that is, holds or is in the state of the practice server is no project, also behind a link and before it is made', async () => {
    const app = join(base, 'app');
    expect(await why(app)).toBeUndefined();
    expect(await why(app, app)).toContain(`keeps its state in it, in ${app}.`);
    expect(await why(app, join(app, 'deep', 'down'))).toContain('keeps its state in it');
    await mkdir(app);
    await symlink(app, join(base, 'link'));
    expect(await why(app, join(base, 'link', 'down'))).toContain('keeps its state in it');
    const state = join(base, 'home', '.af-practice');
    for (const path of [state, join(state, 'hooks')])
      expect(await why(path)).toContain('belongs to the practice server');
    expect(await why(`${state}-of-mine`)).toBeUndefined();
  });
});
