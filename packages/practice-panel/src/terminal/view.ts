import { AttachAddon } from '@xterm/addon-attach';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import { pageSettings } from '../client/settings/settings.js';
import type { TerminalConnection } from '../client/terminal/terminal-connection.js';
import { ringBell } from './bell.js';
import { followSettings, terminalOptions } from './drawing/appearance.js';
import { fontOf } from './drawing/font.js';
import { forgetWraps } from './drawing/forget-wraps.js';
import type { SiteTheme } from './drawing/theme-of.js';
import { SocketFacade } from './facade.js';
import type { TerminalHistory } from './history/history.js';
import { mountHistory } from './history/mount.js';
import { allowClipboardWrites } from './input/clipboard.js';
import { bindKeys } from './input/keys.js';
import { takePastes } from './input/paste.js';
import { ScreenKeys } from './input/screen-keys.js';
import { keepAtCursor, prepareTextarea } from './input/textarea.js';
import { detectLinks, linkHandler } from './links/links.js';
import { MarkerPainter } from './markers/painter.js';
import { SelectedText } from './selection/selected-text.js';
import { fitToContainer } from './size/fit.js';
import { tellKeysOfWatchers } from './watching.js';
import { applyWidths } from './widths/widths.js';

/**
 * Least contrast of any text with what lies behind it, WCAG's for text of this size. Programs choose colours
 * for the background they guess. Only the drawing changes: the screen holds the colours as they were sent.
 */
const MINIMUM_CONTRAST = 4.5;

export interface TerminalViewOptions {
  readonly host: HTMLElement;
  readonly connection: TerminalConnection;
  /** The site's; the student may have chosen another one for terminals. */
  readonly theme: SiteTheme;
  /** Id of the text that says how to leave the terminal. */
  readonly helpId: string;
  /** The student pressed the key that leaves the terminal. */
  readonly onLeave: () => void;
  /** The student wants to read the session as plain text. */
  readonly onRead: () => void;
  /** The student wants what is selected to be explained. */
  readonly onExplain: () => void;
  /** Whether somebody explains things; otherwise the key for it is the program's. */
  readonly canExplain: () => boolean;
  /** Something typed reached no terminal. */
  readonly onUndelivered: () => void;
}

/** The property of the host element by which tests and site owners read the terminal. */
export interface TerminalHandle {
  /** The live terminal: the screen as tmux draws it, and nothing above it. */
  readonly terminal: Terminal;
  /** How much of what tmux has sent in the present attachment is on its screen, in bytes. */
  readonly drawnBytes: number;
  /** The terminal that is shown: the live one, or a snapshot of the history over it. */
  readonly shown: Terminal;
  /** All lines of the session, which tmux holds: what is selected there. */
  readonly history: Pick<TerminalHistory, 'selection'>;
}

/** A terminal on the page. */
export interface TerminalView extends TerminalHandle {
  /** The keys beside it, for touch screens. */
  readonly keys: ScreenKeys;
  /** What the student has selected. */
  readonly selected: SelectedText;
  /** Pastes text as the platform's own keys do. */
  paste(text: string): void;
  /** The site has changed its theme. */
  setTheme(theme: SiteTheme): void;
  /** Opens the search in the history, or continues in it. */
  openSearch(): void;
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
  // What the live terminal and a snapshot of its history have in common beyond their options.
  const selected = new SelectedText();
  const prepare = (each: Terminal) => {
    applyWidths(each, connection.serverUrl);
    detectLinks(each);
    selected.follow(each);
  };
  prepare(terminal);
  allowClipboardWrites(terminal);
  forgetWraps(terminal);
  const markers = new MarkerPainter(terminal, connection.markers);
  markers.follow();
  const facade = new SocketFacade(connection, terminal, options.onUndelivered);
  const keys = new ScreenKeys(terminal, () => history.close());
  facade.modify = (typed) => keys.modify(typed);
  terminal.loadAddon(new AttachAddon(facade as unknown as WebSocket));
  terminal.open(host);
  // First of the handlers on the host: what is pasted while the history shows brings the live terminal back.
  const { history, search, dispose: disposeHistory } = mountHistory({ host, live: terminal, connection, prepare });
  selected.open(host, history);
  bindKeys(terminal, { ...options, history, onSearch: () => void search.open() });
  const paste = (text: string) => {
    history.close();
    connection.pastes.start(text);
  };
  const stopPasting = takePastes(terminal, host, paste);
  const stopTelling = tellKeysOfWatchers(terminal, host, options.onUndelivered);
  const appearance = followSettings(terminal, settings, options.theme, () => {
    fitting.refit();
    history.follow();
  });
  ringBell(terminal, host, settings);
  const fontSize = () => fontOf(settings.getSnapshot()).size;
  const moveTextarea = keepAtCursor(terminal);
  const onFit = () => {
    history.follow();
    moveTextarea();
  };
  const fitting = fitToContainer({ terminal, host, connection, fontSize, onFit });
  prepareTextarea(terminal, options.helpId);
  const handle: TerminalHandle = {
    terminal,
    history,
    get drawnBytes() {
      return facade.drawnBytes;
    },
    get shown() {
      return history.shown;
    },
  };
  host.practiceTerminal = handle;

  return Object.assign(handle, {
    keys,
    selected,
    paste,
    setTheme(theme: SiteTheme) {
      appearance.setSiteTheme(theme);
      fitting.refit();
      history.follow();
    },
    openSearch: () => void search.open(),
    dispose() {
      selected.dispose();
      disposeHistory();
      markers.dispose();
      fitting.dispose();
      appearance.dispose();
      stopPasting();
      stopTelling();
      connection.close();
      facade.dispose();
      delete host.practiceTerminal;
      terminal.dispose();
    },
  });
}

function createTerminal(appearance: ITerminalOptions): Terminal {
  return new Terminal({
    ...appearance,
    allowProposedApi: true, // the grapheme widths are one
    linkHandler,
    macOptionClickForcesSelection: true,
    macOptionIsMeta: true,
    minimumContrastRatio: MINIMUM_CONTRAST,
    // The lines above the screen belong to tmux, which alone has them all. Without any of its own, xterm loses
    // its place in its buffer as it reflows lines at a resize, and shows the screen a line too low.
    scrollback: 1,
  });
}
