import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** One level up from the sources, from the compiled files and from the bundle. */
const packageFile = new URL('../package.json', import.meta.url);

/** Version of this package. */
export const VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;
