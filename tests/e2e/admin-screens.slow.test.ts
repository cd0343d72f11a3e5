// Every screen of the admin on a phone, in both looks, over two months of orders, while the provider is out of reach; and a
// session that ends in the middle of the work.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

let store: StoreProcess;
let browser: TestBrowser;
let operator: Visit;
let token: string;

beforeAll(async () => {
  const PROVIDER_API_URL = `http://127.0.0.1:${await freePort()}/api/v2`;
  const env = { DEMO_DATA: 'on', RATE_LIMIT_FACTOR: '20', PROVIDER_API_URL, PROVIDER_API_KEY: 'out-of-reach' };
  store = await startOnSharedServer(env);
  browser = await openBrowser();
  operator = await browser.visit({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  ({ token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() }));
  await operator.page.goto(`${store.url}/admin-login`);
  await operator.page.evaluate((given) => localStorage.setItem('adminToken', given), token);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => {
  // The provider's answers are the only ones that may be missing.
  const others = operator.troubles.filter((trouble) => !/\/api\/admin\/(balance|order-status)/.test(trouble));
  expect(others).toEqual([]);
});

/** Opens a page of a signed-in admin in a set of texts. */
async function openIn({ page }: Visit, set: string, path: string): Promise<void> {
  await page.goto(`${store.url}/admin-login`);
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { adminToken: token, adminTexts: set },
  );
  await page.goto(`${store.url}${path}`);
}

const screens: [name: string, path: string, shown: string | RegExp][] = [
  ['overview', '/admin', 'Needs attention'],
  ['orders', '/admin?tab=orders', 'Select all on this page'],
  ['customers', '/admin?tab=customers', '@customer'],
  ['analytics', '/admin?tab=analytics', 'Status Breakdown'],
  ['visitors', '/admin?tab=visitors', 'Funil'],
  ['security', '/admin?tab=security', 'Total de Alertas'],
  ['session', '/admin?tab=session', 'HS256'],
  ['live users', '/admin?tab=liveusers', 'Currently Online'],
  ['API', '/admin?tab=api', 'Error loading balance'],
  ['settings', '/admin?tab=settings&page=store', 'Support hours, English'],
  ['prices', '/admin?tab=settings&page=prices', 'Price per 1,000'],
  ['texts', '/admin?tab=settings&page=texts', 'Order received'],
  ['limits', '/admin?tab=settings&page=safety', 'Card testing'],
  ['sign-in', '/admin?tab=settings&page=team', 'This browser'],
  ['keys', '/admin?tab=settings&page=developers', 'Webhooks'],
  ['data', '/admin?tab=settings&page=data', 'Backups'],
  ['history', '/admin?tab=settings&page=records', 'The values of a new store.'],
  ['launch', '/admin?tab=settings&page=launch', 'Launch'],
  ['delivery', '/admin?tab=settings&page=delivery', 'Guarantee'],
  ['notifications', '/admin?tab=settings&page=notifications', 'This device'],
  ['finances', '/admin?tab=finances', 'Net sales'],
  ['catalog', '/admin/catalog', 'Instagram likes'],
  ['system', '/admin/system', 'Disk of the data folder'],
  ['import', '/admin/catalog/import', 'Import services'],
  ['plain list', '/admin/orders', /^\d+ orders$/],
  ['messages', '/admin/inbox', 'Every message is answered.'],
  ['mails', '/admin/inbox?box=mails', 'No emails yet.'],
  ['no such order', '/admin/orders/AAAAAAAAAAAA', 'Order not found'],
];

describe('on a phone, in both looks', () => {
  test.each(screens)('ADM-2, A-82: the screen %s is whole and has no barriers', async (name, path, shown) => {
    const { page } = operator;
    await page.goto(store.url + path);
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
    if (name === 'no such order') operator.troubles.length = 0;
  });

  test('A-82: the page of a customer is whole and has no barriers', async () => {
    const { page } = operator;
    const [order] = await store.sql("select customer_email as email from orders where payment_status = 'paid' limit 1");
    await page.goto(`${store.url}/admin/customers/${encodeURIComponent(String(order?.email))}`);
    await page.getByRole('heading', { name: String(order?.email) }).waitFor();
    await page.getByText('Notes').first().waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
  });

  test('A-82: the page of an order is whole and has no barriers', async () => {
    const { page } = operator;
    const [order] = await store.sql(
      "select id from orders where status = 'processing' and array_length(post_links, 1) > 1 limit 1",
    );
    await page.goto(`${store.url}/admin/orders/${order?.id}`);
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
  });
});

test('A-82: the bar that saves the settings is above the bottom bar', async () => {
  const { page } = operator;
  await page.goto(`${store.url}/admin?tab=settings&page=store`);
  await page.getByLabel('Store name').fill('Another name');
  const save = page.getByRole('button', { name: 'Review and save' });
  const bottomBar = page.getByRole('navigation').filter({ has: page.getByRole('button', { name: 'More' }) });
  await save.waitFor();
  const [button, bar] = [await save.boundingBox(), await bottomBar.boundingBox()];
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('A-82: a notice covers no button of the bar that saves the settings', async () => {
  const desk = await browser.visit({ viewport: { width: 1440, height: 900 } });
  const { page } = desk;
  await openIn(desk, 'en', '/admin?tab=settings&page=business');
  // The last change can be undone at once; an earlier one is loaded into the form.
  for (const name of ['Noticed Ltd', 'Noticed Inc']) {
    await page.getByLabel('Business name').fill(name);
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('not saved').waitFor({ state: 'detached' });
  }
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore' }).last().click();
  const notice = page.getByText('Version 1 is loaded. Review it and save.');
  await notice.waitFor();
  const [above, below] = [
    await notice.boundingBox(),
    await page.getByRole('button', { name: 'Review and save' }).boundingBox(),
  ];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await desk.close();
});

test.each(['specified', 'en', 'pt'])(
  'D-45: 50 orders on a phone are 50 rows of two lines, in the set "%s"',
  async (set) => {
    const phone = await browser.visit({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
    await openIn(phone, set, '/admin?tab=orders');
    const rows = phone.page.locator('tbody tr', { has: phone.page.locator('a[data-order]') });
    await expect.poll(() => rows.count()).toBe(50);
    await expect.poll(() => rows.getByRole('button', { name: /^(Send|Enviar) / }).count()).toBeGreaterThan(0);
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(56);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(await overflowAt360(phone.page)).toBe(0);
    await phone.close();
  },
);

test.each(['specified', 'pt'])('D-45: at 1,024 px a row of the orders fits its list, in the set "%s"', async (set) => {
  const desk = await browser.visit({ viewport: { width: 1024, height: 768 } });
  await openIn(desk, set, '/admin?tab=orders');
  await desk.page.locator('tbody a[data-order]').first().waitFor();
  await expect.poll(() => desk.page.locator('tbody .skeleton').count()).toBe(0);
  const hidden = await desk.page
    .locator('div:has(> table)')
    .evaluate((list) => Math.max(0, list.scrollWidth - list.clientWidth));
  expect(hidden).toBe(0);
  await desk.close();
});

test.each(['specified', 'pt'])('A-82: at 1,024 px the page of an order is not wider, in the set "%s"', async (set) => {
  const desk = await browser.visit({ viewport: { width: 1024, height: 768 } });
  // Its customer has other orders, which stand beside it.
  const [order] = await store.sql(
    `select id from orders o where status = 'processing' and exists
      (select from orders other where other.customer_email = o.customer_email and other.id <> o.id) limit 1`,
  );
  await openIn(desk, set, `/admin/orders/${order?.id}`);
  await desk.page
    .getByRole('heading', { name: /^(Other orders of this customer|Outros pedidos deste cliente)$/ })
    .waitFor();
  const wider = await desk.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
  await desk.close();
});

test('an address leads to a section of the settings, and so does the palette', async () => {
  const { page } = operator;
  const isInSight = (name: string) =>
    page
      .getByRole('heading', { name, exact: true })
      .evaluate((heading) => heading.getBoundingClientRect().top >= 0 && heading.getBoundingClientRect().top < 300);
  await page.goto(`${store.url}/admin?tab=settings#prices`);
  await page.getByRole('heading', { name: 'Prices', exact: true }).waitFor();
  await expect.poll(() => isInSight('Prices')).toBe(true);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('settings retention');
  await page.keyboard.press('Enter');
  await expect.poll(() => isInSight('Retention')).toBe(true);
});

test('ADM-API-4: an unreachable provider is shown on its card, and the rest of the page works', async () => {
  const { page } = operator;
  await page.goto(`${store.url}/admin?tab=api`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Provider Balance' }) });
  await card.getByText('Error loading balance').waitFor();
  await card.getByText('Failed to fetch balance. Please check your API configuration.').waitFor();
  await page.getByLabel('Likes Service ID').fill('77');
  const looked = page.waitForResponse(/\/providers\/default\/look$/);
  await page.getByRole('button', { name: 'Save Service IDs' }).click();
  await page.getByText('Settings Updated').waitFor();
  // The save looks at the provider, which is not there: the browser writes down the answer and its own line about it.
  expect((await looked).status()).toBe(502);
  const isOfLook = (trouble: string) => trouble.includes('/providers/default/look');
  await expect.poll(() => operator.troubles.filter(isOfLook)).toHaveLength(2);
  operator.troubles.splice(0, Number.POSITIVE_INFINITY, ...operator.troubles.filter((trouble) => !isOfLook(trouble)));
});

test('A-48: /order/{id} leads a signed-in admin to the order, and a stranger to the 404 page', async () => {
  const { page } = operator;
  const [order] = await store.sql('select id from orders limit 1');
  await page.goto(`${store.url}/order/${order?.id}`);
  await page.waitForURL(`**/admin/orders/${order?.id}`);
  await page.getByRole('heading', { name: 'Order Information' }).waitFor();
  operator.troubles.length = 0;
  const stranger = await browser.visit({});
  const answer = await stranger.page.goto(`${store.url}/order/${order?.id}`);
  expect(answer?.status()).toBe(404);
  await stranger.page.getByRole('link', { name: 'Take Me Home' }).waitFor();
  expect(new URL(stranger.page.url()).pathname).toBe(`/order/${order?.id}`);
  await stranger.close();
});

test('AUTH-8, A-53: a session that was ended elsewhere goes on where it was, after the next login', async () => {
  const { page } = operator;
  await page.goto(`${store.url}/admin/orders?status=completed`);
  await page.getByText(/^\d+ orders found$/).waitFor();
  await clientOf(store.url, token).call('POST /api/admin/logout', {});
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Your session has ended. Sign in to continue where you were.').waitFor();
  const { email, password } = store.adminLogin();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Login realizado com sucesso').waitFor();
  await page.getByText(/^\d+ orders found$/).waitFor();
  expect(page.url()).toBe(`${store.url}/admin/orders?status=completed`);
  operator.troubles.length = 0;
});
