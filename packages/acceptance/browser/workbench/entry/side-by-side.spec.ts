import { expect } from '@playwright/test';
import { test } from '../room/room.js';
import { WorkbenchPage } from '../room/workbench-page.js';

test.use({ tenant: 'agent' });

test('two projects are coached at once, and each agent sees and points in its own alone [workbench side-by-side]', async ({
  workbench: shop,
  desk,
}) => {
  const folder = await desk.makeFolder('bank', { 'account.py': 'class Account:\n    pass\n' });
  const project = await desk.project(folder);
  const bank = new WorkbenchPage(await shop.page.context().newPage());
  await bank.open(project.url);
  const [inShop, inBank] = [await desk.tools(), await desk.tools(project)];
  await expect(bank.page).toHaveTitle('bank · Workbench');
  await expect(bank.row('README.md')).toHaveCount(0);
  await expect(shop.row('account.py')).toHaveCount(0);

  await inShop.call('paige_open_file', { path: 'src/cart.py' });
  await inBank.call('paige_open_file', { path: 'account.py' });
  await expect(shop.text).toContainText('class Cart');
  await expect(bank.text).toContainText('class Account');
  await expect(shop.tab('account.py')).toHaveCount(0);
  await expect(bank.tab('cart.py')).toHaveCount(0);

  await inShop.call('paige_show_message', { message: 'In the shop.', type: 'info' });
  await inBank.call('paige_show_message', { message: 'At the bank.', type: 'info' });
  const said = ({ page }: WorkbenchPage) => page.getByRole('region', { name: 'From the coach' }).getByRole('listitem');
  await expect(said(shop)).toHaveText([/In the shop\./]);
  await expect(said(bank)).toHaveText([/At the bank\./]);
  // What each project has kept comes with a page that is opened anew.
  await shop.reload();
  await expect(said(shop)).toHaveText([/In the shop\./]);
  expect((await inShop.call('paige_get_open_files', {})).files).toMatchObject(['src/cart.py']);
  expect((await inBank.call('paige_get_open_files', {})).files).toMatchObject(['account.py']);
  expect(await inShop.call('paige_get_buffer', { path: 'account.py' })).toEqual({ buffer: null });
  await expect(inShop.call('paige_get_buffer', { path: '../bank/account.py' })).rejects.toThrow();
  await expect(inBank.call('paige_get_buffer', { path: '../shop/README.md' })).rejects.toThrow();
});
