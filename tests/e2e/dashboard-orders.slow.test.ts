// An operator works with the orders of a shop that has been running for two months: the list, and one order. Each test goes
// on where the one before it stopped.
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, openTab, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney(() => ({ DEMO_DATA: 'on' }));

beforeAll(() => signIn(journey));
afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

const openMenu = (id: string) =>
  journey.operator.page.getByRole('button', { name: `More actions for order ${id}` }).click();

describe('the dashboard', () => {
  test('ADM-ORD-1..18, ADM-ORD-26: orders, found, narrowed and sorted by the store, with their provider orders', async () => {
    const { page } = journey.operator;
    await openTab(journey, 'Orders');
    await page.waitForURL('**/admin?tab=orders');
    const [all] = await journey.store.sql('select count(*)::int as n from orders where deleted_at is null');
    await page.getByText(`${all?.n} Total Orders`).waitFor();
    const table = page.getByRole('table', { name: 'Orders', exact: true });
    await expect.poll(() => table.getByRole('row').count()).toBe(51);
    await table
      .getByText(/^#\d+$/)
      .first()
      .waitFor();
    await expectFitForAll(journey.operator.page);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.waitForURL('**status=failed');
    const [failed] = await journey.store.sql(
      "select count(*)::int as n from orders where status = 'failed' and deleted_at is null",
    );
    await page.getByText(`${failed?.n} orders found`).waitFor();
    await page.getByLabel('Sort by').selectOption('highest');
    await page.waitForURL('**sort=highest');
    const [highest] = await journey.store.sql(
      "select id from orders where status = 'failed' and deleted_at is null order by amount_cents desc, id desc limit 1",
    );
    await expect.poll(() => table.getByRole('row').nth(1).textContent()).toContain(String(highest?.id));
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name').fill('Failed, highest');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('list', { name: 'Saved views' }).getByText('Failed, highest').waitFor();
  });

  test('ADM-ORD-9, ADM-ORD-19..23: sets a status, exports what is found, and hides an order after a question', async () => {
    const { page } = journey.operator;
    const [order] = await journey.store.sql(
      "select id from orders where status = 'failed' and deleted_at is null limit 1",
    );
    const id = String(order?.id);
    const statusOf = async () => (await journey.store.sql(`select status from orders where id = '${id}'`))[0]?.status;
    await page.goto(`${journey.store.url}/admin?tab=orders&search=${id}`);
    await openMenu(id);
    await page.getByLabel(`Status of order ${id}`).selectOption('processing');
    await page.getByText(`Order #${id} status changed to Processing`).waitFor();
    expect(await statusOf()).toBe('processing');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(statusOf).toBe('failed');

    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('orders.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(id);

    await page.getByLabel(`Select order ${id}`).check();
    await page.getByLabel('Set the status of the selected orders').selectOption('completed');
    await page.getByRole('dialog').getByText('Failed to Completed').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf()).toBe('failed');

    await openMenu(id);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: `Delete order ${id}` }).click();
    await page.getByText('Are you sure you want to delete this order? This action cannot be undone.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`Order #${id} has been deleted successfully`).waitFor();
    await page.getByText('No orders found').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
  });

  test('A-66, D-28: a list and an order that are looked at follow what happens elsewhere, by themselves', async () => {
    const { page } = journey.operator;
    const [order] = await journey.store.sql(
      "select id from orders where status = 'completed' and deleted_at is null limit 1",
    );
    const id = String(order?.id);
    // The page's own token works with its cookie only.
    const { token } = await clientOf(journey.store.url, null).call('POST /api/admin/login', {
      body: journey.store.adminLogin(),
    });
    const elsewhere = clientOf(journey.store.url, token);
    const set = (status: string) =>
      elsewhere.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } });
    await page.goto(`${journey.store.url}/admin?tab=orders&search=${id}`);
    await openMenu(id);
    const select = page.getByLabel(`Status of order ${id}`);
    await expect.poll(() => select.inputValue()).toBe('completed');
    await set('failed');
    await expect.poll(() => select.inputValue()).toBe('failed');
    await page.goto(`${journey.store.url}/admin/orders/${id}`);
    await page.getByRole('list', { name: 'Timeline' }).getByText('Completed to Failed').waitFor();
    await set('completed');
    await page.getByRole('list', { name: 'Timeline' }).getByText('Failed to Completed').waitFor();
  });

  test('S-19: the order shows its timeline, keeps a note, and stays accessible', async () => {
    const { page } = journey.operator;
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel('Note').fill('They wrote that all is well.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('list', { name: 'Timeline' }).getByText('They wrote that all is well.').waitFor();
    await expectFitForAll(journey.operator.page);
  });
});
