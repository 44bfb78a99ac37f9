import { readFileSync } from 'node:fs';

/** How software is installed on this machine. */
export type PackageManager = 'brew' | 'apt' | 'dnf' | 'pacman' | 'zypper' | 'apk';

const INSTALL: Record<PackageManager, (name: string) => string> = {
  brew: (name) => `brew install ${name}`,
  apt: (name) => `${sudo()}apt-get install -y ${name}`,
  dnf: (name) => `${sudo()}dnf install -y ${name}`,
  pacman: (name) => `${sudo()}pacman -S --noconfirm ${name}`,
  zypper: (name) => `${sudo()}zypper install -y ${name}`,
  apk: (name) => `${sudo()}apk add ${name}`,
};

/** Distributions by the ID and ID_LIKE words of /etc/os-release. */
const DISTRIBUTIONS: ReadonlyArray<readonly [word: string, manager: PackageManager]> = [
  ['debian', 'apt'],
  ['ubuntu', 'apt'],
  ['fedora', 'dnf'],
  ['rhel', 'dnf'],
  ['centos', 'dnf'],
  ['arch', 'pacman'],
  ['suse', 'zypper'],
  ['alpine', 'apk'],
];

/** Names of packages where they differ from the program's. */
const PACKAGES: Record<string, Partial<Record<PackageManager, string>>> = {
  python3: { brew: 'python', pacman: 'python' },
  node: { apt: 'nodejs', dnf: 'nodejs', pacman: 'nodejs', zypper: 'nodejs', apk: 'nodejs' },
};

/** The package manager of this machine, or undefined if we know none. */
export function packageManager(platform = process.platform, osRelease = readOsRelease()): PackageManager | undefined {
  if (platform === 'darwin') return 'brew';
  const words = osRelease.match(/^ID(?:_LIKE)?=.*$/gm)?.join(' ') ?? '';
  return DISTRIBUTIONS.find(([word]) => words.includes(word))?.[1];
}

/** Commands that install a program with the system's package manager; empty if we know none. */
export function systemInstallCommands(program: string, manager = packageManager()): string[] {
  if (manager === undefined) return [];
  return [INSTALL[manager](PACKAGES[program]?.[manager] ?? program)];
}

function readOsRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

function sudo(): string {
  return process.getuid?.() === 0 ? '' : 'sudo ';
}
