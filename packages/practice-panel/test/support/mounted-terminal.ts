import type { TerminalViewOptions } from '../../src/terminal/view.js';

/**
 * A terminal without a screen, for a document without layout: it connects at once and takes the focus
 * where a real one does.
 */
export async function loadScreenlessTerminal() {
  return { mountTerminal };
}

function mountTerminal({ host, connection }: TerminalViewOptions) {
  const textarea = document.createElement('textarea');
  host.append(textarea);
  connection.open({ cols: 80, rows: 24 });
  return {
    terminal: { focus: () => textarea.focus() },
    setTheme: () => {},
    dispose: () => {
      connection.close();
      textarea.remove();
    },
  };
}
