import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { newStudent, PracticeDaemon, type Student } from '../../src/index.js';

/** A repository that nobody has prepared. */
const FILES = {
  'README.md': '# Shop\n',
  'src/cart.py': 'class Cart:\n    def total(self):\n        return 0\n',
  'src/money.py': 'class Money:\n    pass\n',
  'tests/test_cart.py': 'from cart import Cart\n',
};

/** A student with a folder of their own, and a daemon that coaches it. */
export interface Coached {
  readonly student: Student;
  readonly daemon: PracticeDaemon;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** An address that opens the folder once, as the command line gives it. */
  address(): Promise<string>;
  read(path: string): Promise<string>;
  /** As another program writes it. */
  write(path: string, content: string): Promise<void>;
}

interface Fixtures {
  coached: Coached;
  /** The daemon's own page, with the folder open and the terminal attached. */
  workbench: Page;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs
  coached: async ({}, use) => {
    await using student = await newStudent();
    const folder = join(student.home, 'code', 'shop');
    for (const [path, content] of Object.entries(FILES)) await put(join(folder, path), content);
    const options = { student, content: student.home, flags: ['--agent', 'shell'] };
    await using daemon = await PracticeDaemon.start(options);
    await use({
      ...{ student, daemon, folder },
      address: () => addressOf(daemon, folder),
      read: (path) => readFile(join(folder, path), 'utf8'),
      write: (path, content) => put(join(folder, path), content),
    });
  },

  workbench: async ({ page, coached }, use) => {
    await page.goto(await coached.address());
    await page.getByRole('treeitem', { name: 'README.md' }).waitFor();
    await use(page);
  },
});

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function addressOf(daemon: PracticeDaemon, path: string): Promise<string> {
  const response = await fetch(`${daemon.url}/coach/projects`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${daemon.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ path }),
  });
  const answer = (await response.json()) as { url?: string };
  if (answer.url === undefined) throw new Error(`The folder was not opened: ${JSON.stringify(answer)}`);
  return answer.url;
}
