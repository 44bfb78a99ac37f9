// Runs one criterion in its own process, with limits on time, output and memory.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env, execPath, kill } from 'node:process';
import { fileURLToPath } from 'node:url';

// Most bytes a run may print. An exercise prints a few hundred; an endless loop exceeds this at once.
const MAX_OUTPUT_BYTES = 1_000_000;
// Megabytes. Enough for any exercise; a list that grows without end stops here rather than in swap.
const MAX_MEMORY_MB = 512;
const CHILD = fileURLToPath(new URL('check_child.mjs', import.meta.url));
/** By the second, whoever runs this finds what the student's code has left running. */
const KEPT = ['PATH', 'AF_PRACTICE_RUN'];
/** Node's exit code when nothing is left to do, but something is still awaited. */
const NEVER_SETTLED = 13;

/** Runs a check. Resolves to a row's verdict: passed, and, if it failed, message and hint. */
export async function runCheck({ criteria, folder, file, check, seconds }) {
  if (!statSync(join(folder, file), { throwIfNoEntry: false })?.isFile()) {
    return unloadable(`${file} is not in your folder, or is no readable file below 1 MB.`, file);
  }
  const token = randomBytes(16).toString('hex');
  const ended = await runChild([`--max-old-space-size=${MAX_MEMORY_MB}`, CHILD, criteria, file, check], {
    folder,
    token,
    seconds,
  });
  const facts = factsOf(ended.report, token);
  const { loaded = false, ...verdict } = facts;
  return 'passed' in verdict ? verdict : { ...whyNone(ended, seconds, file), unloadable: !loaded };
}

function unloadable(message, file) {
  const hint = `Create ${file}, or restore it: Reset gives you the starter files again.`;
  return { passed: false, unloadable: true, message, hint, where: file };
}

function runChild(args, { folder, token, seconds }) {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment(folder), detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] };
    const child = spawn(execPath, args, options);
    const ended = { report: '', printed: 0, outOfTime: false, exitCode: null };
    const end = () => endGroup(child.pid);
    const timer = setTimeout(() => {
      ended.outOfTime = true;
      end();
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        ended.printed += data.length;
        if (ended.printed > MAX_OUTPUT_BYTES) end();
      });
    }
    child.stdio[3].on('data', (data) => {
      if (ended.report.length < MAX_OUTPUT_BYTES) ended.report += data;
    });
    child.stdin.on('error', () => {}); // It may have exited before it read.
    child.stdin.end(token);
    child.on('exit', (code) => {
      ended.exitCode = code;
      // A process the student started may hold a pipe open.
      end();
    });
    child.on('close', () => {
      clearTimeout(timer);
      resolve(ended);
    });
  });
}

/** Kills the child and whatever it started. */
function endGroup(pid) {
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has exited already.
  }
}

function factsOf(report, token) {
  const told = report.split('\n').filter((line) => line.startsWith(token));
  return Object.assign({}, ...told.map((line) => JSON.parse(line.slice(token.length))));
}

/** The verdict on a run that ended without one. */
function whyNone({ printed, outOfTime, exitCode }, seconds, file) {
  if (printed > MAX_OUTPUT_BYTES) {
    return failed(
      'Your program printed more than 1 MB and was stopped.',
      'Is there a print in a loop that never ends?',
      file,
    );
  }
  if (outOfTime) {
    const message = `Your program did not finish within ${seconds.toFixed(1)} seconds and was stopped.`;
    return failed(message, 'Follow the loop by hand: what has to happen for it to end, and does it?', file);
  }
  if (exitCode === NEVER_SETTLED) {
    const message = 'Your program awaits something that never comes: nothing was left to do, and it was not done.';
    return failed(message, 'Which promise is never resolved or rejected?', file);
  }
  const how = exitCode === null ? 'it was killed, perhaps for using too much memory' : `exit code ${exitCode}`;
  return failed(
    `Your program ended the whole process before the check was done (${how}).`,
    'Return from functions instead of ending the process, and catch what a promise throws.',
    file,
  );
}

function failed(message, hint, where) {
  return { passed: false, message, hint, where };
}

/** Nothing of the caller's but KEPT: no settings, no secrets; home is the copy. */
function environment(folder) {
  const kept = KEPT.filter((name) => name in env).map((name) => [name, env[name]]);
  return {
    PATH: ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    ...Object.fromEntries(kept),
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
  };
}
