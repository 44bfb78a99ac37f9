import { fileURLToPath } from 'node:url';
import { CHROMIUM_LAUNCH } from '../src/machine/chromium.js';

/** How the browser of all tests is started: with the tests' own fonts and no others, wherever fontconfig finds them. */
export const BROWSER_LAUNCH = {
  ...CHROMIUM_LAUNCH,
  env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) },
};

/** The same with WebGL, drawn in software: Chromium has it otherwise only for whoever has a graphics card. */
export const WEBGL_LAUNCH = {
  ...BROWSER_LAUNCH,
  args: [...BROWSER_LAUNCH.args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
};
