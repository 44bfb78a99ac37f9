/**
 * In front of the command that starts a server: makes tmux print what it holds against its configuration.
 * It would show it in the first session otherwise, in the place of the program, until a key is pressed.
 */
export const ASK_COMPLAINTS = ['source-file', '/dev/null', ';'];

/** The complaints, a line for each, and the last line, which is what the command itself printed. */
export function splitComplaints(printed: string): { complaints: string; rest: string } {
  const lines = printed.trim().split('\n');
  return { rest: lines.at(-1) ?? '', complaints: lines.slice(0, -1).join('\n') };
}
