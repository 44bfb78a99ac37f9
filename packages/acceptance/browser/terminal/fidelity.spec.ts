import { expect } from '@playwright/test';
import { SHELL_PROMPT, tmux } from '../../src/index.js';
import { type Classroom, test } from '../classroom/classroom.js';
import { clipboardText } from '../classroom/clipboard.js';
import { drawnBy, feed, ink, liveRows, loseContext, openedWindows } from '../classroom/drawing.js';
import type { PracticePage } from '../classroom/practice-page.js';
import { hover, openShell, run, screenShows } from '../classroom/shell-screen.js';
import { cellAt, viewOf } from '../classroom/terminal-rows.js';
import { WEBGL_LAUNCH } from '../launch.js';

test.use({
  daemonFlags: ['--agent', 'shell'],
  permissions: ['clipboard-read', 'clipboard-write'],
  launchOptions: WEBGL_LAUNCH,
});

/** Runs a program that asks for something and then shows all it is sent, with escape characters as `^[`. */
async function showInput(practice: PracticePage, asksFor: string, number = 42): Promise<void> {
  const program = `printf '${asksFor}'; echo ready $((${number} + 0)); cat -v`;
  await run(practice, `clear; stty -icanon -echo; ${program}`, new RegExp(`^ready ${number}$`, 'm'));
}

async function rowsOf(practice: PracticePage): Promise<string> {
  const { rows } = await viewOf(practice.terminal);
  return rows
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();
}

/** Opens a shell for a student with these settings. */
async function openWith(practice: PracticePage, { pane }: Classroom, settings: object = {}): Promise<void> {
  const stored = JSON.stringify({ version: 1, ...settings });
  await practice.page.addInitScript((value) => localStorage.setItem('practice:settings', value), stored);
  await openShell(practice);
  await pane.waitForScreen(SHELL_PROMPT.trimEnd());
}

test('a program that asks for it is told of the focus, and no other [terminal 3 focus-events]', async ({
  practice,
  classroom,
}) => {
  await openWith(practice, classroom);
  const comeAndGo = async () => {
    await practice.panel.getByRole('button', { name: 'Check My Work' }).focus();
    await practice.focusTerminal();
  };
  await showInput(practice, '');
  await comeAndGo();
  await practice.page.keyboard.type('x');
  await screenShows(practice, /^x/m);
  expect(await rowsOf(practice)).toBe('ready 42\nx');
  await practice.page.keyboard.press('Control+C');
  await screenShows(practice, /student\$ *$/m);
  await showInput(practice, String.raw`\033[?1004h`, 43);
  await comeAndGo();
  await screenShows(practice, /\^\[\[O\^\[\[I *$/m);
});

test('the cursor has the shape a program asks for, also after F5, and the set one again [terminal 3 cursor-shapes]', async ({
  practice,
  classroom,
}) => {
  await openWith(practice, classroom, { cursorStyle: 'underline' });
  const cursor = practice.terminal.locator('.xterm-cursor');
  await practice.focusTerminal();
  await expect(cursor).toHaveClass(/xterm-cursor-underline/);
  await run(practice, String.raw`printf '\033[5 q'; echo bar $((40 + 2))`, /^bar 42$/m);
  await expect(cursor).toHaveClass(/xterm-cursor-blink.*xterm-cursor-bar|xterm-cursor-bar.*xterm-cursor-blink/);
  await practice.start();
  await practice.waitUntilConnected();
  await practice.focusTerminal();
  await expect(cursor).toHaveClass(/xterm-cursor-bar/);
  await run(practice, String.raw`printf '\033[2 q'; echo block $((40 + 2))`, /^block 42$/m);
  await expect(cursor).toHaveClass(/xterm-cursor-block/);
  await expect(cursor).not.toHaveClass(/xterm-cursor-blink/);
  await run(practice, String.raw`printf '\033[0 q'; echo usual $((40 + 2))`, /^usual 42$/m);
  await expect(cursor).toHaveClass(/xterm-cursor-underline/);
});

test('what tmux redraws is painted at once, and frames a program never ends hold nothing up [terminal 3 synchronized]', async ({
  practice,
  classroom,
}) => {
  await openWith(practice, classroom);
  const frames = await practice.terminal.evaluateHandle((host) => {
    const { parser } = (host as unknown as { practiceTerminal: { terminal: { parser: Parser } } }).practiceTerminal
      .terminal;
    interface Parser {
      registerCsiHandler(id: { prefix: string; final: string }, handler: (modes: number[]) => boolean): void;
    }
    const counts = { begun: 0, ended: 0 };
    const count = (final: string, name: 'begun' | 'ended') =>
      parser.registerCsiHandler({ prefix: '?', final }, (modes) => {
        if (modes.includes(2026)) counts[name] += 1;
        return false;
      });
    count('h', 'begun');
    count('l', 'ended');
    return counts;
  });
  await run(practice, 'seq 1 200', /^200$/m);
  await expect.poll(async () => (await frames.jsonValue()).begun).toBeGreaterThan(0);
  await expect.poll(async () => ((counts) => counts.begun - counts.ended)(await frames.jsonValue())).toBe(0);
  // What a frame holds is painted when it ends, and not before; a page that stands still for a second paints it, too.
  await expect(async () => {
    const [within, after] = await practice.terminal.evaluate(paintFrame, 'a picture');
    expect(within).not.toContain('a picture');
    expect(after).toContain('a picture');
  }).toPass();
  await run(practice, String.raw`clear; printf '\033[?2026hhalf a '; printf 'frame\033[?2026l\n'`, /^half a frame$/m);
  await run(practice, String.raw`clear; printf '\033[?2026hnever ended\n'`, /^never ended$/m);
  await expect(liveRows(practice.terminal)).toContainText('never ended');
  await practice.page.keyboard.type('echo typed');
  await expect(liveRows(practice.terminal)).toContainText('echo typed');
  await practice.expectSameAsTmux(classroom.pane);
});

/**
 * Writes a text in a synchronized update, and gives what is painted before its end and after it. It is sent into the page
 * as source text, so it uses nothing from outside its own braces.
 */
async function paintFrame(host: Element, text: string): Promise<(string | null | undefined)[]> {
  const { terminal } = (host as unknown as { practiceTerminal: { terminal: Terminal } }).practiceTerminal;
  interface Terminal {
    write(data: string, done: () => void): void;
  }
  const write = (data: string) => new Promise<void>((done) => terminal.write(data, done));
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const painted = () => host.querySelector(':scope > .xterm .xterm-rows')?.textContent;
  await write('\x1b[H\x1b[2J');
  await frames();
  await write(`\x1b[?2026h${text}`);
  await frames();
  const within = painted();
  await write('\x1b[?2026l');
  await frames();
  return [within, painted()];
}

/** Whether tmux hands links on, as it does since 3.4; before, it keeps their text alone. */
async function carriesLinks({ pane }: Classroom): Promise<boolean> {
  const [major = 0, minor = 0] = (await tmux(pane.server, 'display-message', '-p', '#{version}'))
    .split('.')
    .map(parseFloat);
  return major > 3 || (major === 3 && minor >= 4);
}

test('a link shows where it leads before it is opened, and none but pages and mail are [terminal 3 links]', async ({
  practice,
  classroom,
}) => {
  const { page, terminal } = practice;
  const opened = await openedWindows(page);
  await openWith(practice, classroom);
  const link = (uri: string, text: string) => String.raw`\033]8;;${uri}\033\\${text}\033]8;;\033\\`;
  const lines = [
    link('https://example.test/a?b#c', 'a page'),
    link('mailto:ada@example.test', 'a mail'),
    link('javascript:document.title=1', 'a script'),
    link('file:///etc/passwd', 'a file'),
    link('https://ex%61mple.test@other.test/', 'another host'),
  ];
  await run(practice, `clear; printf '%b\\n' '${lines.join("' '")}'`, /^another host$/m);
  await practice.expectSameAsTmux(classroom.pane);
  // The panel's part is shown with any tmux: it is then given what a newer one would send.
  const bytes = lines.join('\r\n').replaceAll('\\033', '\x1b').replaceAll('\\\\', '\\');
  if (!(await carriesLinks(classroom))) await feed(page, `\x1b[H${bytes}\r\n`);
  const hint = terminal.getByRole('tooltip');
  const expected = [
    ['a page', 'https://example.test/a?b#c', 'https://example.test/a?b#c'],
    ['a mail', 'mailto:ada@example.test', 'mailto:ada@example.test'],
    ['a script', 'Not opened: javascript:document.title=1', undefined],
    ['a file', 'Not opened: file:///etc/passwd', undefined],
    ['another host', 'https://ex%61mple.test@other.test/', 'https://ex%61mple.test@other.test/'],
  ] as const;
  const title = await page.title();
  for (const [text, says, opens] of expected) {
    const row = (await viewOf(terminal)).rows.indexOf(text);
    const { x, y } = await cellAt(terminal, row, 2);
    await page.mouse.move(x, y);
    await expect(hint).toHaveText(says);
    await page.mouse.click(x, y);
    expect(await opened()).toEqual(opens === undefined ? [] : [opens]);
  }
  await hover(practice);
  await expect(hint).toHaveCount(0);
  expect(await page.title()).toBe(title);
});

test('what a program copies is on the clipboard, up to a limit, and no program reads it [terminal 3 clipboard]', async ({
  practice,
  classroom,
}) => {
  const { page } = practice;
  await openWith(practice, classroom);
  const copy = (command: string) => String.raw`printf '\033]52;c;%s\a' "$(${command} | base64 | tr -d '\n')"`;
  await run(practice, `clear; ${copy("printf 'copied: é 你好'")}; echo done $((40 + 1))`, /^done 41$/m);
  await expect.poll(() => clipboardText(page)).toBe('copied: é 你好');
  expect(await tmux(classroom.pane.server, 'list-buffers')).toBe('');

  await run(practice, `clear; ${copy('head -c 900000 /dev/zero')}; echo done $((40 + 2))`, /^done 42$/m);
  await feed(page, `\x1b]52;c;${btoa('x'.repeat(900_000))}\x07`);
  expect(await clipboardText(page)).toBe('copied: é 你好');

  await showInput(practice, String.raw`\033]52;c;?\a`);
  await feed(page, '\x1b]52;c;?\x07');
  await page.keyboard.type('x');
  await screenShows(practice, /x *$/m);
  expect(await rowsOf(practice)).toMatch(/^ready 42\n(\^\[\]52;c?;(\^G|\^\[\\))?x$/);
  await practice.page.keyboard.press('Control+C');
  // With Ctrl+C, a terminal drops what was typed and not read yet.
  await screenShows(practice, /student\$ *$/m);
  await run(practice, `clear; ${copy("printf 'another'")}; echo done $((40 + 3))`, /^done 43$/m);
  await expect.poll(() => clipboardText(page)).toBe('another');
});

test('a lost WebGL context is not noticed: all stays painted, and WebGL comes back twice [terminal 3 context-loss]', async ({
  practice,
  classroom,
}) => {
  const { page, terminal } = practice;
  await openWith(practice, classroom, { renderer: 'webgl' });
  await run(practice, 'clear; seq -s " " 1 900', /\b900$/m);
  await expect.poll(() => drawnBy(terminal)).toBe('webgl');
  const painted = await ink(terminal);
  expect(painted).toBeGreaterThan(0);
  const expectPainted = async () => {
    await expect.poll(async () => (await ink(terminal)) / painted).toBeGreaterThan(0.7);
    await practice.expectSameAsTmux(classroom.pane);
  };
  await expectPainted();
  for (const typed of ['first', 'second']) {
    expect(await loseContext(terminal)).toBe('dom');
    await page.keyboard.type(typed);
    await screenShows(practice, new RegExp(typed));
    await expectPainted();
    await expect.poll(() => drawnBy(terminal)).toBe('webgl');
    await expectPainted();
  }
  expect(await loseContext(terminal)).toBe('dom');
  await page.waitForTimeout(6_000); // longer than it waits before it tries again
  expect(await drawnBy(terminal)).toBe('dom');
  await page.keyboard.type('third');
  await expect(liveRows(terminal)).toContainText('third');
  await expectPainted();
});

test('a paste is in brackets only as long as the program asks for them [terminal 3 bracketed-paste]', async ({
  practice,
  classroom,
}) => {
  await openWith(practice, classroom);
  await practice.page.evaluate(() => navigator.clipboard.writeText('pasted'));
  await showInput(practice, String.raw`\033[?2004h`);
  await practice.page.keyboard.press('Control+V');
  await screenShows(practice, /^\^\[\[200~pasted\^\[\[201~$/m);
  await practice.page.keyboard.press('Control+C');
  await screenShows(practice, /student\$ *$/m);
  await showInput(practice, String.raw`\033[?2004l`, 43);
  await practice.page.keyboard.press('Control+V');
  await screenShows(practice, /^pasted$/m);
});

test('a title does no harm, whatever it is [terminal 3 titles]', async ({ practice, classroom }) => {
  await openWith(practice, classroom);
  const title = await practice.page.title();
  const long = '$(head -c 100000 /dev/zero | tr "\\0" t)';
  const titles = [
    String.raw`printf '\033]0;<img src=x onerror=alert(1)>\a\033]2;#(touch made) #{q:x}\033\\\033kname\033\\'`,
    String.raw`printf '\033]2;%s\a' "${long}"`,
  ];
  await run(practice, `clear; ${titles.join('; ')}; echo done $((40 + 2))`, /^done 42$/m);
  await practice.expectSameAsTmux(classroom.pane);
  expect(await rowsOf(practice)).toMatch(/^done 42\n/);
  expect(await practice.page.title()).toBe(title);
  await run(practice, 'clear; ls made; echo done $((40 + 3))', /^done 43$/m);
  expect(await rowsOf(practice)).toContain('No such file');
});
