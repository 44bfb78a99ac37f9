import { EXTENDED_KEYS_CONFIG } from './extended-keys.js';
import { ifBefore, KEEPS_SIZE_AND_ENDS, KNOWS_FEATURES, LATEST_SIZE } from './versions.js';

/** Option of a session: the process id of the client that `practice-server attach` last opened on it. */
export const OWN_CLIENT_OPTION = '@own_client';

/** Lines above the screen that tmux keeps for a session: some 20 MB when they are full. */
export const HISTORY_LINES = 50_000;

/**
 * Underline colours with an (empty) colour space, as xterm.js reads them: tmux leaves it out, and red would be
 * taken for it. A colon has to be doubled here.
 */
const UNDERLINE_COLOUR = String.raw`,xterm-256color:Setulc=\E[58::2::::%p1%{65536}%/%d::%p1%{256}%/%{255}%&%d::%p1%{255}%&%dm`;

/** Begins and ends a synchronized update, in the form that xterm.js knows: before 3.4, tmux knows only an older one. */
const SYNCHRONIZED_OUTPUT = String.raw`,xterm-256color:Sync=\E[?2026%?%p1%{1}%-%tl%eh%;`;

/** What newer versions know as named features, in terms that every version knows. */
const FEATURES = String.raw`,xterm-256color:RGB:Ms=\E]52;%p1%s;%p2%s\a:Ss=\E[%p1%d q:smxx=\E[9m:Smulx=\E[4::%p1%dm:Smol=\E[53m`;

/**
 * What a program copies goes to the student's clipboard and nowhere else: tmux would answer the next program
 * that asks for the clipboard, in whichever session, from its own copy. Before 3.2, it does not tell a hook
 * the name of that copy.
 */
const FORGET_COPY = `if-shell -F '#{buffer_name}' delete-buffer`;

/**
 * Our tmux configuration. `-q` ignores options that an older tmux does not know; every version knows all the rest.
 * What the lines are for:
 * No prefix and no bindings, so that no key of the student's is lost, with two exceptions: Ctrl+\ leaves the
 * session in the terminal of `practice-server attach`, and is a key like any other in the browser; and keys that
 * an older tmux would keep to itself.
 * No guessing by the pace of keys that they are pasted, because keys that come in one go would then do nothing.
 * No status line, so that the whole grid is the program's. `window-size latest`, so that the size is the newest
 * viewer's; before that existed, the smallest, which hides nothing from anyone; in 3.2, only once a session exists,
 * as it takes the client that starts a session for a viewer of 80 by 24. No `update-environment`: a session keeps
 * the environment it was started in, whoever attaches.
 */
export function tmuxConfig(defaultTerminal: string): string {
  return `# Written by practice-server at every start.
set -gq default-terminal ${defaultTerminal}
set -gq prefix None
set -gq prefix2 None
unbind-key -a
unbind-key -aT root
bind-key -T root 'C-\\' if-shell -F '#{==:#{client_pid},#{${OWN_CLIENT_OPTION}}}' detach-client "send-keys 'C-\\\\'"
${EXTENDED_KEYS_CONFIG}
set -gq status off
set -sgq escape-time 0
set -gq assume-paste-time 0
set -gq history-limit ${HISTORY_LINES}
set -gq mouse off
set -gq remain-on-exit off
set -gq destroy-unattached off
set -gq detach-on-destroy on
set -gq update-environment ''
set -gq visual-activity off
set -gq bell-action any
set -gq set-titles off
set -gq allow-rename off
set -wgq automatic-rename off
%if '${ifBefore(LATEST_SIZE)}'
set -wgq window-size smallest
%elif '${ifBefore(KEEPS_SIZE_AND_ENDS)}'
set -wgq window-size manual
set-hook -g session-created 'set -wg window-size latest'
%else
set -wgq window-size latest
%endif
set -wgq aggressive-resize on
set -wgq xterm-keys on
set -sgq extended-keys on
set -sgq focus-events on
set -sgq set-clipboard on
%if '${ifBefore(KNOWS_FEATURES)}'
set-hook -g pane-set-clipboard delete-buffer
set -asq terminal-overrides '${FEATURES}'
%else
set -wgq pane-set-clipboard "${FORGET_COPY}"
%endif
set -asq terminal-features ',xterm-256color:RGB:clipboard:cstyle:focus:strikethrough:usstyle:overline:hyperlinks:extkeys:title:sync'
set -asq terminal-overrides '${UNDERLINE_COLOUR}'
set -asq terminal-overrides '${SYNCHRONIZED_OUTPUT}'
set -asq terminal-overrides ',xterm-256color:smcup@:rmcup@:Se=\\E[0 q'
`;
}
