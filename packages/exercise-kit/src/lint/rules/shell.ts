import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment, runCommand } from '@agent-factory/subprocess';
import { filesBelow } from '../../content/files.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';
import { BASHISMS, GNUISMS, type Portability } from './portability.js';

/** Milliseconds to read one small script. */
const SYNTAX_TIMEOUT_MS = 10_000;
const MAX_SYNTAX_OUTPUT_BYTES = 64 * 1024;

/** Shell scripts run in every `sh`, with the tools of Linux and of macOS. */
export async function checkShell({ draft }: Subject): Promise<Finding[]> {
  const scripts = filesBelow(draft.dir).filter((path) => path.endsWith('.sh'));
  const findings = await Promise.all(scripts.map((path) => checkScript(draft.dir, path)));
  return findings.flat();
}

async function checkScript(dir: string, file: string): Promise<Finding[]> {
  const text = readFileSync(join(dir, file), 'utf8');
  const lines = text.split('\n');
  const isBash = /^#!.*\bbash\b/.test(lines[0] ?? '');
  const rules = isBash ? GNUISMS : [...BASHISMS, ...GNUISMS];
  const found = lines.flatMap((line, index) =>
    violations(line, rules).map((message) => error(file, message, index + 1)),
  );
  if (!text.startsWith('#!')) found.unshift(error(file, 'the first line has to say what runs it: #!/bin/sh', 1));
  return [...(await syntaxError(dir, file, isBash ? 'bash' : 'sh')), ...found];
}

function violations(line: string, rules: readonly Portability[]): string[] {
  const code = line.replace(/(^|\s)#.*$/, '');
  return rules.filter(({ pattern }) => pattern.test(code)).map(({ found, instead }) => `found ${found}; ${instead}`);
}

async function syntaxError(dir: string, file: string, shell: string): Promise<Finding[]> {
  const result = await runCommand(shell, ['-n', file], {
    cwd: dir,
    env: childEnvironment(process.env),
    timeoutMs: SYNTAX_TIMEOUT_MS,
    maxOutputBytes: MAX_SYNTAX_OUTPUT_BYTES,
  });
  if (result.exitCode === 0 || result.failure !== undefined) return [];
  const line = /(?:line )?(\d+):/.exec(result.stderr)?.[1];
  return [error(file, `${shell} cannot read it: ${result.stderr.trim().split('\n')[0]}`, line)];
}

const error = (file: string, message: string, line?: number | string): Finding => ({
  severity: 'error',
  file,
  at: line === undefined ? undefined : `${line}`,
  message,
});
