/** What a shell tool has answered. */
export interface Ran {
  readonly exitCode: number;
  readonly output: string;
}

/** How the CLIs tell an exit code; a success has no such line with some of them. The first of these is the CLI's own. */
const EXIT_CODES: readonly RegExp[] = [
  // Claude Code, on top.
  /^(?:Error: )?Exit code (\d+)/,
  // Codex, above the output.
  /^(?:Process exited with code|Exit code:) (\d+)$/m,
  // Gemini CLI, below the output.
  /^Exit Code: (\d+)$/m,
];
/** Said where the tool did not run at all. */
const NOT_RUN =
  /^<tool_use_error>|^The user doesn't want to proceed|^Tool execution (?:denied|failed)|^Error: |^exec_command failed/;

/** Reads a tool's result in the words of any of the three CLIs. */
export function ranIn(result: string): Ran {
  const said = EXIT_CODES.map((pattern) => pattern.exec(result)?.[1]).find((code) => code !== undefined);
  if (said !== undefined) return { exitCode: Number(said), output: result };
  return { exitCode: NOT_RUN.test(result) ? 1 : 0, output: result };
}
