// An operator goes through the tabs of the dashboard of a shop that has been running for two months, by mouse and by
// keyboard, in both looks and on a phone. Each test goes on where the one before it stopped.
import { afterEach, describe, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, openTab, signIn, startJourney } from '../support/journey.ts';

/** All JavaScript of the first screen after the login, as it comes over the line. */
const firstScreenBytes = 142_200;

const journey = startJourney(() => ({ DEMO_DATA: 'on' }));

afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

const dollars = (cents: unknown) => `$${(Number(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

describe('the dashboard', () => {
  test('ROUTE-8, ADM-OVR-1..4: shows revenue and pending items, with little JavaScript', async () => {
    const { page } = journey.operator;
    // The code of other pages is loaded after the first screen, and only without data saver.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await signIn(journey);
    await page.getByRole('img', { name: /^Revenue and orders of the last 30 days/ }).waitFor();
    const [completed] = await journey.store.sql("select count(*)::int as n from orders where status = 'completed'");
    const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });
    await card('Total Orders').getByText(String(completed?.n), { exact: true }).waitFor();
    const [earned] = await journey.store.sql('select sum(revenue_cents) as cents from revenue_days');
    await card('Revenue').getByText(dollars(earned?.cents), { exact: true }).waitFor();
    // Steps and action items load once the store returned that there are some.
    await page.waitForLoadState('networkidle');
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

  test('D-68: the cards are first, and each opens exactly the orders that it counts', async () => {
    const { page } = journey.operator;
    const main = page.getByRole('main');
    expect(await main.getByRole('heading', { level: 2 }).first().textContent()).toBe('Total Orders');
    for (const title of ['Total Orders', 'Orders Today', 'Pending Orders']) {
      const card = main.locator('section', { has: page.getByRole('heading', { name: title }) });
      const counted = await card.locator('p').first().textContent();
      const listed = page.waitForResponse((answer) => /\/api\/orders\?.*(status|from)=/.test(answer.url()));
      await card.getByRole('link').click();
      expect([title, (await listed).headers()['x-total-count']]).toEqual([title, counted?.replaceAll(',', '')]);
      await page.goBack();
    }
    await page.getByRole('img', { name: /^Revenue and orders of the last 30 days/ }).waitFor();
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

  test('ADM-CUS-1..8, D-7, D-46: customers, the most spent first, found by a part of the email, each opens to orders', async () => {
    const { page } = journey.operator;
    await openTab(journey, 'Customers');
    await page.waitForURL('**/admin?tab=customers');
    const rows = page.getByRole('table', { name: 'Customers', exact: true }).getByRole('button', { name: /@/ });
    // Who ordered last is taken in when the customers are asked for.
    await rows.first().waitFor();
    const [first] = await journey.store.sql(
      'select email, spent_cents, orders from customers order by spent_cents desc, email_key desc limit 1',
    );
    await page.keyboard.press('/');
    await page.keyboard.type(String(first?.email).slice(0, -4).toUpperCase());
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    await page.getByText(`${dollars(first?.spent_cents)} total spent`).waitFor();
    await expectFitForAll(journey.operator.page);
    await page
      .getByRole('link', { name: /^View order/ })
      .first()
      .click();
    await page.waitForURL(/\/admin\/orders\/[0-9A-Z]{12}$/);
    await page.getByRole('heading', { name: 'Order Information' }).waitFor();
    await page.goBack();
    await page.getByText(`${dollars(first?.spent_cents)} total spent`).waitFor();
  });

  test('ADM-ANA-1..11: analytics with four cards, four charts, a table behind each, and shares that make 100 %', async () => {
    const { page } = journey.operator;
    await openTab(journey, 'Analytics');
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

  test('ADM-1, ADM-7, A-57, GEN-12, D-44: tabs by the keyboard, by address, and back', async () => {
    const { page } = journey.operator;
    const place = (name: string) =>
      page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true });
    await place('Inbox').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin?tab=customers');
    await page.goBack();
    await page.waitForURL('**/admin?tab=analytics&days=7');
    await page.goto(`${journey.store.url}/admin?tab=finances`);
    await expect.poll(() => place('Finances').getAttribute('aria-current')).toBe('page');
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  });

  test('the account menu and the languages have no barriers, and the language stays after a reload', async () => {
    const { page } = journey.operator;
    const account = page.getByRole('button', { name: /^Account and display/ });
    await account.click();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('pt');
    await page.getByRole('link', { name: 'Pedidos', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Pedidos', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: /^Conta e aparência/ }).click();
    await page.getByRole('combobox', { name: 'Idioma' }).selectOption('specified');
    await account.waitFor();
    await page.keyboard.press('Escape');
    expect(await account.getAttribute('aria-expanded')).toBe('false');
  });

  test('an order leads back to the list with its filter and where it was scrolled to', async () => {
    const { page } = journey.operator;
    await page.goto(`${journey.store.url}/admin?tab=orders&status=completed&sort=oldest`);
    const row = page.getByRole('row').nth(30);
    await row.scrollIntoViewIfNeeded();
    const scrolledPx = await page.evaluate(() => window.scrollY);
    expect(scrolledPx).toBeGreaterThan(200);
    const id = await row.getByRole('link').first().textContent();
    await row.getByRole('link').first().click();
    await page
      .getByRole('complementary', { name: `Order ${id}` })
      .getByRole('link', { name: 'Open' })
      .click();
    await page.getByRole('heading', { name: 'Order Information' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click();
    await page.waitForURL('**/admin?tab=orders&status=completed&sort=oldest');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolledPx);
  });

  test('GEN-4, GEN-18, NAV-7, NAV-8, ADM-SET-1, A-58: the navigation leads to customers, finances and real settings', async () => {
    const { page } = journey.operator;
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true });
    for (const [name, address, tab] of [
      ['Customers', '**/admin?tab=customers', 'Customers'],
      ['Finances', '**/admin?tab=finances', 'Analytics'],
      ['Settings', '**/admin?tab=settings', 'Settings'],
    ] as const) {
      await link(name).click();
      await page.waitForURL(address);
      await page.getByRole('heading', { level: 1, name: tab }).waitFor();
    }
    const labels = await page.getByRole('navigation', { name: 'Admin' }).getByRole('link').allTextContents();
    for (const area of ['Orders', 'Customers', 'Analytics', 'Visitors', 'Security', 'API', 'Settings']) {
      expect(labels.join(' ')).toContain(area);
    }
    // The earlier labels, which the specification keeps.
    await link('Visitors').click();
    await page.getByText('Geografia').first().waitFor();
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
    await page.waitForURL('**/admin/inbox?message=*');
    await page.getByRole('article', { name: 'My order' }).getByText('Where is it?').waitFor();
    await expectFitForAll(journey.operator.page);
    await page.getByRole('button', { name: 'Mark as answered' }).click();
    await page.getByText('Every message is answered.').waitFor();
    await page.getByRole('button', { name: 'All emails' }).click();
    const mail = page
      .getByRole('list', { name: 'Emails' })
      .getByRole('listitem')
      .filter({ hasText: 'Message to support' });
    await mail.getByRole('button', { name: 'Preview' }).first().click();
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
