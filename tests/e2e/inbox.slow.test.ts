// An operator answers messages in a real browser: in two clicks from Home, and again when the mail server refused.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';

let server: TestMailServer;
const journey = startJourney(async () => {
  server = await startMailServer();
  return { RATE_LIMIT_FACTOR: '1000', SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' };
});

let visitor: Client;
beforeAll(async () => {
  visitor = clientOf(journey.store.url, null);
  await signIn(journey);
});
afterEach(() => {
  server.reply({});
  expect(journey.operator.troubles).toEqual([]);
});
afterAll(() => server.stop());

const write = (subject: string, message: string) =>
  visitor.call('POST /api/contact', { body: { name: 'Ana', email: 'ana@buyer.example', subject, message } });
/** Replies only, without the acknowledgement of the message. */
const repliesTaken = () =>
  server.taken.filter(({ to, source }) => to[0] === 'ana@buyer.example' && /^Subject: Re: /m.test(source));

test('D-5: a message is answered with two clicks from Home, without leaving, and stands in its order', async () => {
  const { page } = journey.operator;
  const { orderId } = await visitor.call('POST /api/create-order', { body: orderBody() });
  await write('My order', `Where is my order ${orderId}?`);
  await page.goto(`${journey.store.url}/admin`);
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Inbox/ })
    .click();
  const field = page.getByRole('textbox', { name: 'Reply to Ana' });
  await field.waitFor();
  await expectFitForAll(page);
  // The keyboard is in the field already.
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('It is on its way.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('Every message is answered.').waitFor();
  await page.getByRole('article', { name: 'My order' }).getByText('Sent', { exact: true }).waitFor();
  expect(repliesTaken()).toHaveLength(1);
  await expectFitForAll(page);
  await page.getByRole('article').getByRole('link', { name: orderId }).first().click();
  await page.getByRole('list', { name: 'Timeline' }).getByRole('link', { name: 'Reply to a message' }).click();
  await page.getByRole('article', { name: 'My order' }).getByText('It is on its way.').waitFor();
});

test('D-10: a reply that the mail server refuses is shown as not sent, and goes out after Retry', async () => {
  const { page } = journey.operator;
  await write('Another', 'Onde está o meu pedido? Obrigada.');
  server.reply({ RCPT: '550 5.1.1 unknown' });
  await page.goto(`${journey.store.url}/admin/inbox`);
  const article = page.getByRole('article', { name: 'Another' });
  await article.getByRole('button', { name: 'Estamos verificando' }).click();
  await page.keyboard.press('Control+Enter');
  await article.getByText('5.1.1').waitFor();
  await expectFitForAll(page);
  server.reply({});
  await article.getByRole('button', { name: 'Retry' }).click();
  await article.getByText('Sent', { exact: true }).waitFor();
  expect(repliesTaken()).toHaveLength(2);
});

test('a phone shows the list or the thread, and the templates are edited', async () => {
  const { page } = journey.operator;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${journey.store.url}/admin/inbox?box=messages`);
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Reply to Ana' }).waitFor();
  await expectFitForAll(page);
  await page.goBack();
  await page.getByRole('list', { name: 'Messages' }).waitFor();
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('textbox', { name: 'Name' }).first().fill('On it');
  await expectFitForAll(page);
  await page.getByRole('button', { name: 'Save templates' }).click();
  await page.getByText('Templates saved').waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).first().inputValue()).toBe('On it');
});
