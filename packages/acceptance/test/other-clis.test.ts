import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AttachedViewer } from '../src/grid/attached-viewer.js';
import { describeDifferences } from '../src/grid/compare.js';
import { differencesFromTmux } from '../src/grid/same-screen.js';
import { endProcessesOf } from '../src/machine/leftovers.js';
import type { AgentProgram } from '../src/machine/programs.js';
import { killTmuxServer, startTmuxSession, type TmuxServer } from '../src/machine/tmux.js';
import { newStudent, type Student } from '../src/student.js';

let student: Student;
let server: TmuxServer;

beforeEach(async () => {
  student = await newStudent({ agents: ['codex', 'gemini'] });
  server = { socket: 'others', env: student.env };
});

afterEach(async () => {
  await killTmuxServer(server);
  // Codex starts a server of its own that is meant to outlive it.
  await endProcessesOf(student.home);
  await student[Symbol.asyncDispose]();
});

const FIRST_SCREENS: [AgentProgram, RegExp][] = [
  ['codex', /Codex|Sign in/],
  ['gemini', /Gemini|How would you like to authenticate|trust/i],
];

describe('the first screen of', () => {
  it.each(FIRST_SCREENS)(
    'the real %s is drawn alike by tmux and by a terminal attached to it',
    async (name, firstScreen) => {
      const cwd = `${student.home}/work`;
      await mkdir(cwd);
      const pane = await startTmuxSession(server, { name, cwd, cols: 100, rows: 36, argv: [name] });
      await using viewer = new AttachedViewer(server, name, 100, 36);
      await pane.waitForScreen(firstScreen);
      const differences = await differencesFromTmux(pane, viewer);
      expect(describeDifferences(differences)).toBe('0 cells differ');
    },
  );
});
