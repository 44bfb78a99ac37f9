#!/usr/bin/env node
// npm start: installs, builds, serves the lessons and the practice server, and opens the browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { argv, execPath, exit, platform, stderr, stdin, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { seconds } from './lib/progress.mjs';
import { ROOT } from './lib/run.mjs';
import { bringPrograms } from './lib/system-packages.mjs';

const HELP = `Usage: npm start -- [options]

Installs packages, builds and serves the lessons and the practice server on this
machine, and opens the browser. Ctrl+C stops both; exercises keep running.

  --port <number>         port of the lessons (default 3000; the next free one if taken)
  --server-port <number>  port of the practice server (default 3100; see its --help)
  --agent <name>          AI CLI of new exercises: claude, codex, gemini, cursor, shell
  --no-open               do not open the browser
  --help                  show this help
`;

function readFlags() {
  const options = {
    port: { type: 'string', default: '3000' },
    'server-port': { type: 'string', default: '3100' },
    agent: { type: 'string', default: 'claude' },
    'no-open': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  };
  try {
    return parseArgs({ args: argv.slice(2), options }).values;
  } catch (error) {
    stderr.write(`${error.message}\n\n${HELP}`);
    exit(2);
  }
}

/**
 * Runs the daemon as a student does; it reports through its own log. Resolves when this program has to end.
 * If another daemon is already running, only the site is served.
 */
function runServer(flags, lessons) {
  const cli = join(ROOT, 'packages/practice-server/dist/cli.js');
  const args = [cli, '--content', lessons, '--port', flags['server-port'], '--agent', flags.agent, '--no-open'];
  const server = spawn(execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    let asked = false;
    // Ctrl+C also reaches the daemon directly, which handles each kind of signal once: so pass all on as one kind.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        asked = true;
        if (server.exitCode === null) server.kill('SIGTERM');
        else resolve(0);
      });
    }
    server.on('exit', (code) => {
      if (asked || code !== 0) resolve(asked ? 0 : (code ?? 1));
      else
        stdout.write(
          '  The lessons are served until Ctrl+C. To practise with these, stop the other server first: it may use others.\n',
        );
    });
  });
}

function openBrowser(url) {
  const command = { darwin: 'open', win32: 'explorer' }[platform] ?? 'xdg-open';
  spawn(command, [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

await main(async () => {
  const flags = readFlags();
  if (flags.help) {
    stdout.write(HELP);
    return;
  }
  const startedAt = performance.now();
  const missing = await bringPrograms(['tmux']);
  await install({ everything: false });
  await build();
  const { serveSite } = await import('./lib/site-server.mjs');
  const site = await serveSite(join(ROOT, 'apps/learn-app/build'), Number(flags.port));
  if (site === undefined) {
    stderr.write(`Port ${flags.port} and the nine after it are in use. Choose another: npm start -- --port 4000\n`);
    exit(1);
  }
  stdout.write(`\n  Lessons   ${site.url}\n  Ready in  ${seconds(startedAt)}\n\n`);
  for (const sentence of missing) stdout.write(`  ${sentence}\n`);
  if (!flags['no-open'] && stdin.isTTY) openBrowser(site.url);
  exit(await runServer(flags, site.url));
});
