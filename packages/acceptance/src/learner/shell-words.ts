/** How each CLI tells its model what a command came to. */
type ShellWords = (ran: { readonly exitCode: number; readonly output: string }) => string;

/** The results of the three CLIs' shell tools, for loops that run without them. */
export const SHELL_WORDS: Readonly<Record<'claude' | 'codex' | 'gemini', ShellWords>> = {
  claude: ({ exitCode, output }) => (exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`),
  codex: ({ exitCode, output }) =>
    [
      'Chunk ID: 5b1f0c',
      'Wall time: 0.0312 seconds',
      `Process exited with code ${exitCode}`,
      'Original token count: 12',
      'Output:',
      output,
    ].join('\n'),
  gemini: ({ exitCode, output }) =>
    [
      '<untrusted_context>',
      `Output: ${output.trim() || '(empty)'}`,
      ...(exitCode === 0 ? [] : [`Exit Code: ${exitCode}`]),
      'Process Group PGID: 4242',
      '</untrusted_context>',
    ].join('\n'),
};
