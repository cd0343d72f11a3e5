// The operator adds a channel to an ntfy server of their own, tries it, and gets a message about what needs a person. Each
// test goes on where the one before it stopped.
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type NtfyStandIn, startNtfyStandIn } from '../stand-ins/ntfy-stand-in.ts';
import { barriersOf } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, openTab, signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { sandboxControl } from '../support/sandbox-control.ts';

let ntfy: NtfyStandIn;
const journey = startJourney(async () => {
  ntfy = await startNtfyStandIn();
  return {};
});
afterAll(() => ntfy?.stop());
afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

const patient = { timeout: 30_000 };

describe('notifications', () => {
  test('the page is among the settings and found by a search, usable by all, also on a phone', async () => {
    const { page } = journey.operator;
    await signIn(journey);
    await openTab(journey, 'Settings');
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('telegram');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.waitForURL('**page=notifications#notifications');
    await page.getByText('No channels yet.').waitFor();
    await expectFitForAll(page);
  });

  test('a channel is added by its steps', async () => {
    const { page } = journey.operator;
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'ntfy' }).click();
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByLabel('Topic').fill(ntfy.topic);
    await dialog.getByLabel('Server', { exact: true }).fill(ntfy.url);
    await dialog.getByLabel('Access token').fill('tk_of_somebody_else');
    await dialog.getByLabel('Name', { exact: true }).fill('My phone');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await page.getByText('Channel added').first().waitFor();
    expect(await page.locator('body').textContent()).not.toContain('tk_of_somebody_else');
  });

  test('a test shows what the other side answers, bad and then good', async () => {
    const { page } = journey.operator;
    const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await row.getByRole('button', { name: 'Send test to My phone' }).click();
    await row.getByText('The ntfy server answered 401: unauthorized').first().waitFor();
    await row.getByText('Failing', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Edit My phone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change the address' }).click();
    await dialog.getByLabel('Topic').fill(ntfy.topic);
    await dialog.getByLabel('Server', { exact: true }).fill(ntfy.url);
    await dialog.getByLabel('Access token').fill(ntfy.token);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Send test to My phone' }).click();
    await row
      .getByText(/The ntfy server answered 200: message m\d+/)
      .first()
      .waitFor();
    await row.getByText('On', { exact: true }).waitFor();
    // The channel may get other messages, such as a security alert.
    expect(ntfy.shown().filter(({ title }) => title === 'Test message')).toHaveLength(1);
    await expectFitForAll(page);
  });

  test('an action item arrives, and its link opens it', async () => {
    const { store, operator } = journey;
    const visitor = clientOf(store.url, null);
    const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
    const control = sandboxControl(`${store.url}/sandbox`);
    const body = orderBody();
    const { orderId: id } = await visitor.call('POST /api/create-order', { body });
    const session = { orderId: id, amount: body.price, email: body.email, postUrls: body.post_links };
    const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
    await control('/provider/fail', { kind: 'lose', operation: 'add' });
    const [postLink = ''] = body.post_links;
    await clientOf(store.url, token).ask('POST /api/admin/orders/{id}/send-post', {
      params: { id },
      body: { postLink, category: 'Likes' },
    });
    const received = () => ntfy.sent.find(({ click }) => click?.includes(id));
    await expect.poll(() => received() !== undefined, { timeout: 90_000 }).toBe(true);
    const { title, message, click } = received();
    expect(`${title} ${message}`).not.toContain(body.email);
    expect(`${title} ${message}`).not.toContain(postLink);
    await operator.page.goto(click);
    await operator.page.getByText(id).first().waitFor(patient);
  });

  test('a channel that is switched off gets nothing, and one that is removed is gone', async () => {
    const { page } = journey.operator;
    await page.goto(`${journey.store.url}/admin?tab=settings#notifications`);
    const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem');
    await row.getByRole('switch', { name: 'My phone is on' }).click();
    await row.getByText('Off', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No channels yet.').waitFor();
  });
});
