/**
 * Shows the built page with answers that are written here, to look at it; with the name of a scene, and a port:
 *
 *     esbuild --bundle --platform=node --format=esm --packages=external --outfile=build/preview.mjs test/preview-server.ts
 *     node build/preview.mjs full 4000
 *
 * It prints its address, and ends with Ctrl+C. `?project=folder--0123456789` is a project.
 */
import { join } from 'node:path';
import { argv, cwd } from 'node:process';
import { servePage } from './support/page-server.js';

const { url } = await servePage(join(cwd(), 'build/page'), argv[2] ?? 'full', Number(argv[3] ?? 0));
console.log(`${url}/dashboard/`);
