import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proveNothingIsLeft } from './leftovers.js';
import { installProgram, type Programs, programPath } from './programs.js';
import { temporaryFolder } from './temporary-folder.js';

/** What the student's login shell shows when it waits for a command. */
export const SHELL_PROMPT = 'student$ ';

/** A student's machine for one test: a home of its own, a PATH of its own, and an environment that starts empty. */
export interface Student extends AsyncDisposable {
  home: string;
  /** Everything a program started by this student may see. */
  env: Readonly<Record<string, string>>;
  /** Gives the path of a folder below home, and lets Claude Code not ask whether it is trusted. Does not make it. */
  trust(name: string): Promise<string>;
  /** Installs a program that the student did not have. */
  install(program: string): Promise<void>;
}

export interface StudentOptions extends Programs {
  /** Where Claude Code finds its Messages API; without it, nobody is signed in. */
  messagesApi?: string;
}

export async function newStudent(options: StudentOptions = {}): Promise<Student> {
  const folder = await temporaryFolder();
  const home = join(folder.path, 'home');
  const programs = join(folder.path, 'programs');
  await mkdir(home);
  const env = await environment(folder.path, home, options);
  await writeSettings(home, env.PATH);
  const trusted: string[] = [];
  const student: Student = {
    home,
    env,
    async trust(name) {
      const path = join(home, name);
      trusted.push(path);
      await writeClaudeState(home, trusted);
      return path;
    },
    install: (program) => installProgram(programs, program),
    async [Symbol.asyncDispose]() {
      // A program that still runs would write its last files into a folder that is gone.
      await proveNothingIsLeft(home).finally(() => folder[Symbol.asyncDispose]());
    },
  };
  await writeClaudeState(home, trusted);
  return student;
}

async function environment(folder: string, home: string, options: StudentOptions) {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  return {
    PATH: await programPath(join(folder, 'programs'), options),
    HOME: home,
    USER: 'student',
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TMPDIR: temporary,
    TMUX_TMPDIR: temporary,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ...(options.messagesApi && {
      ANTHROPIC_BASE_URL: options.messagesApi,
      ANTHROPIC_AUTH_TOKEN: 'a-token-of-no-value',
    }),
  };
}

/** A prompt that reads the same on every machine, and Claude Code without its changing tips. */
async function writeSettings(home: string, path: string): Promise<void> {
  // A system's own profile may set PATH anew, and so the student's sets it after that.
  await writeFile(join(home, '.bash_profile'), `PS1='${SHELL_PROMPT}'\nexport PATH='${path}'\n`);
  await mkdir(join(home, '.claude'));
  const settings = { spinnerTipsEnabled: false };
  await writeFile(join(home, '.claude', 'settings.json'), JSON.stringify(settings));
}

/** What Claude Code remembers once somebody has been through its first start. */
async function writeClaudeState(home: string, trusted: readonly string[]): Promise<void> {
  const projects = trusted.map((path) => [path, { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }]);
  const state = { hasCompletedOnboarding: true, theme: 'dark', projects: Object.fromEntries(projects) };
  await writeFile(join(home, '.claude.json'), JSON.stringify(state));
}
