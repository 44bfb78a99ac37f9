import { existsSync } from 'node:fs';

/**
 * Where Debian puts Chromium; elsewhere Playwright brings its own. The one without windows, which is what Playwright
 * takes too, needs a fifth less time.
 */
const SYSTEM_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** A browser that connects to nobody by itself, and that starts for root in a container too. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How Chromium is started wherever it is: in tests and in measurements. */
export const CHROMIUM_LAUNCH = {
  args: CHROMIUM_FLAGS,
  ...(SYSTEM_CHROMIUM !== undefined && { executablePath: SYSTEM_CHROMIUM }),
};
