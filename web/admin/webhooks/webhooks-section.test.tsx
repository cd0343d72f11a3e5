import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { ToastProvider } from '../../ui/toast.tsx';
import { createAdmin } from '../admin-context.tsx';
import { AdminProvider } from '../admin-provider.tsx';
import { createQueryClient } from '../query-client.ts';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  fakeStore,
  fakeToken,
  field,
  fill,
  hasButton,
  settle,
  show,
  text,
} from '../testing.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const now = Date.parse('2026-03-01T12:00:00Z');
const at = new Date(now - 3_600_000).toISOString();
const url = 'https://hooks.example/told';
const webhook = {
  id: 'w1',
  url,
  events: ['order.paid'],
  enabled: true,
  live: true,
  created_at: at,
  expires_at: null as string | null,
  failing_since: at as string | null,
};
const delivery = {
  id: 'd1',
  webhook_id: 'w1',
  url,
  event: 'order.paid',
  order_id: 'K7M2NPQ4RSTV',
  state: 'failed',
  attempts: 9,
  next_attempt_at: null,
  last_status: 500,
  last_error: 'The endpoint answered 500. No.',
  created_at: at,
  delivered_at: null,
};
const secret = 'whsec_c2VjcmV0';
let store: FakeStore;
let hide: (() => Promise<void>) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now });
  localStorage.setItem('adminToken', fakeToken({ exp: now / 1000 + 3600 }));
  store = fakeStore();
  store.on('GET /api/admin/webhooks', { body: [webhook] });
  store.on('GET /api/admin/webhook-deliveries', { body: [delivery] });
});
afterEach(async () => {
  await hide?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open(): Promise<void> {
  hide = await show(
    <AdminProvider value={createAdmin(localStorage, () => {})}>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <WebhooksSection />
        </ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  );
}

const dialogs = () => [...document.querySelectorAll('dialog')];
const tick = (title: string) =>
  [...document.querySelectorAll('label')].find((label) => label.textContent?.includes(title))?.querySelector('input');

it('shows the events of each endpoint, since when deliveries fail, and the last response', async () => {
  await open();
  expect(text()).toContain(`${url}Failingorder.paid`);
  expect(text()).toContain('First failure 1 h ago');
  expect(text()).toContain('Failedorder.paid#K7M2NPQ4RSTV');
  expect(text()).toContain('9 attempts, response 500');
  expect(text()).toContain('The endpoint answered 500. No.');
});

it('adds one after the password, and shows its secret once', async () => {
  let proved = false;
  store.on('POST /api/admin/step-up', () => {
    proved = true;
    return { body: { success: true, expiresIn: 600 } };
  });
  store.on('POST /api/admin/webhooks', () =>
    proved ? { body: { ...webhook, secret } } : { status: 403, body: { message: 'Please', code: 'step_up' } },
  );
  await open();
  await click(button('Add endpoint'));
  expect(button('Add').disabled).toBe(true);
  await fill(field('input[name=webhook-url]'), url);
  await click(tick('An order was completed') ?? document.body);
  await click(button('Add'));
  await fill(field('input[type=password]'), 'a long enough password');
  await click(button('Continue'));
  await settle();
  const body = { url, events: ['order.paid', 'order.refunded'], expiresInDays: 90 };
  expect(store.calls('POST /api/admin/webhooks').at(-1)?.body).toEqual(body);
  expect(text()).toContain(secret);
  await click(button('Done'));
  expect(text()).not.toContain(secret);
});

it('says what is wrong with an address in the words of the store', async () => {
  const message = 'The endpoint is not at a public address.';
  store.on('PATCH /api/admin/webhooks/w1', { status: 400, body: { message, field: 'url' } });
  await open();
  await click(button(`Edit ${url}`));
  await fill(field('input[name=webhook-url]'), 'https://10.0.0.1/');
  await click(button('Save'));
  expect(text()).toContain(message);
  store.on('PATCH /api/admin/webhooks/w1', { body: { ...webhook, secret: null } });
  await click(tick('On') ?? document.body);
  await click(button('Save'));
  expect(store.calls('PATCH /api/admin/webhooks/w1').at(-1)?.body).toEqual({
    url: 'https://10.0.0.1/',
    events: ['order.paid'],
    enabled: false,
    newSecret: false,
  });
  expect(dialogs()).toHaveLength(0);
});

it('shows the end, marks an expired one, and lets choose another end', async () => {
  const until = new Date(now + 86_400_000).toISOString();
  const expired = { ...webhook, id: 'w2', live: false, expires_at: at, url: `${url}/2` };
  store.on('GET /api/admin/webhooks', { body: [{ ...webhook, expires_at: until }, expired] });
  store.on('PATCH /api/admin/webhooks/w2', { body: { ...expired, live: true, secret: null } });
  await open();
  expect(text()).toContain(`Until ${formatDate(until)}`);
  expect(text()).toContain(`${url}/2Expiredorder.paidExpired ${formatDate(at)}. Events are not sent.`);
  expect(button(`Send a test event to ${url}/2`).disabled).toBe(true);
  await click(button(`Edit ${url}/2`));
  const select = document.querySelector('dialog select') as HTMLSelectElement;
  expect([...select.options].map(({ text }) => text)).toEqual([
    `Unchanged (expired ${formatDate(at)})`,
    '30 days',
    '90 days',
    'A year',
    'Until it is removed',
  ]);
  select.value = 'null';
  await dispatchEvent(select, new Event('change', { bubbles: true }));
  await click(button('Save'));
  expect(store.calls('PATCH /api/admin/webhooks/w2').at(-1)?.body).toMatchObject({ expiresInDays: null });
});

it('sends a test event, resends one, and shows a refusal', async () => {
  const queued = { ...delivery, id: 'd2', event: 'test', order_id: null, state: 'waiting', attempts: 0 };
  store.on('POST /api/admin/webhooks/w1/test', { body: queued });
  store.on('POST /api/admin/webhook-deliveries/d1/replay', { status: 409, body: { message: 'It is switched off.' } });
  await open();
  await click(button(`Send a test event to ${url}`));
  expect(text()).toContain('Test event queued');
  await click(button('Send again: order.paid of K7M2NPQ4RSTV'));
  expect(text()).toContain('It is switched off.');
});

it('asks before it removes one; without any there is no log', async () => {
  store.on('DELETE /api/admin/webhooks/w1', () => {
    store.on('GET /api/admin/webhooks', { body: [] });
    return { body: { success: true } };
  });
  await open();
  await click(button(`Remove ${url}`));
  expect(store.calls('DELETE /api/admin/webhooks/w1')).toHaveLength(0);
  await click(button('Remove', dialogs()[0]));
  await settle();
  expect(store.calls('DELETE /api/admin/webhooks/w1')).toHaveLength(1);
  expect(hasButton(`Remove ${url}`)).toBe(false);
  expect(text()).not.toContain('Delivery log');
});
