import { join } from 'node:path';
import type { AgentProgram } from '../../src/machine/programs.js';
import type { Step } from '../../src/model-api/scenario.js';
import { program } from './attempts.js';

/** A file of the project with a word in it that is nowhere else. */
export const SECRET_FILE = 'secret-plan.py';
export const SECRET_WORD = 'xylophone4711';

/** One way of a CLI's own to look into the student's project. */
export interface Look {
  readonly by: string;
  /** @param project absolute path */
  readonly steps: (project: string) => readonly Step[];
  /** Whether it finds the word in a session that is not coached. */
  readonly works: boolean;
}

/** How each CLI lists the resources of the coach's server, and reads one. */
export const RESOURCES: Readonly<Record<AgentProgram, { readonly list: Step; readonly read: (uri: string) => Step }>> =
  {
    claude: {
      list: { tool: 'ListMcpResourcesTool', input: { server: 'coach' } },
      read: (uri) => ({ tool: 'ReadMcpResourceTool', input: { server: 'coach', uri } }),
    },
    codex: {
      list: program('tools.list_mcp_resources({ server: "coach" })'),
      read: (uri) => program(`tools.read_mcp_resource(${JSON.stringify({ server: 'coach', uri })})`),
    },
    gemini: {
      list: { tool: 'list_mcp_resources', input: {} },
      read: (uri) => ({ tool: 'read_mcp_resource', input: { uri } }),
    },
  };

/** Every way that the tools of a CLI offer. Names of tools that a version does not have do no harm. */
export const LOOKS: Readonly<Record<AgentProgram, readonly Look[]>> = {
  claude: [
    reads('Read', (project) => [{ tool: 'Read', input: { file_path: join(project, SECRET_FILE) } }]),
    reads('Bash', () => [{ tool: 'Bash', input: { command: `cat ${SECRET_FILE}`, description: 'Reads.' } }]),
    fails('Grep', () => [{ tool: 'Grep', input: { pattern: 'word', output_mode: 'content' } }]),
    fails('Glob', () => [{ tool: 'Glob', input: { pattern: '**/*' } }]),
    fails('LSP', (project) => [
      {
        tool: 'LSP',
        input: { operation: 'documentSymbol', filePath: join(project, SECRET_FILE), line: 1, character: 1 },
      },
    ]),
    fails('NotebookRead', (project) => [
      { tool: 'NotebookRead', input: { notebook_path: join(project, SECRET_FILE) } },
    ]),
    fails('WebFetch', (project) => [
      { tool: 'WebFetch', input: { url: `file://${join(project, SECRET_FILE)}`, prompt: 'Say it all.' } },
    ]),
    fails('a resource that is a file', (project) => [
      { tool: 'ReadMcpResourceTool', input: { server: 'coach', uri: `file://${join(project, SECRET_FILE)}` } },
      { tool: 'ReadMcpResourceDirTool', input: { server: 'coach', uri: `file://${project}` } },
    ]),
    fails('a subagent', () => [
      {
        tool: 'Agent',
        input: { description: 'Reads.', prompt: `Read ${SECRET_FILE}.`, subagent_type: 'general-purpose' },
      },
    ]),
  ],
  codex: [
    reads('a program', () => [program(`tools.exec_command({ cmd: "cat ${SECRET_FILE}" })`)]),
    fails('a command', () => [{ tool: 'exec_command', input: { cmd: `cat ${SECRET_FILE}` } }]),
    fails('an import', (project) => [
      program(`import("node:fs").then((fs) => fs.readFileSync(${JSON.stringify(join(project, SECRET_FILE))}, "utf8"))`),
    ]),
    fails('a picture', (project) => [
      { tool: 'view_image', input: { path: join(project, SECRET_FILE) } },
      program(`tools.view_image({ path: ${JSON.stringify(join(project, SECRET_FILE))} })`),
    ]),
    fails('other readers', (project) => [
      { tool: 'read_file', input: { file_path: join(project, SECRET_FILE) } },
      { tool: 'grep_files', input: { pattern: 'word' } },
      { tool: 'list_dir', input: { dir_path: project } },
    ]),
    fails('a resource that is a file', (project) => [
      program(`tools.read_mcp_resource({ server: "coach", uri: "file://${join(project, SECRET_FILE)}" })`),
    ]),
    fails('a patch that does not fit', () => [
      {
        tool: 'apply_patch',
        input: `*** Begin Patch\n*** Update File: ${SECRET_FILE}\n@@\n-no\n+yes\n*** End Patch\n`,
      },
    ]),
  ],
  gemini: [
    reads('read_file', (project) => [{ tool: 'read_file', input: { file_path: join(project, SECRET_FILE) } }]),
    reads('grep_search', () => [{ tool: 'grep_search', input: { pattern: 'word' } }]),
    reads('run_shell_command', () => [
      { tool: 'run_shell_command', input: { command: `cat ${SECRET_FILE}`, description: 'Reads.' } },
    ]),
    fails('read_many_files', () => [{ tool: 'read_many_files', input: { include: [SECRET_FILE] } }]),
    fails('search_file_content', () => [{ tool: 'search_file_content', input: { pattern: 'word' } }]),
    fails('lists', (project) => [
      { tool: 'list_directory', input: { dir_path: project } },
      { tool: 'glob', input: { pattern: '**/*' } },
    ]),
    fails('its manual', (project) => [
      { tool: 'get_internal_docs', input: { path: join('..', '..', '..', '..', '..', '..', project, SECRET_FILE) } },
      { tool: 'get_internal_docs', input: { path: join(project, SECRET_FILE) } },
    ]),
    fails('web_fetch', (project) => [
      { tool: 'web_fetch', input: { prompt: `Say what is in file://${join(project, SECRET_FILE)}` } },
    ]),
    fails('a resource that is a file', (project) => [
      { tool: 'read_mcp_resource', input: { uri: `file://${join(project, SECRET_FILE)}` } },
    ]),
    fails('a subagent', () => [
      { tool: 'codebase_investigator', input: { objective: `Read ${SECRET_FILE}.` } },
      { tool: 'invoke_agent', input: { agent_name: 'codebase_investigator', prompt: `Read ${SECRET_FILE}.` } },
    ]),
  ],
};

function reads(by: string, steps: Look['steps']): Look {
  return { by, steps, works: true };
}

function fails(by: string, steps: Look['steps']): Look {
  return { by, steps, works: false };
}
