// An operator goes through the tabs of the dashboard of a shop that has been running for two months, by mouse and by
// keyboard, in both looks and on a phone. Each test goes on where the one before it stopped.
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { barriersOf } from '../world/browser.ts';
import { clientOf } from '../world/client.ts';
import { expectFitForAll, signIn, startJourney } from '../world/journey.ts';

/** All JavaScript of the first screen after the login, as it comes over the line. */
const firstScreenBytes = 250_000;

const journey = startJourney(() => ({ DEMO_DATA: 'on' }));

afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

async function openTab(name: string): Promise<void> {
  await journey.operator.page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab', { name }).click();
}

const dollars = (cents: unknown) => `$${(Number(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

describe('the dashboard', () => {
  test('ROUTE-8, ADM-OVR-1..4: shows what the shop earned and what waits, with little JavaScript', async () => {
    const { page } = journey.operator;
    await signIn(journey);
    await page.getByRole('img', { name: /^Revenue and orders of the last 30 days/ }).waitFor();
    const [completed] = await journey.store.sql("select count(*)::int as n from orders where status = 'completed'");
    const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });
    await card('Total Orders').getByText(String(completed?.n), { exact: true }).waitFor();
    const [earned] = await journey.store.sql('select sum(revenue_cents) as cents from revenue_days');
    await card('Revenue').getByText(dollars(earned?.cents), { exact: true }).waitFor();
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(firstScreenBytes);
    await expectFitForAll(journey.operator.page);
  });

  test('ADM-OVR-8..13: two axes, one legend, and the same as a table', async () => {
    const { page } = journey.operator;
    const chart = page.locator('section', { has: page.getByRole('heading', { name: 'Revenue Overview' }) });
    const box = await chart.getByRole('img').boundingBox();
    expect(box?.height).toBe(350);
    // Where the axes stand: dollars right of the drawing, counts left of it.
    const labels = await chart
      .locator('svg[role=img] text')
      .evaluateAll((texts) =>
        texts.map((text) => ({ text: text.textContent ?? '', x: text.getBoundingClientRect().x })),
      );
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    const money = labels.filter(({ text }) => /^\$[\d,]+\.\d\d$/.test(text));
    const counts = labels.filter(({ text }) => /^\d+$/.test(text));
    expect(money.length).toBe(counts.length);
    expect(money.every(({ x }) => x > middle)).toBe(true);
    expect(counts.every(({ x }) => x < middle)).toBe(true);
    const colour = (series: string) =>
      chart
        .locator(`[data-series=${series}] path`)
        .last()
        .evaluate((path) => getComputedStyle(path).stroke);
    expect(hueOf(await colour('Revenue'))).toBe('green');
    expect(hueOf(await colour('Orders'))).toBe('purple');
    await chart.getByRole('button', { name: 'Show Revenue Overview as a table' }).click();
    await expect.poll(() => chart.getByRole('row').count()).toBe(31);
    await chart.getByRole('button', { name: 'Show Revenue Overview as a chart' }).click();
  });

  test('ADM-OVR-15, ADM-OVR-24, ADM-OVR-25: five newest orders and the way to all', async () => {
    const { page } = journey.operator;
    const [all] = await journey.store.sql('select count(*)::int as n from orders where deleted_at is null');
    expect(await page.getByRole('region', { name: 'Recent Orders' }).getByRole('listitem').count()).toBe(5);
    await page.getByRole('button', { name: `View All Orders (${all?.n})` }).click();
    await page.waitForURL('**/admin/orders');
    await page.goBack();
  });

  test('ADM-ORD-1..18, ADM-ORD-26: orders, found, narrowed and sorted by the store, with their provider orders', async () => {
    const { page } = journey.operator;
    await openTab('Orders');
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
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
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

    await page.getByLabel(`Choose order ${id}`).check();
    await page.getByLabel('Set the status of the chosen orders').selectOption('completed');
    await page.getByRole('dialog').getByText('Failed to Completed').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await statusOf()).toBe('failed');

    await page.getByRole('button', { name: `Delete order ${id}` }).click();
    await page.getByText('Are you sure you want to delete this order? This action cannot be undone.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`Order #${id} has been deleted successfully`).waitFor();
    await page.getByText('No orders found').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
  });

  test('ADM-CUS-1..8, D-7: customers, the most spent first, found by a part of the e-mail, each with orders', async () => {
    const { page } = journey.operator;
    await openTab('Customers');
    await page.waitForURL('**/admin?tab=customers');
    const cards = page.getByRole('list', { name: 'Customers' }).locator(':scope > li');
    // Who ordered last is taken in when the customers are asked for.
    await cards.first().waitFor();
    const [first] = await journey.store.sql(
      'select email, spent_cents, orders from customers order by spent_cents desc, email_key desc limit 1',
    );
    await cards
      .first()
      .getByRole('heading', { name: String(first?.email) })
      .waitFor();
    await cards.first().getByText(dollars(first?.spent_cents)).first().waitFor();
    await expectFitForAll(journey.operator.page);
    await page.keyboard.press('/');
    await page.keyboard.type(String(first?.email).slice(0, -4).toUpperCase());
    await expect.poll(() => cards.count()).toBe(1);
    await cards
      .getByRole('link', { name: /^View order/ })
      .first()
      .click();
    await page.waitForURL(/\/admin\/orders\/[0-9A-Z]{12}$/);
    await page.getByRole('heading', { name: 'Order Information' }).waitFor();
    await page.goBack();
  });

  test('ADM-ANA-1..11: analytics with four cards, four charts, a table behind each, and shares that make 100 %', async () => {
    const { page } = journey.operator;
    await openTab('Analytics');
    for (const title of ['Average Order', 'API Orders', 'Checkout Rate', 'Payment Rate']) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    }
    await page.getByRole('img', { name: /^Orders and revenue/ }).waitFor();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('heading', { name: 'The last 7 days' }).waitFor();
    await page
      .getByText(/ before$/)
      .first()
      .waitFor();
    const customers = page.getByRole('list', { name: 'Top customers by what they spent' });
    expect(await customers.getByText(/^.{1,2}\*\*\*@/).count()).toBe(5);
    const shares = await page
      .getByRole('table', { name: /^Orders by status/ })
      .getByText(/^[\d.]+%$/)
      .allTextContents();
    expect(shares.reduce((sum, share) => sum + Number.parseFloat(share), 0)).toBeCloseTo(100, 0);
    await expectFitForAll(journey.operator.page);
    for (const title of [
      'Weekly Orders and Revenue',
      'Revenue by Category',
      'Status Distribution',
      'Top 5 Customers',
    ]) {
      await page.getByRole('button', { name: `Show ${title} as a table` }).click();
      await page.getByRole('table', { name: title }).waitFor();
    }
    await expectFitForAll(journey.operator.page);
  });

  test('ADM-1, ADM-7, A-57, GEN-12: tabs by arrow keys, by address, and back', async () => {
    const { page } = journey.operator;
    await page.getByRole('tab', { name: 'Analytics' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin?tab=customers');
    await page.goBack();
    await page.waitForURL('**/admin?tab=analytics&days=7');
    await page.goto(`${journey.store.url}/admin?tab=finances`);
    await expect.poll(() => page.getByRole('tab', { name: 'Analytics' }).getAttribute('aria-selected')).toBe('true');
  });

  test('GEN-4, GEN-18, NAV-7, NAV-8, ADM-SET-1, A-58: the navigation leads to customers, finances and real settings', async () => {
    const { page } = journey.operator;
    const link = (name: string) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });
    for (const [name, address, tab] of [
      ['Customers', '**/admin?tab=customers', 'Customers'],
      ['Finances', '**/admin?tab=finances', 'Analytics'],
      ['Settings', '**/admin?tab=settings', 'Settings'],
    ] as const) {
      await link(name).click();
      await page.waitForURL(address);
      await expect.poll(() => page.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true');
    }
    const labels = await page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab').allTextContents();
    for (const area of ['Orders', 'Customers', 'Analytics', 'Visitors', 'Security', 'API', 'Settings']) {
      expect(labels.join(' ')).toContain(area);
    }
    // The labels of before that the specification keeps.
    await page.getByRole('tab', { name: 'Visitors' }).click();
    await page.getByText('Geografia').first().waitFor();
  });

  test('A-66, D-28: a list and an order that are looked at follow what happens elsewhere, by themselves', async () => {
    const { page } = journey.operator;
    const [order] = await journey.store.sql(
      "select id from orders where status = 'completed' and deleted_at is null limit 1",
    );
    const id = String(order?.id);
    const token = await page.evaluate(() => localStorage.getItem('adminToken'));
    const elsewhere = clientOf(journey.store.url, token);
    const set = (status: string) =>
      elsewhere.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } });
    await page.goto(`${journey.store.url}/admin?tab=orders&search=${id}`);
    const select = page.getByLabel(`Status of order ${id}`);
    await expect.poll(() => select.inputValue()).toBe('completed');
    await set('failed');
    await expect.poll(() => select.inputValue()).toBe('failed');
    await page.goto(`${journey.store.url}/admin/orders/${id}`);
    await page.getByRole('list', { name: 'Timeline' }).getByText('Completed to Failed').waitFor();
    await set('completed');
    await page.getByRole('list', { name: 'Timeline' }).getByText('Failed to Completed').waitFor();
  });

  test('S-19: the order tells its story, keeps a note, and stays usable by all', async () => {
    const { page } = journey.operator;
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel('Note').fill('They wrote that all is well.');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('list', { name: 'Timeline' }).getByText('They wrote that all is well.').waitFor();
    await expectFitForAll(journey.operator.page);
  });

  test('D-5: a visitor writes, the operator reads it in the inbox and marks it as answered', async () => {
    const { page } = journey.operator;
    await clientOf(journey.store.url, null).call('POST /api/contact', {
      body: { name: 'Ana', email: 'ana@buyer.example', subject: 'My order', message: 'Where is it?' },
    });
    await page.goto(`${journey.store.url}/admin`);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL('**/admin/inbox');
    await page.getByRole('button', { name: /My order/ }).click();
    await page.getByText('Where is it?').waitFor();
    await expectFitForAll(journey.operator.page);
    await page.getByRole('button', { name: 'Mark as answered' }).click();
    await page.getByText('Every message is answered.').waitFor();
    await page.getByRole('button', { name: 'All mails' }).click();
    await page.getByRole('list', { name: 'Mails' }).getByText('Message to the support').waitFor();
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await page.getByRole('dialog').getByText('Where is it?').waitFor();
    await expectFitForAll(journey.operator.page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  test('the palette leads to an order by its id, and the help names the keys', async () => {
    const { page } = journey.operator;
    const [order] = await journey.store.sql('select id from orders where deleted_at is null limit 1');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(String(order?.id).toLowerCase());
    await page.getByRole('option', { name: String(order?.id) }).waitFor();
    await expectFitForAll(journey.operator.page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/orders/${order?.id}`);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

/** The family of a colour as the browser computes it, in any notation it likes. */
function hueOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (green > red && green > blue) return 'green';
  if (blue > green && red > green) return 'purple';
  return colour;
}
