import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A tmux to test: the version that it reports, and its folder. */
export function describeTmux(folder) {
  return {
    version: execFileSync(join(folder, 'tmux'), ['-V'], { encoding: 'utf8' })
      .trim()
      .replace(/^tmux /, ''),
    folder,
  };
}

/** The versions in a folder of hand-built ones, each at `<version>/bin/tmux`. */
export function builtBy(folder) {
  const folders = readdirSync(folder).map((name) => join(folder, name, 'bin'));
  return folders.filter((bin) => existsSync(join(bin, 'tmux'))).map(describeTmux);
}

/** The wanted ones in the order of their versions, each once; all if none is named. */
export function choose(found, wanted) {
  const byVersion = new Map(found.map((tmux) => [tmux.version, tmux]));
  const all = [...byVersion.values()].sort((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
  return {
    all: all.map(({ version }) => version),
    chosen: all.filter(({ version }) => wanted.length === 0 || wanted.includes(version)),
    unknown: wanted.filter((version) => !byVersion.has(version)),
  };
}

/** A shell script that runs this command in its place. */
export function startScript(words) {
  return `#!/bin/sh\nexec ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')} "$@"\n`;
}

/** One line for each version. */
export function table(results) {
  const rows = results.map(({ version, passed, failed }) => [version, String(passed), String(failed)]);
  const all = [['tmux', 'passed', 'failed'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
