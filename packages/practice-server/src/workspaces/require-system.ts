import { PracticeError } from '@agent-factory/protocol';

const NAMES: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** Throws `system_unsupported` if an exercise names its systems and this is not one of them. */
export function requireSystem(systems: readonly string[] | undefined, platform: string): void {
  if (systems === undefined || systems.includes(platform)) return;
  const wanted = systems.map(nameOf).join(' or ');
  const way = systems.includes('linux') && platform === 'win32' ? ' Start the practice server inside WSL.' : '';
  const message = `This exercise runs on ${wanted}; this is ${nameOf(platform)}.${way} The lesson can be read without it.`;
  throw new PracticeError('system_unsupported', message, { os: systems, found: platform });
}

function nameOf(platform: string): string {
  return NAMES[platform] ?? platform;
}
