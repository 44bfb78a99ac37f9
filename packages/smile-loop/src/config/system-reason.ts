const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission to read it',
  EPERM: 'you have no permission to read it',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is a socket or a device',
};

/** Why the system refused a file, in words. Whatever is no error of the system is thrown on. */
export function systemReason(error: unknown): { reason: string; missing: boolean } {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !('syscall' in error)) {
    throw error;
  }
  const { code } = error;
  return { reason: REASONS[code] ?? `the system says ${code}`, missing: code === 'ENOENT' || code === 'ENOTDIR' };
}
