// Programs that do not come from npm. On Debian as root, this installs them; elsewhere it names the exact
// command, because only the owner of the machine can run it.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env, getuid, platform } from 'node:process';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/**
 * For each: the names that its program may have, or the files it consists of, programs that it needs on Debian besides,
 * and its packages.
 */
const PROGRAMS = {
  tmux: { names: ['tmux'], apt: 'tmux', brew: 'tmux' },
  python3: { names: ['python3'], apt: 'python3', brew: 'python' },
  vim: { names: ['vim'], apt: 'vim', brew: 'vim' },
  less: { names: ['less'], apt: 'less', brew: 'less' },
  nano: { names: ['nano'], apt: 'nano', brew: 'nano' },
  htop: { names: ['htop'], apt: 'htop', brew: 'htop' },
  mc: { names: ['mc'], apt: 'mc', brew: 'midnight-commander' },
  git: { names: ['git'], apt: 'git', brew: 'git' },
  chromium: {
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    apt: 'chromium-headless-shell',
    brew: '--cask chromium',
  },
  // With runc, because Debian's own choice of a runtime fails inside of containers. Where it is not Debian, tests use
  // what Podman brings.
  podman: { names: ['podman'], debian: ['runc'], apt: 'podman runc iptables aardvark-dns', brew: 'podman' },
  // Screenshots are compared with those taken with these fonts.
  fonts: {
    files: [
      '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
      '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf',
      '/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf',
    ],
    apt: 'fonts-dejavu-core fonts-liberation',
  },
};

/** Installs what is missing if that is possible; returns a sentence to show for each that is still missing. */
export async function bringPrograms(names) {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return [];
  if (!isDebian() || getuid?.() !== 0) return missing.map(howToInstall);
  const packages = missing.flatMap((name) => PROGRAMS[name].apt.split(' '));
  await step(`Installing ${missing.join(', ')}`, async () => {
    const options = { quiet: true, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update', '-q'], options);
    await run('apt-get', ['install', '-qy', '--no-install-recommends', ...packages], options);
  });
  return missing.filter((name) => !isInstalled(name)).map(howToInstall);
}

function isInstalled(name) {
  const { files, names, debian = [] } = PROGRAMS[name];
  // Fonts matter only on Debian, where the screenshots were taken.
  if (files !== undefined) return !isDebian() || files.every((file) => existsSync(file));
  return names.some(isOnPath) && (!isDebian() || debian.every(isOnPath));
}

function isOnPath(program) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

function howToInstall(name) {
  const { apt, brew } = PROGRAMS[name];
  const command =
    platform === 'darwin' ? `brew install ${brew}` : isDebian() ? `sudo apt-get install -y ${apt}` : undefined;
  return `${name} is missing. Install it with ${command ?? 'the package manager of your system'}.`;
}
