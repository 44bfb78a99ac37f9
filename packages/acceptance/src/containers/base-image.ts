import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, lstat, mkdir, mkdtemp, open, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestEngine } from './start-engine.js';

const run = promisify(execFile);
const BUFFER = { maxBuffer: 64 * 1024 * 1024 };

/** Packages of this machine that the image has. Changing a line, or a version, makes another image. */
const PACKAGES =
  `bash dash coreutils git curl ca-certificates nodejs python3 python3-minimal python3.11 python3.11-minimal
libpython3.11-minimal libpython3.11-stdlib grep sed mawk findutils tar gzip procps util-linux less diffutils libc-bin
libc6 base-files base-passwd hostname make perl-base`.split(/\s+/);
const LEFT_OUT = /^\/usr\/(share\/(doc|man|locale|info)|include)\//;
/** Where a merged system has links. A path named both ways makes an import fail. */
const MERGED = ['bin', 'sbin', 'lib', 'lib64'];
const EMPTY = ['tmp', 'proc', 'sys', 'dev', 'run', 'root', 'home', 'workspace', 'etc', 'var', 'var/tmp'];
/** Where `cliMounts` puts the AI CLIs, which are too large to be copied into an image; and what no package owns. */
const LINKS = {
  claude: '/opt/claude/claude',
  codex: '/opt/codex/bin/codex',
  gemini: '/opt/gemini/gemini.js',
  awk: '/usr/bin/mawk',
};
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const BASE_IMAGE = 'smile-base:test';

/** Archives of images, which are made once for a checkout. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.practice-smile/', import.meta.url));

/** Makes sure that an engine has the test image: this machine's own programs. The archive is cached by what is in it. */
export async function baseImage(engine: TestEngine): Promise<string> {
  const key = await contentKey();
  const tag = `smile-base:${key}`;
  const isThere = await engine.podman('image', 'exists', tag).then(
    () => true,
    () => false,
  );
  if (!isThere) await engine.podman('import', await archive(key), tag);
  await engine.podman('tag', tag, BASE_IMAGE);
  return BASE_IMAGE;
}

async function installed(): Promise<string[]> {
  // It fails for those that are not installed, and still tells of the others.
  const query = run('dpkg-query', ['-W', '-f', '${Package} ${Version} ${db:Status-Status}\n', ...PACKAGES]);
  const { stdout } = await query.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.endsWith(' installed'));
}

async function contentKey(): Promise<string> {
  const text = JSON.stringify([await installed(), process.execPath, process.version, LINKS, 3]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

async function archive(key: string): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const path = join(CACHE, `smile-base-${key}.tar`);
  if (await lstat(path).catch(() => undefined)) return path;
  const folder = await mkdtemp(join(tmpdir(), 'smile-image-'));
  try {
    await skeleton(join(folder, 'root'));
    await writeFile(join(folder, 'list'), (await fileList()).join('\n'));
    const made = join(folder, 'image.tar');
    await run('tar', ['-cf', made, '-C', join(folder, 'root'), '.']);
    await run('tar', ['-rf', made, '-C', '/', '--no-recursion', '-T', join(folder, 'list')]);
    await run('tar', ['-rhf', made, '-C', '/', CERTIFICATES.slice(1)]);
    // Whole or not at all. Where two do it at once, the first stays: an engine may be reading it, more than once.
    const own = `${path}.${process.pid}`;
    await run('mv', [made, own]);
    await link(own, path).catch(unlessThere);
    await rm(own);
    return path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function skeleton(root: string): Promise<void> {
  for (const name of EMPTY) await mkdir(join(root, name), { recursive: true });
  for (const name of MERGED) await symlink(`usr/${name}`, join(root, name));
  await mkdir(join(root, 'usr/local/bin'), { recursive: true });
  for (const [name, target] of Object.entries(LINKS)) await symlink(target, join(root, 'usr/local/bin', name));
  await run('chmod', ['1777', join(root, 'tmp'), join(root, 'var/tmp')]);
}

/** Paths without their first slash, each once. */
async function fileList(): Promise<string[]> {
  const names = (await installed()).map((line) => line.split(' ')[0] ?? '');
  const { stdout } = await run('dpkg', ['-L', ...names], BUFFER);
  const wanted = [...new Set(stdout.split('\n'))].filter((path) => path.startsWith('/') && !LEFT_OUT.test(path));
  const files = await keepFiles([...wanted, process.execPath]);
  const libraries = await librariesOf(files);
  const targets = await Promise.all(libraries.map((path) => realpath(path).catch(() => path)));
  const all = [...files, ...libraries, ...targets].map((path) => path.replace(/^\/(bin|sbin|lib|lib64)\//, '/usr/$1/'));
  return [...new Set(all)]
    .map((path) => path.slice(1))
    .filter((path) => !MERGED.includes(path))
    .sort();
}

async function keepFiles(paths: readonly string[]): Promise<string[]> {
  const kept = await Promise.all(
    paths.map(async (path) => {
      const stat = await lstat(path).catch(() => undefined);
      return stat?.isFile() || stat?.isSymbolicLink() ? [path] : [];
    }),
  );
  return kept.flat();
}

/** One call of `ldd` for all programs: it starts a process for each, which is most of the time. */
async function librariesOf(files: readonly string[]): Promise<string[]> {
  const programs: string[] = [];
  for (const path of files) if (await isProgram(path)) programs.push(path);
  const halves = [0, 1].map((half) => programs.filter((_, at) => at % 2 === half));
  const texts = await Promise.all(
    halves.map((half) => run('ldd', half, BUFFER).catch((error: { stdout: string }) => error)),
  );
  const found = texts.flatMap(({ stdout }) =>
    [...stdout.matchAll(/^\s+(?:\S+ => )?(\/\S+) \(0x/gm)].map((m) => m[1] ?? ''),
  );
  return [...new Set(found)];
}

async function isProgram(path: string): Promise<boolean> {
  if (!/\/(bin|sbin|libexec|git-core)\/|\.so/.test(path) || (await lstat(path)).isSymbolicLink()) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1') === '\x7fELF';
  } finally {
    await file.close();
  }
}
