import { Desk, type Files, type Tenant } from '../../../src/workbench/desk.js';
import { collectComplaints, reportFailure } from '../../classroom/failure-report.js';
import { test as base } from '../../test.js';
import { WorkbenchPage } from './workbench-page.js';

/** A small repository that nobody has prepared. */
const SHOP: Files = {
  'README.md': '# Shop\n',
  'src/cart.py': 'class Cart:\n    def total(self):\n        return 0\n',
  'src/money.py': 'class Money:\n    pass\n',
  'tests/test_cart.py': 'from cart import Cart\n',
};

interface Fixtures {
  tenant: Tenant;
  files: Files;
  desk: Desk;
  /** The daemon's own page with the project open. */
  workbench: WorkbenchPage;
}

export const test = base.extend<Fixtures>({
  tenant: ['shell', { option: true }],
  files: [SHOP, { option: true }],

  desk: async ({ tenant, files }, use) => {
    await using desk = await Desk.open({ tenant, files });
    await use(desk);
  },

  workbench: async ({ page, desk }, use, info) => {
    const complaints = collectComplaints(page);
    const workbench = new WorkbenchPage(page);
    await workbench.open((await desk.project()).url);
    await use(workbench);
    await reportFailure(info, page, complaints, desk.daemon.output);
  },
});
