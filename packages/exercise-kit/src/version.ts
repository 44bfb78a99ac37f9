import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** One level up from the sources, the compiled files and the bundle alike. */
const packageFile = new URL('../package.json', import.meta.url);

/** Version of this package. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
