/** Options on a pane, in which a session carries its own state through a restart of the daemon. */
export const EXIT_OPTION = '@agent_exit';
/** The channel that announces the end of the agent; the id of its pane follows. */
export const EXIT_CHANNEL = 'af-exit-';
/** Set once the last program has ended, while its last screen can still be shown. */
export const ENDED_OPTION = '@ended';

/**
 * dash exits when Ctrl+C has ended its program, and the session would end with it; a trap keeps it alive and, unlike
 * an ignored signal, is not inherited. (bash from 4 on, where it is `sh`, exits all the same: with job control it
 * treats the end of its program by SIGINT as its own.)
 */
const OUTLIVE_CTRL_C = 'trap interrupted=1 INT; trap : QUIT';
/** For what nobody should interrupt: programs that start from here on ignore Ctrl+C, too. */
const IGNORE_CTRL_C = "trap '' INT QUIT";

/**
 * The agent. Its exit code is left on the pane, and the channel wakes whoever waits for it, even if the student goes on
 * pressing Ctrl+C. A suspended agent (Ctrl+Z) is resumed at once, because nobody could type `fg` into this shell.
 */
const AGENT = [
  '"$@"; code=$?',
  'while [ "$code" -gt 145 ] && [ "$code" -lt 152 ] && jobs %% >/dev/null 2>&1; do fg >/dev/null; code=$?; done',
  IGNORE_CTRL_C,
  `tmux set-option -p ${EXIT_OPTION} "$code"; tmux wait-for -S "${EXIT_CHANNEL}$TMUX_PANE"`,
  OUTLIVE_CTRL_C,
];

/**
 * The login shell. If Ctrl+C ends it before its first prompt, as when the student presses it once more than the agent
 * needed to end, it starts again. Not for ever: a profile could end it in this way each time.
 */
const LOGIN_SHELL = [
  'for start in 1 2 3 4 5 6 7 8 9; do',
  '  interrupted=',
  '  "${SHELL:-/bin/sh}" -l',
  '  [ $? -eq 130 ] && [ "$interrupted" ] || break',
  'done',
];

/** The longest wait for an answer of the terminal, in tenths of a second. */
const ANSWER_TENTHS = 20;
/** The longest wait for somebody to show the last screen, in seconds. A daemon takes some milliseconds. */
const SHOWN_SECONDS = 5;

/**
 * tmux drops a pane when its program ends, whether or not it has read all of the output; so this shell asks for the
 * terminal's status (DSR) and goes on when the answer comes (`ESC [ 0 n`, among whatever was typed ahead).
 */
const READ_TO_THE_END = [
  `stty -icanon -echo -isig min 0 time ${ANSWER_TENTHS}; printf '\\033[5n'`,
  String.raw`while typed=$(dd bs=256 count=1 | od -An -tx1 | tr -d '\n'); do`,
  `  case $typed in *'1b 5b 30 6e'* | '') break ;; esac`,
  'done',
];

/**
 * tmux drops its clients when a session ends, whether or not it has drawn everything; so the session stays until its
 * last screen has been shown. Detaching the clients tells whoever opened them, who then ends what is left.
 * With no client, or with further panes of the student's own, there is nothing to wait for. `$TMUX` ends with the
 * number of the session this began in; without a target, tmux may name another session that shows its window.
 */
const SHOWN_TO_THE_END = [
  `tmux set-option -p ${ENDED_OPTION} 1`,
  'own="\\$${TMUX##*,}"',
  `case $(tmux display-message -p -t "$own:" '#{session_windows} #{window_panes} #{session_attached}') in`,
  `  '1 1 '[1-9]*) tmux detach-client -s "$own"; sleep ${SHOWN_SECONDS} ;;`,
  'esac',
];

/**
 * The program of every session: the agent, then the student's login shell, then what makes sure that their last
 * output is seen. A constant script for `sh`, followed by the agent's arguments: nothing is interpolated. `set -m`
 * gives each program its own process group, so that Ctrl+C does not end this shell with it.
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
