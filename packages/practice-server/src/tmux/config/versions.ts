/** A version as `tmux -V` prints it, such as `3.3a`, without the letter. */
export type Version = readonly [major: number, minor: number];

/** Spec §2.5. The first with options on panes, which carry an agent's exit code. */
export const OLDEST_TMUX: Version = [3, 0];

/** The first in which the newest viewer's size counts. */
export const LATEST_SIZE: Version = [3, 1];

/** The first that knows the features of terminals by name, and reads keys with modifiers from them. */
export const KNOWS_FEATURES: Version = [3, 2];

/** The first that starts a session at the wanted size, and ends the lines of a history with their last character. */
export const KEEPS_SIZE_AND_ENDS: Version = [3, 3];

/** The first that passes on a key with modifiers as the plain key if the program has not asked for it. */
export const PLAINS_EXTENDED_KEYS: Version = [3, 5];

/** Whether exercises work with it. Development builds (`next-3.6`) count as the version that they become. */
export function isSupportedTmux(version: string): boolean {
  return !isBefore(version, OLDEST_TMUX);
}

/** A version without such a number (`openbsd-7.6`, `master`) counts as newer than any. */
export function isBefore(version: string, [major, minor]: Version): boolean {
  const numbers = /^(?:next-)?(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
  if (numbers === undefined) return false;
  const [itsMajor = 0, itsMinor = 0] = numbers;
  return itsMajor < major || (itsMajor === major && itsMinor < minor);
}

/** The same as a condition in a configuration, for supported versions: the server that reads it decides. */
export function ifBefore([major, minor]: Version): string {
  const minors = Array.from({ length: minor }, (_, index) => index).join('|');
  return String.raw`#{m/r:^(next-)?${major}\.(${minors})([^0-9]|$),#{version}}`;
}

/** What the commands of a tmux can do. */
export interface Skills {
  /** Flags with which a client watches: it neither types nor counts for the size. (Before 3.2 it does count.) */
  readonly watchFlags: readonly string[];
  /** Flags with which a paste is not altered: newer versions would make control characters visible. */
  readonly rawPasteFlags: readonly string[];
  /** Flags with which a client in control mode attaches: it does not count for the size, as before 3.2 none does. */
  readonly controlFlags: readonly string[];
  /** Flags with which a screen is captured with the blanks at the ends of its lines, which may be coloured. */
  readonly blanksFlags: readonly string[];
}

/**
 * Read from the output of `list-commands`, because distributions backport flags to older versions. Call it without an
 * argument, which 3.1 would refuse.
 */
export function skillsOf(commands: string): Skills {
  const usageOf = (name: string) => commands.split('\n').find((line) => line.startsWith(`${name} `)) ?? '';
  const takesFlags = usageOf('attach-session').includes('[-f flags]');
  return {
    watchFlags: takesFlags ? ['-f', 'read-only,ignore-size'] : ['-r'],
    rawPasteFlags: /\[-\w*S/.test(usageOf('paste-buffer')) ? ['-S'] : [],
    controlFlags: takesFlags ? ['-f', 'ignore-size'] : [],
    blanksFlags: /\[-\w*N/.test(usageOf('capture-pane')) ? ['-N'] : [],
  };
}
