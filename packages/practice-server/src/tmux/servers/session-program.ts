/** Options on a pane by which a session carries its own story through a restart of the daemon. */
export const EXIT_OPTION = '@agent_exit';
/** Channel on which the end of the agent is told; the id of its pane follows. */
export const EXIT_CHANNEL = 'af-exit-';
/** Set once the last program has ended, while its last screen is still there to be shown. */
export const ENDED_OPTION = '@ended';

/**
 * dash ends itself when its program was ended by Ctrl+C, and the session with it; a trap keeps it, and unlike an
 * ignored signal it is not handed on. (bash from 4 on, where it is `sh`, ends all the same: with job control it
 * takes the end of its program by SIGINT for its own.)
 */
const OUTLIVE_CTRL_C = 'trap interrupted=1 INT; trap : QUIT';
/** For what nobody should interrupt: what is started then ignores it too. */
const IGNORE_CTRL_C = "trap '' INT QUIT";

/**
 * The agent. Its exit code is left on the pane, and the channel wakes whoever waits for it, also where the student goes
 * on pressing Ctrl+C. A suspended one (Ctrl+Z) is brought back at once, as no one could type `fg` to this shell.
 */
const AGENT = [
  '"$@"; code=$?',
  'while [ "$code" -gt 145 ] && [ "$code" -lt 152 ] && jobs %% >/dev/null 2>&1; do fg >/dev/null; code=$?; done',
  IGNORE_CTRL_C,
  `tmux set-option -p ${EXIT_OPTION} "$code"; tmux wait-for -S "${EXIT_CHANNEL}$TMUX_PANE"`,
  OUTLIVE_CTRL_C,
];

/**
 * One that is ended by Ctrl+C has not come to its prompt yet, as when it is pressed once more than the agent needed to
 * end; it starts again. Not for ever: a profile could end it so each time.
 */
const LOGIN_SHELL = [
  'for start in 1 2 3 4 5 6 7 8 9; do',
  '  interrupted=',
  '  "${SHELL:-/bin/sh}" -l',
  '  [ $? -eq 130 ] && [ "$interrupted" ] || break',
  'done',
];

/** Longest wait for an answer of the terminal, in tenths of a second. */
const ANSWER_TENTHS = 20;
/** Longest wait for somebody to show the last screen, in seconds. With a daemon it takes some milliseconds. */
const SHOWN_SECONDS = 5;

/**
 * tmux lets go of a pane when its program ends, whether or not it has read everything; so this shell asks the
 * terminal how it is (DSR) and goes on with the answer (`ESC [ 0 n`, among whatever was typed ahead).
 */
const READ_TO_THE_END = [
  `stty -icanon -echo -isig min 0 time ${ANSWER_TENTHS}; printf '\\033[5n'`,
  String.raw`while typed=$(dd bs=256 count=1 | od -An -tx1 | tr -d '\n'); do`,
  `  case $typed in *'1b 5b 30 6e'* | '') break ;; esac`,
  'done',
];

/**
 * tmux lets go of its clients when a session ends, whether or not they were drawn to; so the session stays until
 * its last screen has been shown. Letting the clients go tells whoever opened them, who ends what is left.
 * With nobody there, or with further panes of the student's own, there is nothing to wait for. `$TMUX` ends
 * with the number of the session this began in; asked for none, tmux may name another that shows its window.
 */
const SHOWN_TO_THE_END = [
  `tmux set-option -p ${ENDED_OPTION} 1`,
  'own="\\$${TMUX##*,}"',
  `case $(tmux display-message -p -t "$own:" '#{session_windows} #{window_panes} #{session_attached}') in`,
  `  '1 1 '[1-9]*) tmux detach-client -s "$own"; sleep ${SHOWN_SECONDS} ;;`,
  'esac',
];

/**
 * The program of every session: the agent, after it the student's login shell, and their last words. A
 * constant script for `sh`, followed by the agent's arguments: nothing is interpolated. `set -m` gives each
 * a process group of its own, so that Ctrl+C does not end this shell with it.
 */
export function sessionProgram(agentArgv: readonly string[]): string[] {
  const agent = agentArgv.length === 0 ? [] : AGENT;
  const lines = [
    'set -m',
    OUTLIVE_CTRL_C,
    ...agent,
    ...LOGIN_SHELL,
    IGNORE_CTRL_C,
    'exec 2>/dev/null',
    ...READ_TO_THE_END,
    ...SHOWN_TO_THE_END,
  ];
  return ['sh', '-c', lines.join('\n'), 'sh', ...agentArgv];
}
