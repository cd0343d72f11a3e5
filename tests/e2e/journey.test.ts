// The main job from end to end, in order: a buyer on a phone buys, an operator at a desk delivers, the buyer follows.
// Each test goes on where the one before it stopped.

import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { barriersOf, type Visit } from '../support/browser.ts';
import { expectFitForAll, startJourney } from '../support/journey.ts';
import { sandboxControl } from '../support/sandbox-control.ts';
import { approved, arriveAtResult, declined, fillDetails, findOrders, payBy } from './shop-steps.ts';

// They go through more pages in a minute than people do from one address.
const journey = startJourney(() => ({ RATE_LIMIT_FACTOR: '10' }));
const email = 'ana@buyer.example';
const links = ['https://www.instagram.com/p/JourneyOne1/', 'https://www.instagram.com/reel/JourneyTwo2/'] as const;

let buyer: Visit;
let orderId = '';

beforeAll(async () => {
  buyer = await journey.browser.phone();
});
afterEach(() => {
  expect([...buyer.troubles, ...journey.operator.troubles]).toEqual([]);
});

/** Beside them stands the order's story, which names the links too. */
const posts = (page: Page) => page.getByRole('region', { name: 'Order Details' });

describe('the buyer', () => {
  test('ROUTE-1, HOME-7, HOME-11, HOME-16, GEN-5: picks likes with the slider and goes to the checkout', async () => {
    const { page } = buyer;
    await page.goto(journey.store.url);
    await page.getByRole('button', { name: '1,000 likes' }).tap();
    await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('1,000');
    const slider = page.getByRole('slider');
    await slider.press('Home');
    await expect.poll(() => page.getByTestId('quantity').textContent()).toBe('500');
    expect(await slider.getAttribute('aria-valuetext')).toBe('500 likes, $3.00');
    await expectFitForAll(page);
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('**/checkout');
  });

  test('ROUTE-4, HOME-17, CHK-8, CHK-16, CHK-18: meets a rule before anything is sent', async () => {
    const { page } = buyer;
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$3.00');
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByRole('alert').getByText(messages.emailRequired).waitFor();
    expect(await page.getByRole('button', { name: 'Complete Order' }).isDisabled()).toBe(true);
    await expectFitForAll(page);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    expect(await journey.store.sql('select id from orders')).toEqual([]);
  });

  test('GEN-1, GEN-3, CHK-10, CHK-13, PAY-8, PAY-9: completes the order and gets the card form in place', async () => {
    const { page } = buyer;
    await fillDetails(page, email, links);
    await page.getByText('250 likes each').waitFor();
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
    await page.frameLocator('#payment-form iframe').locator('#pay').waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
    await expectFitForAll(page);
    expect(await barriersOf(page, page.frames()[1])).toEqual([]);
  });

  test('GEN-3, A-25: a declined card leaves the form for another try', async () => {
    const { page } = buyer;
    await payBy(page, declined);
    const form = page.frameLocator('#payment-form iframe');
    await form.getByRole('alert').getByText('2 more tries').waitFor();
    expect(await form.locator('#pay').isEnabled()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/checkout');
    expect(await journey.store.sql('select status, paid_at from orders')).toEqual([
      { status: 'pending', paid_at: null },
    ]);
  });

  test('ROUTE-5, RES-1, RES-6, RES-7, A-26: an approved card leads to the result, which says that it is paid', async () => {
    const { page } = buyer;
    await payBy(page, approved);
    orderId = await arriveAtResult(page);
    await page.getByText(`#${orderId}`).waitFor();
    expect(await page.getByRole('link', { name: 'Create Another Order' }).getAttribute('href')).toBe('/');
    await expectFitForAll(page);
    await page.getByRole('link', { name: 'View your order' }).tap();
    await page.waitForURL(`**/order/${orderId}/*`);
    await page.getByRole('heading', { name: 'Paid: 500 likes are next' }).waitFor();
    await expectFitForAll(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Track Your Order' }).tap();
    await page.waitForURL('**/client');
  });

  test('ROUTE-6, GEN-16, TRK-5, TRK-6, TRK-14: finds the order by email, not sent yet', async () => {
    const { page } = buyer;
    await findOrders(page, email.toUpperCase());
    await page.getByRole('heading', { name: 'Your Orders (1)' }).waitFor();
    const card = page.getByRole('article');
    await card.getByText(`Pedido #${orderId}`).waitFor();
    expect(await card.getByText('Awaiting processing').count()).toBe(2);
    expect(new URL(page.url()).search).toBe('');
    await expectFitForAll(page);
  });
});

describe('the operator', () => {
  test('ROUTE-7, ROUTE-12: is sent to the login from every admin page', async () => {
    const { page } = journey.operator;
    // The last one is where the login leads (D-48).
    for (const path of ['/admin/orders', `/admin/orders/${orderId}`, '/admin']) {
      await page.goto(`${journey.store.url}${path}`);
      await page.waitForURL('**/admin-login');
    }
    await expectFitForAll(page);
  });

  test('LOGIN-5, LOGIN-6, LOGIN-10, ROUTE-8: signs in with the printed login and lands on the dashboard', async () => {
    const { page } = journey.operator;
    const login = journey.store.adminLogin();
    await page.getByLabel('Email').fill(login.email);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Login Successful!' }).waitFor();
    await page.getByText('Login realizado com sucesso').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin-login');
    await page.waitForURL('**/admin', { timeout: 5_000 });
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await expectFitForAll(page);
  });

  test('ROUTE-9, ROUTE-10, DET-1..10, NAV-6: opens the paid order from the list', async () => {
    const { page } = journey.operator;
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Plain list' }).click();
    await page.waitForURL('**/admin/orders');
    await page.getByRole('link', { name: orderId }).waitFor();
    await expectFitForAll(page);
    await page.getByRole('link', { name: orderId }).click();
    await page.waitForURL(`**/admin/orders/${orderId}`);
    await page.getByRole('definition').filter({ hasText: email }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(2);
    await page.getByText('250 likes').first().waitFor();
  });

  test('GEN-8, GEN-9, DET-10..14, DET-16: sends each link once and sees its provider order and live status', async () => {
    const { page } = journey.operator;
    const control = sandboxControl(`${journey.store.url}/sandbox`);
    await control('/provider/pace', { startAfterMs: 0, completeAfterMs: 3_600_000 });
    for (const link of links) {
      const row = posts(page).getByRole('listitem').filter({ hasText: link });
      await row.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText(`Post link ${link} has been sent to the provider API`).waitFor();
      const done = row.getByRole('button', { name: 'Sent' });
      await done.waitFor();
      expect(await done.isDisabled()).toBe(true);
      await row.getByRole('button', { name: 'Refill' }).waitFor();
      await row.getByText(/Provider order \d+/).waitFor();
      await row.getByText('In progress').waitFor();
    }
    const placed = (await control('/provider/orders')) as unknown as { link: string; quantity: number }[];
    const sent = placed.map(({ link, quantity }) => ({ link, quantity }));
    expect(sent).toEqual(links.map((link) => ({ link, quantity: 250 })));
    await expectFitForAll(page);
  });

  test('ROUTE-13, AUTH-2: a reload waits for the verification of the token', async () => {
    const { page } = journey.operator;
    let verify = () => {};
    const requested = new Promise<void>((resolve) => {
      verify = resolve;
    });
    await page.route('**/api/admin/verify', async (route) => {
      await requested;
      await route.continue();
    });
    await page.reload();
    await page.getByText(messages.checkingLogin).waitFor();
    expect(await page.getByText(email).count()).toBe(0);
    verify();
    await page.getByText(email).first().waitFor();
    await page.unroute('**/api/admin/verify');
  });

  test('GEN-9, STATE-10, STATE-12: sees what the provider has completed', async () => {
    const { page } = journey.operator;
    await sandboxControl(`${journey.store.url}/sandbox`)('/provider/advance', { status: 'Completed', remains: '0' });
    // The store asks about a link once in 55 s; here that time is over.
    await journey.store.sql("update dispatches set checked_at = checked_at - interval '60 seconds'");
    await page.reload();
    expect(new URL(page.url()).pathname).toBe(`/admin/orders/${orderId}`);
    await expect.poll(() => posts(page).getByRole('listitem').getByText('Completed').count()).toBe(2);
    expect(await posts(page).getByText('remaining').count()).toBe(0);
  });

  test('GEN-10, DET-18: asks for a refill', async () => {
    const { page } = journey.operator;
    const row = posts(page).getByRole('listitem').filter({ hasText: links[0] });
    await row.getByRole('button', { name: 'Refill' }).click();
    await page.getByText('Refill requested successfully').waitFor();
    await row.getByText('Refill accepted by the provider, not done yet').waitFor();
  });
});

test('TRK-8, TRK-13, A-44: the buyer sees the delivery, and the order completed', async () => {
  const { page } = buyer;
  await findOrders(page, email);
  const card = page.getByRole('article').filter({ hasText: orderId });
  await card
    .getByText(/^#\d+$/)
    .first()
    .waitFor();
  await card.getByText('Some were lost later, and we are delivering them again.').waitFor();
  expect(await card.getByText('Awaiting processing').count()).toBe(0);
  await expectFitForAll(page);
  await card.getByRole('link', { name: 'View order' }).tap();
  await page.waitForURL(`**/order/${orderId}/*`);
  await page.getByRole('heading', { name: 'Refilling: a part of your likes was lost' }).waitFor();
  await expectFitForAll(page);
});

test('NAV-11, AUTH-7: the operator leaves, and the admin is closed again', async () => {
  const { page } = journey.operator;
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${journey.store.url}/`);
  // The token is gone; the key of a browser that is known stays (D-22).
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key !== 'returning_visitor')).toEqual(['adminDeviceKey']);
  await page.goto(`${journey.store.url}/admin/orders/${orderId}`);
  await page.waitForURL('**/admin-login');
});

test.each([
  ['ROUTE-2', '/about', 'How it works'],
  ['ROUTE-3', '/contact', 'Contact'],
])('%s: %s is open to everybody', async (_, path, heading) => {
  const { page } = buyer;
  await page.goto(`${journey.store.url}${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await expectFitForAll(page);
});

test('ROUTE-11: any other path shows the 404 page', async () => {
  const { page, troubles } = buyer;
  const answer = await page.goto(`${journey.store.url}/no/such/page`);
  expect(answer?.status()).toBe(404);
  const unreadable = await fetch(`${journey.store.url}/%ff`);
  expect([unreadable.status, unreadable.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  await unreadable.text();
  await page.getByRole('link', { name: 'Take Me Home' }).waitFor();
  await expectFitForAll(page);
  // The answer itself is what the browser complains about, and nothing else.
  expect(troubles.splice(0).filter((trouble) => !/ 404 /.test(trouble.replaceAll(')', ' ')))).toEqual([]);
});
