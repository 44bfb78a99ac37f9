import { existsSync } from 'node:fs';

/** Where Debian puts its Chromium; elsewhere Playwright brings its own. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

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
  ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
};
