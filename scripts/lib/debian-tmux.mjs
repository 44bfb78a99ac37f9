// Fetches the tmux of each Debian release without installing anything; the system's own stays, and root is not needed.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform, report } from 'node:process';
import { promisify } from 'node:util';
import { startScript } from './tmux-versions.mjs';

/** Oldest first. Those that a mirror does not have are skipped. */
export const RELEASES = ['bullseye', 'bookworm', 'trixie', 'forky', 'sid'];

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const execute = promisify(execFile);

/** Returns why packages of other releases cannot be fetched, as a sentence; undefined if they can. */
export function whyNoDebian() {
  const isDebian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (platform === 'linux' && isDebian) return undefined;
  return "Other versions come from Debian's packages, which need Debian: name a folder of your own with --from.";
}

/** Returns the folder with the tmux of a release, fetched into `cache` if necessary; undefined if there is none. */
export async function bringRelease(release, cache) {
  const folder = join(cache, release);
  const bin = join(folder, 'bin');
  if (await answers(join(bin, 'tmux'))) return bin;
  rmSync(folder, { recursive: true, force: true });
  const apt = await aptFor(release, folder);
  if (!(await tries(apt('apt-get', 'update', '-q')))) return undefined;
  const packages = await unpackWithLibraries(apt, folder);
  mkdirSync(bin);
  await writeProgram(join(bin, 'tmux'), packages);
  for (const part of ['state', 'cache']) rmSync(join(folder, part), { recursive: true });
  return bin;
}

/** Returns a function that runs apt programs, which know only this release and keep everything in `folder`. */
async function aptFor(release, folder) {
  for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages'])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'sources.list'), `deb ${await mirror()} ${release} main\n`);
  writeFileSync(join(folder, 'status'), '');
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  return (program, ...args) => execute(program, [...options, ...args], { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES });
}

/** The mirror that this machine uses. */
async function mirror() {
  const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Label: Debian']);
  const [first] = stdout.split('\n');
  if (first === '') throw new Error('apt knows no mirror of Debian. "apt-get update" as root may help.');
  return first;
}

/** Returns the folders of the unpacked packages. */
async function unpackWithLibraries(apt, folder) {
  const flags = ['--recurse', '--no-recommends', '--no-suggests', '--no-conflicts', '--no-breaks', '--no-replaces'];
  const { stdout } = await apt('apt-cache', 'depends', ...flags, '--no-enhances', 'tmux');
  const libraries = stdout.split('\n').filter((line) => /^lib[a-z0-9.+-]+$/.test(line));
  await apt('apt-get', 'download', '-q', 'tmux', ...libraries);
  const archives = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  for (const name of archives) {
    await execute('dpkg', ['-x', join(folder, name), join(folder, 'packages', name.split('_')[0])]);
    rmSync(join(folder, name));
  }
  return join(folder, 'packages');
}

/** Writes a program that runs tmux with its own libraries; also with its own C library if the system's is too old. */
async function writeProgram(path, packages) {
  const names = readdirSync(packages);
  const own = names.flatMap((name) => librariesOf(join(packages, name)));
  const beside = names.filter((name) => name !== 'libc6').flatMap((name) => librariesOf(join(packages, name)));
  const ways = [
    { loader: loaderIn(report.getReport().sharedObjects), libraries: beside },
    { loader: loaderIn(librariesOf(join(packages, 'libc6')).flatMap(filesOf)), libraries: own },
  ];
  for (const { loader, libraries } of ways) {
    writeFileSync(
      path,
      startScript([loader, '--library-path', libraries.join(':'), join(packages, 'tmux/usr/bin/tmux')]),
    );
    chmodSync(path, 0o755);
    if (await answers(path)) return;
  }
  throw new Error(`${path} does not run: some of its libraries are missing.`);
}

/** The dynamic loader, whatever it is called on this architecture. */
function loaderIn(files) {
  return files.find((file) => /\/ld-linux[^/]*\.so\.\d+$/.test(file)) ?? 'there-is-no-loader';
}

function librariesOf(folder) {
  const parents = ['lib', 'usr/lib'].map((part) => join(folder, part)).filter((parent) => existsSync(parent));
  return parents.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name))).filter(holdsLibraries);
}

function holdsLibraries(folder) {
  return /-linux-/.test(folder.split('/').at(-1));
}

function filesOf(folder) {
  return readdirSync(folder).map((name) => join(folder, name));
}

async function answers(tmux) {
  return existsSync(tmux) && (await tries(execute(tmux, ['-V'])));
}

function tries(work) {
  return work.then(
    () => true,
    () => false,
  );
}
