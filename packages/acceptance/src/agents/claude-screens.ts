import type { TmuxPane } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';

/**
 * What Claude Code (2.1) shows at the moments a test waits for. It marks its own lines with ❯ and a no-break space.
 */
export const CLAUDE_SCREENS = {
  /** It waits for input: an empty input line between its rules, and no answer on its way. */
  ready: /^(?![\s\S]*esc to interrupt)[\s\S]*─\n❯\s*\n─/,
  /** It asks before it touches a file or runs a command; Yes is preselected. */
  permissionDialog: /Do you want to [^\n]*\?[\s\S]*❯ 1\. Yes/,
  /** The list of commands is open after a slash. */
  slashMenu: /❯\s\/add-dir/,
  /** The student's own shell waits for a command. */
  exited: /^student\$\s*$/m,
} as const;

/** The text is in the input line. */
export function typedInto(text: string): RegExp {
  const words = text.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return new RegExp(`❯\\s${words.join('\\s+')}\\s*\\n─`, 'u');
}

/** Whoever presses the keys: a tmux pane, or the keyboard of a Playwright page. */
export interface Keyboard {
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
}

/** Types a message and sends it once it is in the input line: keys that come in one burst count as pasted. */
export async function say(pane: TmuxPane, text: string, keyboard: Keyboard = pane): Promise<void> {
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
  await keyboard.type(text);
  await pane.waitForScreen(typedInto(text));
  await keyboard.press('Enter');
}

/** How long a press may take to show before it counts as ignored. */
const ANSWER_TO_KEY_MS = 700;

/** Says Yes to a permission dialog, which at first ignores keys that may have been meant for something else. */
export async function acceptPermission(pane: TmuxPane, keyboard: Keyboard = pane): Promise<void> {
  await pane.waitForScreen(CLAUDE_SCREENS.permissionDialog);
  const isOpen = async () => CLAUDE_SCREENS.permissionDialog.test(await pane.text());
  const closed = async () => ((await isOpen()) ? undefined : true);
  await waitUntil(
    async () => {
      await keyboard.press('Enter');
      return waitUntil(closed, () => 'still open', ANSWER_TO_KEY_MS).catch(() => undefined);
    },
    () => 'the permission dialog did not close',
  );
}
