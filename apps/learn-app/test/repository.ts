import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A repository in small, with real scripts and made-up exercises. Disposing it removes it. */
export class Repository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'learn-app-'));

  constructor(scripts: readonly string[], files: Readonly<Record<string, string>>) {
    for (const script of scripts) cpSync(join(ROOT, script), this.path(script), { recursive: true });
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  write(relative: string, text: string): void {
    mkdirSync(dirname(this.path(relative)), { recursive: true });
    writeFileSync(this.path(relative), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
