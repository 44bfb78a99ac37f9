import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import { RECORDED_MARKERS } from '../../client/markers/marker-look.js';
import type { ReplayScreen } from '../../client/recordings/reel.js';
import { pageSettings } from '../../client/settings/settings.js';
import { followSettings, terminalOptions } from '../drawing/appearance.js';
import type { SiteTheme } from '../drawing/theme-of.js';
import { MarkerPainter } from '../markers/painter.js';
import { letterbox } from '../size/letterbox.js';
import { applyWidths } from '../widths/widths.js';

/** Least contrast of any text with what lies behind it, as in the live terminal. */
const MINIMUM_CONTRAST = 4.5;

export interface ReplayTerminalOptions {
  readonly host: HTMLElement;
  /** The daemon whose tmux laid out what was recorded. */
  readonly serverUrl: string;
  readonly theme: SiteTheme;
}

/** A terminal that shows a recording in the largest font in which its grid fits. */
export interface ReplayTerminal extends ReplayScreen {
  readonly terminal: Terminal;
  /** Selects the text if it is on the screen. */
  mark(text: string): void;
  setTheme(theme: SiteTheme): void;
  dispose(): void;
}

declare global {
  interface HTMLElement {
    /** By which tests and site owners read what a replay shows. */
    practiceReplay?: { readonly terminal: Terminal };
  }
}

/** A terminal without a screen or with one, that counts cells as the recorded tmux did, and takes no keys. */
export function createReplayTerminal(serverUrl: string, theme: SiteTheme): Terminal {
  const terminal = new Terminal({
    ...terminalOptions(pageSettings().getSnapshot(), theme),
    allowProposedApi: true, // the widths are one
    disableStdin: true,
    minimumContrastRatio: MINIMUM_CONTRAST,
    scrollback: 1,
  });
  applyWidths(terminal, serverUrl);
  new MarkerPainter(terminal, RECORDED_MARKERS).follow();
  return terminal;
}

export function mountReplay({ host, serverUrl, theme }: ReplayTerminalOptions): ReplayTerminal {
  const terminal = createReplayTerminal(serverUrl, theme);
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.open(host);
  // Its controls are beside it; within it, there is nothing to do by keyboard.
  if (terminal.textarea) terminal.textarea.tabIndex = -1;
  const refit = () => {
    if (host.clientWidth > 0) letterbox(terminal, fit, { cols: terminal.cols, rows: terminal.rows });
  };
  const appearance = followSettings(terminal, pageSettings(), theme, refit);
  const observer = new ResizeObserver(refit);
  observer.observe(host);
  host.practiceReplay = { terminal };
  return {
    terminal,
    write: (text) => new Promise((resolve) => terminal.write(text, resolve)),
    resize({ cols, rows }) {
      terminal.resize(cols, rows);
      refit();
    },
    setTheme(next) {
      appearance.setSiteTheme(next);
      refit();
    },
    mark: (text) => void search.findNext(text),
    dispose() {
      observer.disconnect();
      appearance.dispose();
      delete host.practiceReplay;
      terminal.dispose();
    },
  };
}
