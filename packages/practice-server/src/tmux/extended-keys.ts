/**
 * Programs that ask their terminal to tell keys with modifiers apart (`modifyOtherKeys`). A tmux before 3.5
 * does not say whether the program in front has asked, so it is known by its name.
 */
const ASKING_PROGRAMS = ['claude', 'emacs', 'fish', 'helix', 'hx', 'kak', 'nvim'];

/** Letters that reach the terminal with Ctrl and Shift: the panel keeps some, browsers V; tmux takes I and M for Tab and Enter. */
const LETTERS = [...'abdfghjklnopqrstuwxyz'];

/** Each with what it is to a program that has not asked: the same key as terminals have always sent it. */
const KEYS: readonly (readonly [key: string, plain: string])[] = [
  ...['S-Enter', 'C-Enter', 'C-S-Enter'].map((key) => [key, 'Enter'] as const),
  ...['M-S-Enter', 'C-M-Enter', 'C-M-S-Enter'].map((key) => [key, 'M-Enter'] as const),
  ...[...'19,.'].map((key) => [`C-${key}`, key] as const),
  ...LETTERS.map((letter) => [`C-S-${letter}`, `C-${letter}`] as const),
];

const isOldTmux = String.raw`#{m/r:^3\.[0-4]([^0-9]|$),#{version}}`;
const hasAsked = `#{m/r:^(${ASKING_PROGRAMS.join('|')})$,#{b:pane_current_command}}`;

/**
 * Before 3.5, tmux keeps a key with modifiers to itself where the program has not asked for such keys:
 * Shift+Enter would do nothing in a shell. There the keys are bound to what the program understands.
 */
export const EXTENDED_KEYS_CONFIG = `%if '${isOldTmux}'
set -gq @asks_for_keys '${hasAsked}'
${KEYS.map(([key, plain]) => `bind-key -T root '${key}' if-shell -F '#{E:@asks_for_keys}' "send-keys '${key}'" "send-keys '${plain}'"`).join('\n')}
%endif`;
