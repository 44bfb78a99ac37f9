import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { CoachedProject } from '../../src/coach/coached-project.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const PROGRAM = require.resolve('@modelcontextprotocol/inspector-cli');
/** A call takes a second or two, most of them for two programs to start. */
const TIMEOUT_MS = 60_000;

/** The command line of the MCP Inspector, with the secret of an agent. */
export class Inspector {
  readonly #project: CoachedProject;
  readonly #secret: string;

  constructor(project: CoachedProject, secret: string) {
    this.#project = project;
    this.#secret = secret;
  }

  /** What it prints for the list of tools. */
  list(): Promise<unknown> {
    return this.#run('tools/list');
  }

  /** What it prints for the result of a tool. */
  call(tool: string, input: object): Promise<unknown> {
    const pairs = Object.entries(input).map(([name, value]) => `${name}=${textOf(value)}`);
    const args = pairs.length === 0 ? [] : ['--tool-arg', ...pairs];
    return this.#run('tools/call', '--tool-name', tool, ...args);
  }

  async #run(method: string, ...args: readonly string[]): Promise<unknown> {
    const server = [this.#project.mcpUrl, '--transport', 'http'];
    const header = ['--header', `Authorization: Bearer ${this.#secret}`];
    const argv = [PROGRAM, '--cli', ...server, '--method', method, ...args, ...header];
    // It looks for its own package file from there.
    const options = { cwd: dirname(PROGRAM), env: { ...this.#project.env }, timeout: TIMEOUT_MS };
    const { stdout } = await run(process.execPath, argv, options);
    return JSON.parse(stdout);
  }
}

/** It reads JSON where a value is any, and takes all else as text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
