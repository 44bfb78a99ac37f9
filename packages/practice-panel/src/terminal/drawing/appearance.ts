import type { ITerminalOptions, Terminal } from '@xterm/xterm';
import { prefersLessMotion } from '../../client/browser/page.js';
import type { SettingsStore } from '../../client/settings/settings.js';
import type { Settings } from '../../client/settings/settings-format.js';
import { fontOf, LINE_HEIGHT } from './font.js';
import { loadRenderer } from './renderer.js';
import { type SiteTheme, themeOf } from './theme-of.js';
import { TERMINAL_THEMES } from './themes.js';

/** What the settings say about xterm's own options. Lines of history are not among them: no terminal holds them. */
export function terminalOptions(settings: Settings, siteTheme: SiteTheme): ITerminalOptions {
  const { family, size } = fontOf(settings);
  return {
    ...cursorOptions(settings),
    fontFamily: family,
    fontSize: size,
    lineHeight: LINE_HEIGHT,
    screenReaderMode: settings.screenReader,
    theme: TERMINAL_THEMES[themeOf(settings, siteTheme)],
  };
}

function cursorOptions({ cursorBlink, cursorStyle }: Settings): ITerminalOptions {
  return { cursorBlink: cursorBlink && !prefersLessMotion(), cursorStyle };
}

/** The mode of a blinking cursor. */
const CURSOR_BLINK_MODE = 12;

/** Keeps a terminal as the settings and the site want it. */
export interface Appearance {
  setSiteTheme(theme: SiteTheme): void;
  dispose(): void;
}

/**
 * Gives an opened terminal its look and its renderer, now and whenever the settings or the site's theme
 * change. `onChange` is called after each change of the settings: a cell may have another size then.
 */
export function followSettings(
  terminal: Terminal,
  store: SettingsStore,
  initialTheme: SiteTheme,
  onChange: () => void = () => {},
): Appearance {
  let siteTheme = initialTheme;
  let { renderer } = store.getSnapshot();
  let unloadRenderer = loadRenderer(terminal, renderer);
  const apply = () => Object.assign(terminal.options, terminalOptions(store.getSnapshot(), siteTheme));
  const swapRenderer = () => {
    if (store.getSnapshot().renderer === renderer) return;
    unloadRenderer();
    renderer = store.getSnapshot().renderer;
    unloadRenderer = loadRenderer(terminal, renderer);
  };
  apply();
  // tmux stops the blinking whenever it draws a default cursor, as when it attaches. The settings say what that is.
  const usualCursor = terminal.parser.registerCsiHandler({ prefix: '?', final: 'l' }, (modes) => {
    if (modes.length !== 1 || modes[0] !== CURSOR_BLINK_MODE) return false;
    // Only the cursor: a watcher's font differs from that of the settings.
    Object.assign(terminal.options, cursorOptions(store.getSnapshot()));
    return true;
  });
  const stop = store.subscribe(() => {
    apply();
    swapRenderer();
    onChange();
  });
  return {
    setSiteTheme(theme) {
      siteTheme = theme;
      apply();
    },
    dispose() {
      usualCursor.dispose();
      stop();
    },
  };
}
