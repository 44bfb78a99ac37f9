import { AttachAddon } from '@xterm/addon-attach';
import { SearchAddon } from '@xterm/addon-search';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import { pageSettings } from '../client/settings.js';
import type { TerminalConnection } from '../client/terminal-connection.js';
import { followSettings, terminalOptions } from './appearance.js';
import { ringBell } from './bell.js';
import { allowClipboardWrites } from './clipboard.js';
import { SocketFacade } from './facade.js';
import { fitToContainer } from './fit.js';
import { bindKeys } from './keys.js';
import { detectLinks, linkHandler } from './links.js';
import { sendPastedImages } from './paste.js';
import { ScreenKeys } from './screen-keys.js';
import { prepareTextarea } from './textarea.js';
import type { SiteTheme } from './theme-of.js';

/**
 * Least contrast of any text with what lies behind it, WCAG's for text of this size. Programs choose colours
 * for the background they guess. Only the drawing changes: the screen holds the colours as they were sent.
 */
const MINIMUM_CONTRAST = 4.5;
/** Lines kept above the screen: a long answer of a tutor is a few hundred. */
const SCROLLBACK_LINES = 5000;

export interface TerminalViewOptions {
  readonly host: HTMLElement;
  readonly connection: TerminalConnection;
  /** The site's; the student may have set another one for terminals. */
  readonly theme: SiteTheme;
  /** Id of the text that says how to leave the terminal. */
  readonly helpId: string;
  /** The student pressed the key that leaves the terminal. */
  readonly onLeave: () => void;
  /** Something typed reached no terminal. */
  readonly onUndelivered: () => void;
}

/** The property of the host element by which tests and site owners read the terminal. */
export interface TerminalHandle {
  readonly terminal: Terminal;
  /** Finds text in what the terminal holds. */
  readonly search: SearchAddon;
}

/** A terminal on the page. */
export interface TerminalView extends TerminalHandle {
  /** The keys beside it, for touch screens. */
  readonly keys: ScreenKeys;
  /** The site has another theme now. */
  setTheme(theme: SiteTheme): void;
  dispose(): void;
}

declare global {
  interface HTMLElement {
    practiceTerminal?: TerminalHandle;
  }
}

/** Opens a terminal in its host element and connects it at the size it has there. */
export function mountTerminal(options: TerminalViewOptions): TerminalView {
  const { host, connection } = options;
  const settings = pageSettings();
  const terminal = createTerminal(terminalOptions(settings.getSnapshot(), options.theme));
  const search = new SearchAddon();
  terminal.loadAddon(search);
  terminal.loadAddon(new UnicodeGraphemesAddon());
  allowClipboardWrites(terminal);
  detectLinks(terminal);
  bindKeys(terminal, options.onLeave);
  const facade = new SocketFacade(connection, terminal, options.onUndelivered);
  const keys = new ScreenKeys(terminal);
  facade.modify = (typed) => keys.modify(typed);
  terminal.loadAddon(new AttachAddon(facade as unknown as WebSocket));
  terminal.open(host);
  const stopPasting = sendPastedImages(terminal, host);
  const appearance = followSettings(terminal, settings, options.theme, () => fitting.refit());
  ringBell(terminal, host, settings);
  let opened = false;
  const fitting = fitToContainer(terminal, host, (size) => {
    if (opened) connection.resize(size);
    else connection.open(size);
    opened = true;
  });
  prepareTextarea(terminal, options.helpId);
  host.practiceTerminal = { terminal, search };

  return {
    terminal,
    search,
    keys,
    setTheme: (theme) => appearance.setSiteTheme(theme),
    dispose() {
      fitting.dispose();
      appearance.dispose();
      stopPasting();
      connection.close();
      facade.dispose();
      delete host.practiceTerminal;
      terminal.dispose();
    },
  };
}

function createTerminal(appearance: ITerminalOptions): Terminal {
  return new Terminal({
    ...appearance,
    allowProposedApi: true, // the grapheme widths are one
    linkHandler,
    macOptionIsMeta: true,
    minimumContrastRatio: MINIMUM_CONTRAST,
    scrollback: SCROLLBACK_LINES,
  });
}
