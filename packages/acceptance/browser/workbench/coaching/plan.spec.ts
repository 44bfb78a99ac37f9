import { expect } from '@playwright/test';
import { test } from '../room/room.js';

test.use({ tenant: 'agent' });

const LONG = 'Carts that have more than one of the same thing show it twice. '.repeat(6).trim();

test('the phases of the plan are shown, and follow each change [workbench plan]', async ({ workbench, desk }) => {
  const tools = await desk.tools();
  await (await desk.project()).plan(['Read the cart', 'Sum up', 'Test it']);
  await workbench.reload();
  const plan = workbench.page.getByRole('region', { name: 'Plan', exact: true });
  const phases = plan.getByRole('listitem');
  await expect(plan).toContainText('0 of 3 done');
  await expect(phases).toHaveText([/Read the cart\s*To do/, /Sum up\s*To do/, /Test it\s*To do/]);

  await tools.call('paige_update_phase', { phase: 1, status: 'active' });
  await expect(phases.nth(0)).toContainText('Now');
  await expect(phases.nth(0)).toHaveAttribute('aria-current', 'step');
  await tools.call('paige_update_phase', { phase: 1, status: 'complete' });
  await tools.call('paige_update_phase', { phase: 2, status: 'active' });
  await expect(plan).toContainText('1 of 3 done');
  await expect(phases).toHaveText([/Read the cart\s*Done/, /Sum up\s*Now/, /Test it\s*To do/]);
  await expect(plan.locator('[aria-current=step]')).toHaveCount(1);

  await workbench.reload();
  await expect(phases).toHaveText([/Read the cart\s*Done/, /Sum up\s*Now/, /Test it\s*To do/]);
});

test('the issue stands above the plan, and each one takes the place of the one before [workbench plan]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  await (await desk.project()).plan(['Read the cart']);
  await workbench.reload();
  const issue = page.getByRole('region', { name: 'Issue', exact: true });
  await expect(issue).toHaveCount(0);
  const address = 'https://example.com/shop/7';
  const first = { number: 7, title: 'Things twice', summary: LONG, labels: ['bug', 'cart'], url: address };
  await tools.call('paige_show_issue_context', first);
  await expect(issue.getByRole('heading')).toHaveText('#7 Things twice');
  await expect(issue.getByRole('list', { name: 'Labels' }).getByRole('listitem')).toHaveText(['bug', 'cart']);
  await expect(issue.getByRole('link', { name: /Open the issue/ })).toHaveAttribute('href', address);
  await expect(issue).toContainText(LONG);
  await issue.getByRole('button', { name: 'More' }).click();
  await expect(issue.getByRole('button', { name: 'Less' })).toHaveAttribute('aria-expanded', 'true');
  const [top, below] = await Promise.all([
    issue.boundingBox(),
    page.getByRole('region', { name: 'Plan', exact: true }).boundingBox(),
  ]);
  expect(top?.y).toBeLessThan(below?.y ?? 0);

  const second = { number: 8, title: 'Prices', summary: 'Short.', labels: [], url: 'javascript:alert(1)' };
  await tools.call('paige_show_issue_context', second);
  await expect(issue.getByRole('heading')).toHaveText('#8 Prices');
  await expect(issue.getByRole('link')).toHaveCount(0);
});
