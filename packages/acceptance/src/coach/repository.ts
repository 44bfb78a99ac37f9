import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeBelow } from '../agents/homes/write-file.js';
import type { Student } from '../student.js';

const run = promisify(execFile);

/** What nobody has prepared for a coach. */
const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  'src/cart.py': 'class Cart:\n    def total(self):\n        return 0\n',
  'src/money.py': 'class Money:\n    pass\n',
  'tests/test_cart.py': 'from cart import Cart\n',
};

/** Makes a Git repository with one commit below a student's home, which their agents trust; its absolute path. */
export async function makeRepository(student: Student, name = 'shop'): Promise<string> {
  const folder = await student.trust(name);
  for (const [path, text] of Object.entries(FILES)) await writeBelow(join(folder, path), text);
  const git = (...args: readonly string[]) => run('git', args, { cwd: folder, env: { ...student.env } });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '.');
  await git('-c', 'user.name=s', '-c', 'user.email=s', 'commit', '--quiet', '--message=Begin');
  return folder;
}
