// What waits for a person, from the overview to the place where it is settled and back: a send whose answer was lost, a
// payment of another amount, a mail that was refused, a job that was given up. The overview stays open beside it all.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { until } from '../support/program.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';
import { startMailServer, type TestMailServer } from '../support/smtp-server.ts';

let mailServer: TestMailServer;
const journey = startJourney(async () => {
  mailServer = await startMailServer();
  return { SMTP_URL: mailServer.url, MAIL_FROM: 'shop@example.com', RATE_LIMIT_FACTOR: '1000' };
});

let visitor: Client;
let admin: Client;
let control: SandboxControl;
let overview: Page;

beforeAll(async () => {
  const { store, operator } = journey;
  visitor = clientOf(store.url, null);
  control = sandboxControl(`${store.url}/sandbox`);
  admin = clientOf(store.url, (await visitor.call('POST /api/admin/login', { body: store.adminLogin() })).token);
  await signIn(journey);
  overview = await operator.newTab();
  await overview.goto(`${store.url}/admin`);
  await overview.getByText('All caught up.').waitFor();
});
afterAll(() => mailServer?.stop());
afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

const patient = { timeout: 30_000 };
const waiting = () => overview.getByRole('region', { name: /^Needs attention/ });
const group = (name: string): Locator => waiting().getByRole('list', { name });

/** Placed, and its payment taken by the gateway; the store was notified. */
async function paidOrder(email = 'buyer@example.com'): Promise<{ id: string; postLink: string }> {
  const body = orderBody({ email });
  const { orderId: id } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId: id, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await control('/gateway/pay', { sessionId, expiry: '01/39' });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
  return { id, postLink: body.post_links[0] ?? '' };
}

/** From the overview to where its link leads. */
async function follow(name: string, link: string): Promise<Page> {
  await group(name).waitFor(patient);
  const { page } = journey.operator;
  const href = await group(name).getByRole('link', { name: link }).getAttribute('href');
  await page.goto(journey.store.url + href);
  return page;
}

const isOver = () => overview.getByText('All caught up.').waitFor(patient);

describe('what needs a person', () => {
  test('D-17: a send whose answer was lost is settled at its link, with the id that the provider shows', async () => {
    const { id, postLink } = await paidOrder();
    await control('/provider/fail', { kind: 'lose', operation: 'add' });
    await admin.ask('POST /api/admin/orders/{id}/send-post', { params: { id }, body: { postLink, category: 'Likes' } });
    const page = await follow('Sends with an unknown result', id);
    const [placed] = (await control('/provider/orders')) as unknown as { id: string }[];
    await page.getByRole('button', { name: 'Mark as placed' }).click();
    await page.getByRole('dialog').getByLabel('Provider order ID').fill(String(placed?.id));
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as placed' }).click();
    await isOver();
    await page.getByRole('button', { name: /^Sent/ }).waitFor(patient);
  });

  test('A-24: a payment of another amount is confirmed by hand, with a note that its story keeps', async () => {
    await control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    const { id, postLink } = await paidOrder();
    const page = await follow('Payments of another amount or currency', id);
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('The rest came by bank transfer 17');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
    // Paid now, and still to be sent.
    await overview.getByRole('heading', { name: /^To send: 1 link in 1 order/ }).waitFor(patient);
    await group('Payments of another amount or currency').waitFor({ state: 'detached', ...patient });
    await admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id },
      body: { postLink, category: 'Likes' },
    });
    await isOver();
    await page.getByRole('list', { name: 'Timeline' }).getByText('Marked as paid').waitFor(patient);
  });

  test('D-10: a mail that was refused is sent again from its order', async () => {
    mailServer.reply({ RCPT: '550 mailbox unavailable' });
    const { id: orderId, postLink } = await paidOrder('gone@example.com');
    const page = await follow('Undelivered emails', orderId);
    mailServer.reply({});
    await admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink, category: 'Likes' },
    });
    const mail = page.getByRole('list', { name: 'Emails' }).getByRole('listitem').filter({ hasText: '550' });
    await mail.getByRole('button', { name: 'Resend' }).click();
    await until('the mail server took it', () => mailServer.taken.some(({ source }) => source.includes(orderId)));
    await isOver();
  });

  test('a job that was given up is tried again where it waits', async () => {
    const [job] = await journey.store.sql(
      `select id::text from graphile_worker.add_job('expire_order', '{"orderId": "AAAAAAAAAAAA"}',
       job_key := 'expire AAAAAAAAAAAA', run_at := now() + interval '1 day')`,
    );
    await journey.store.sql(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It broke' where id = ${job?.id}`,
    );
    await overview.reload();
    await group('Jobs that failed for good').getByText('expire_order: It broke').waitFor(patient);
    await group('Jobs that failed for good').getByRole('button', { name: 'Retry' }).click();
    await isOver();
    await until('the job is done', async () => {
      const left = await journey.store.sql(`select 1 from graphile_worker._private_jobs where id = ${job?.id}`);
      return left.length === 0;
    });
  });
});
