/**
 * Put before the command that starts a server, this makes tmux print its complaints about its configuration.
 * Otherwise it would show them in the first session, in place of the program, until a key is pressed.
 */
export const ASK_COMPLAINTS = ['source-file', '/dev/null', ';'];

/** The complaints, one a line, and the last line, which is what the command itself printed. */
export function splitComplaints(printed: string): { complaints: string; rest: string } {
  const lines = printed.trim().split('\n');
  return { rest: lines.at(-1) ?? '', complaints: lines.slice(0, -1).join('\n') };
}
