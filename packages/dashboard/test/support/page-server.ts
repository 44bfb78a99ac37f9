import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { MindDaemon } from './mind-daemon.js';
import { isScene, SCENES } from './scenes.js';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A daemon that serves the built page of the folder, and answers as the scene has it. */
export async function servePage(folder: string, scene: string, port = 0): Promise<MindDaemon> {
  if (!isScene(scene)) throw new Error(`There is no scene ${scene}, only: ${Object.keys(SCENES).join(', ')}`);
  const names = new Set(await readdir(folder));
  const daemon = await MindDaemon.start(port);
  SCENES[scene](daemon);
  daemon.serveFile = (path, response) => {
    const name = path.replace(/^\/dashboard\//, '') || 'index.html';
    if (!names.has(name)) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' });
      createReadStream(join(folder, name)).pipe(response);
    }
  };
  return daemon;
}
