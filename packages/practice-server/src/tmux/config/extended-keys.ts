import { ifBefore, KNOWS_FEATURES, PLAINS_EXTENDED_KEYS } from './versions.js';

/**
 * Programs that ask their terminal to distinguish keys with modifiers (`modifyOtherKeys`). A tmux before 3.5
 * does not say whether the program in front has asked, so we go by its name.
 */
const ASKING_PROGRAMS = ['claude', 'emacs', 'fish', 'helix', 'hx', 'kak', 'nvim'];

/** Letters that reach tmux with Ctrl+Shift. The panel keeps some, browsers V; tmux reads I and M as Tab and Enter. */
const LETTERS = [...'abdfghjklnopqrstuwxyz'];

/** Each key with what a program that has not asked gets: the key as terminals have always sent it. */
const KEYS: readonly (readonly [key: string, plain: string])[] = [
  ...['S-Enter', 'C-Enter', 'C-S-Enter'].map((key) => [key, 'Enter'] as const),
  ...['M-S-Enter', 'C-M-Enter', 'C-M-S-Enter'].map((key) => [key, 'M-Enter'] as const),
  ...[...'19,.'].map((key) => [`C-${key}`, key] as const),
  ...LETTERS.map((letter) => [`C-S-${letter}`, `C-${letter}`] as const),
];

const hasAsked = `#{m/r:^(${ASKING_PROGRAMS.join('|')})$,#{b:pane_current_command}}`;

/** What a terminal sends for the key, as in libtickit: the code of the character, and a bit for each modifier. */
function sequenceOf(key: string): string {
  const [name = '', ...modifiers] = key.split('-').reverse();
  const code = name === 'Enter' ? 13 : name.charCodeAt(0);
  const bits = modifiers.map((modifier) => ({ S: 1, M: 2, C: 4 })[modifier] ?? 0);
  return `[${code};${1 + bits.reduce((sum, bit) => sum + bit, 0)}u`;
}

const unlessAsked = (key: string, asked: string, plain: string) =>
  `bind-key -T root ${key} if-shell -F '#{E:@asks_for_keys}' "send-keys ${asked}" "send-keys '${plain}'"`;

const bindKey = ([key, plain]: (typeof KEYS)[number]) => unlessAsked(`'${key}'`, `'${key}'`, plain);

/** First gives the sequence a name, then passes it to the program unchanged. */
function bindSequence([key, plain]: (typeof KEYS)[number], index: number): string {
  const sequence = sequenceOf(key);
  const bytes = [...Buffer.from(`\x1b${sequence}`)].map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    `set -s user-keys[${index}] "\\e${sequence}"`,
    unlessAsked(`User${index}`, `-H ${bytes.join(' ')}`, plain),
  ].join('\n');
}

/**
 * Before 3.5, tmux keeps a key with modifiers to itself if the program has not asked for such keys: Shift+Enter
 * would do nothing in a shell. So these keys are bound to what the program understands. Before 3.2, tmux knows no
 * such keys and would pass them on as text, so they are also defined.
 */
export const EXTENDED_KEYS_CONFIG = `set -gq @asks_for_keys '${hasAsked}'
%if '${ifBefore(KNOWS_FEATURES)}'
${KEYS.map(bindSequence).join('\n')}
%elif '${ifBefore(PLAINS_EXTENDED_KEYS)}'
${KEYS.map(bindKey).join('\n')}
%endif`;
