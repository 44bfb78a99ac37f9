import { join } from 'node:path';
import type { AgentProgram } from '../../src/machine/programs.js';
import type { Step } from '../../src/model-api/scenario.js';
import { SHOW } from './coach-stand-in.js';

/** One way to write into the student's project, or to have it written. */
export interface Attempt {
  readonly by: string;
  /** @param project absolute path */
  readonly steps: (project: string) => readonly Step[];
  /** Whether it writes in a session that is not coached, whose student has allowed everything. */
  readonly works: boolean;
}

const input = { message: 'not from here' };
const command = 'touch made.txt';
const description = 'Makes a file.';
const PATCH = '*** Begin Patch\n*** Add File: made.txt\n+made\n*** End Patch\n';
const CHANGE = '*** Begin Patch\n*** Update File: main.py\n@@\n-answer = 41\n+answer = 42\n*** End Patch\n';

/** Every way that the tools of a CLI offer. Names of tools that a version does not have do no harm. */
export const ATTEMPTS: Readonly<Record<AgentProgram, readonly Attempt[]>> = {
  claude: [
    works('Write', (project) => [{ tool: 'Write', input: { file_path: join(project, 'made.txt'), content: 'made' } }]),
    works('Edit', (project) => {
      const file_path = join(project, 'main.py');
      const change = { old_string: 'answer = 41', new_string: 'answer = 42' };
      return [
        { tool: 'Read', input: { file_path } },
        { tool: 'Edit', input: { file_path, ...change } },
      ];
    }),
    works('Bash', () => [{ tool: 'Bash', input: { command, description } }]),
    works('Monitor', () => [{ tool: 'Monitor', input: { command, description, timeout_ms: 5000, persistent: false } }]),
    fails('NotebookEdit', (project) => [
      {
        tool: 'NotebookEdit',
        input: { notebook_path: join(project, 'made.ipynb'), new_source: '1', edit_mode: 'insert' },
      },
    ]),
    fails('a worktree', () => [{ tool: 'EnterWorktree', input: { name: 'made' } }]),
    fails('a skill', () => [{ tool: 'Skill', input: { skill: 'touch' } }]),
    fails('a subagent', () => [
      { tool: 'Agent', input: { description, prompt: command, subagent_type: 'general-purpose' } },
    ]),
  ],
  codex: [
    works('a command', () => [{ tool: 'exec_command', input: { cmd: command } }]),
    works('a patch', () => [{ tool: 'apply_patch', input: PATCH }]),
    works('a patch of the student’s file', () => [{ tool: 'apply_patch', input: CHANGE }]),
    works('a program that runs a command', () => [program(`tools.exec_command({ cmd: ${JSON.stringify(command)} })`)]),
    works('a program that patches', () => [program(`tools.apply_patch(${JSON.stringify(PATCH)})`)]),
    fails('a command outside the sandbox', () => [
      {
        tool: 'exec_command',
        input: { cmd: command, sandbox_permissions: 'require_escalated', justification: description },
      },
    ]),
    fails('a patch among commands', () => [
      { tool: 'exec_command', input: { cmd: `apply_patch <<'END'\n${PATCH}END` } },
    ]),
    fails('other shells', () => [
      { tool: 'shell', input: { command: ['touch', 'made.txt'] } },
      { tool: 'shell_command', input: { command } },
      { tool: 'write_stdin', input: { session_id: 1, chars: `${command}\n` } },
    ]),
    fails('a worktree', () => [
      program('tools.mcp__codex_tui__create_worktree({ allowAsync: true })'),
      { group: 'mcp__codex_tui', tool: 'create_worktree', input: { allowAsync: true } },
    ]),
    fails('another conversation', () => [
      program(`tools.mcp__codex_tui__create_thread({ prompt: ${JSON.stringify(command)} })`),
      { group: 'mcp__codex_tui', tool: 'create_thread', input: { prompt: command } },
    ]),
  ],
  gemini: [
    works('write_file', (project) => [
      { tool: 'write_file', input: { file_path: join(project, 'made.txt'), content: 'made' } },
    ]),
    works('replace', (project) => {
      const change = { old_string: 'answer = 41', new_string: 'answer = 42', instruction: description };
      return [{ tool: 'replace', input: { file_path: join(project, 'main.py'), ...change } }];
    }),
    works('run_shell_command', () => [{ tool: 'run_shell_command', input: { command, description } }]),
    fails('a subagent', () => [{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: command } }]),
    fails('a tool of the student’s', () => [{ tool: 'make_a_file', input: {} }]),
    fails('its memory', () => [{ tool: 'save_memory', input: { fact: 'made', scope: 'project' } }]),
  ],
};

/** A tool of a server that is not the coach's. */
export function ofServer(server: string): Step {
  return { server, tool: SHOW, input };
}

function works(by: string, steps: Attempt['steps']): Attempt {
  return { by, steps, works: true };
}

function fails(by: string, steps: Attempt['steps']): Attempt {
  return { by, steps, works: false };
}

/** A program that Codex runs itself, and that has its tools. */
export function program(call: string): Step {
  return { group: 'functions', tool: 'exec', input: `text(JSON.stringify(await ${call}))` };
}
