import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentHome } from './agents/homes/agent-home.js';
import { claudeHome } from './agents/homes/claude.js';
import { codexHome } from './agents/homes/codex.js';
import { geminiHome } from './agents/homes/gemini.js';
import { proveNothingIsLeft } from './machine/leftovers.js';
import { installProgram, type Programs, programPath } from './machine/programs.js';
import { temporaryFolder } from './machine/temporary-folder.js';

const AGENT_HOMES: readonly AgentHome[] = [claudeHome, codexHome, geminiHome];

/** What the student's login shell shows when it waits for a command. */
export const SHELL_PROMPT = 'student$ ';

/** A student's machine for one test: its own home, its own PATH, and an environment that starts empty. */
export interface Student extends AsyncDisposable {
  home: string;
  /** Everything a program started by this student may see. */
  env: Readonly<Record<string, string>>;
  /**
   * Returns the path of a folder below home, without making it, and trusts it, so that no agent asks about it:
   * Claude Code never does, the others do not once signed in.
   */
  trust(name: string): Promise<string>;
  /** Installs a program that the student did not have. */
  install(program: string): Promise<void>;
}

export interface StudentOptions extends Programs {
  /** Where every agent finds its model; without it, nobody is signed in. */
  modelApi?: string;
}

export async function newStudent(options: StudentOptions = {}): Promise<Student> {
  const folder = await temporaryFolder();
  const home = join(folder.path, 'home');
  const programs = join(folder.path, 'programs');
  await mkdir(home);
  const env = await environment(folder.path, home, options);
  await writeProfile(home, env.PATH);
  const trusted: string[] = [];
  const writeHomes = () =>
    Promise.all(AGENT_HOMES.map((agent) => agent.write(home, { modelApi: options.modelApi, trusted })));
  const student: Student = {
    home,
    env,
    async trust(name) {
      const path = join(home, name);
      trusted.push(path);
      await writeHomes();
      return path;
    },
    install: (program) => installProgram(programs, program),
    async [Symbol.asyncDispose]() {
      // A program that still runs would write its last files into a folder that is gone.
      await proveNothingIsLeft(home).finally(() => folder[Symbol.asyncDispose]());
    },
  };
  await writeHomes();
  return student;
}

async function environment(folder: string, home: string, options: StudentOptions) {
  const { modelApi } = options;
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
    ...Object.assign({}, ...AGENT_HOMES.map((agent) => agent.environment)),
    ...(modelApi && Object.assign({}, ...AGENT_HOMES.map((agent) => agent.signedIn?.(modelApi)))),
  };
}

/** A prompt that reads the same on every machine. */
async function writeProfile(home: string, path: string): Promise<void> {
  // A system's own profile may set PATH again, so the student's profile sets it after that.
  await writeFile(join(home, '.bash_profile'), `PS1='${SHELL_PROMPT}'\nexport PATH='${path}'\n`);
}
