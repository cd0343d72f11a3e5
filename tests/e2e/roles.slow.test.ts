// Roles in the browser: an owner gives them, the other admin's pages follow, and nothing denied is shown.
import { expect, test } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { expectFitForAll, startJourney } from '../support/journey.ts';

const journey = startJourney();
const ana = { email: 'ana@shop.example', password: 'three words and more' };

async function signIn({ page }: Visit, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${journey.store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin');
}
const settings = (page: string) => `${journey.store.url}/admin?tab=settings&page=${page}`;

test('D-36: an owner adds a viewer, who reads all pages and changes nothing; as manager saves', async () => {
  const owner = journey.operator;
  await signIn(owner, journey.store.adminLogin());
  await owner.page.goto(settings('team'));
  await owner.page.getByRole('button', { name: 'Invite an admin' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(ana.email);
  await expect.poll(() => dialog.getByLabel('Role').inputValue()).toBe('manager');
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  const invited = await journey.browser.desk();
  await invited.page.goto(link);
  await invited.page.getByLabel('New password').fill(ana.password);
  await invited.page.getByRole('button', { name: 'Create account and sign in' }).click();
  await invited.page.waitForURL('**/admin');
  await owner.page.reload();
  const role = owner.page.getByLabel(`Role of ${ana.email}`);
  await role.waitFor();
  await expectFitForAll(owner.page);

  const viewer = await journey.browser.desk();
  await signIn(viewer, ana);
  const { page } = viewer;
  await page.goto(`${journey.store.url}/admin?tab=orders`);
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
  await page.goto(settings('store'));
  await page.locator('#setting-name').waitFor();
  expect(await page.locator('#setting-name').isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'API and webhooks' }).count()).toBe(0);
  await expectFitForAll(page);

  await role.selectOption('manager');
  await expect.poll(() => owner.page.getByText('Role changed').count()).toBeGreaterThan(0);
  await page.goto(settings('data'));
  await page.locator('#people').waitFor();
  await page.getByRole('link', { name: 'Team and sign-in' }).click();
  await page.locator('#sign-in').waitFor();
  expect(await page.locator('#admins').count()).toBe(0);
  await page.getByRole('link', { name: 'Store', exact: true }).click();
  expect(await page.locator('#setting-name').isDisabled()).toBe(false);

  // The page was open before the change: its next refused call brings the role.
  await role.selectOption('viewer');
  await expect.poll(async () => (await role.isEnabled()) && (await role.inputValue())).toBe('viewer');
  await page.getByLabel('Store name').fill('Another name');
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('This needs the role Manager or a higher one.').first().waitFor();
  await expect.poll(() => page.locator('#setting-name').isDisabled()).toBe(true);
  await viewer.close();
});
