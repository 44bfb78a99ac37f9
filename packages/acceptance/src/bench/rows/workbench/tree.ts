import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkbenchLab } from '../../labs/workbench-lab.js';
import { rowPainted } from '../../measures/in-workbench.js';
import { median } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const FOLDERS = 100;
const FILES_EACH = 1000;
const ROUNDS = 5;

/** A project of 100,000 files: until it is on the screen, and until a new file is. */
export const workbenchTree: Row = {
  budgets: ['workbench-tree', 'workbench-news'],
  inShort: false,
  async measure({ resources }) {
    const lab = await WorkbenchLab.open(resources, { files: { 'a-first.txt': 'first\n' } });
    await fill(lab.folder);
    const page = await lab.page();
    const shown: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.timeOrigin + performance.now();
      await page.reload({ waitUntil: 'commit' });
      shown.push(((await page.evaluate(rowPainted('folder-0'))) as number) - startedAt);
    }
    // What is written into the first folder has its row at the top, in sight.
    const folder = join(lab.folder, 'folder-0');
    await page.getByRole('treeitem', { name: 'folder-0' }).click();
    // The watch is ready when it has told of something.
    await writeFile(join(folder, 'a-ready.txt'), '');
    await page.getByRole('treeitem', { name: 'a-ready.txt' }).waitFor();
    const told: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const painted = page.evaluate(rowPainted(`a-new-${round}.txt`)) as Promise<number>;
      await page.evaluate('0');
      const startedAt = performance.timeOrigin + performance.now();
      await writeFile(join(folder, `a-new-${round}.txt`), '');
      told.push((await painted) - startedAt);
    }
    return [
      { budget: 'workbench-tree', value: median(shown) },
      { budget: 'workbench-news', value: median(told) },
    ];
  },
};

async function fill(folder: string): Promise<void> {
  for (let number = 0; number < FOLDERS; number++) {
    const inside = join(folder, `folder-${number}`);
    await mkdir(inside);
    await Promise.all(Array.from({ length: FILES_EACH }, (_, file) => writeFile(join(inside, `file-${file}.ts`), '')));
  }
}
