// What the pages hide from an admin whose role may not do it: by the list of the store, and by no rule of their own.
import { describe, expect, it } from 'vitest';
import { isAllowed, type Role } from '../../contract/account-rules.ts';
import { endpoints } from '../../contract/index.ts';
import { firstStoreSettings } from '../../contract/store-settings.ts';
import { message, threadOf } from './inbox/testing-inbox.tsx';
import { id, order, sentA } from './order-detail/testing-order.tsx';
import { settingsPagePath, settingsPages } from './settings/sections.ts';
import { button, click, type FakeStore, hasButton, settle, text } from './testing.tsx';
import { now, openAdmin, operator, signIn } from './testing-signed-in.tsx';

const at = new Date(now - 60_000).toISOString();

/** The list as the store sends it. */
function deniedTo(role: Role): string[] {
  return Object.entries(endpoints).flatMap(([name, { role: needed }]) =>
    needed === undefined || isAllowed(role, needed) ? [] : [name],
  );
}

function signInAs(access: Role): FakeStore {
  const store = signIn();
  store.on('GET /api/admin/verify', { body: { user: { ...operator, access, denied: deniedTo(access) } } });
  store.on('GET /api/orders', { body: [order], headers: { 'X-Total-Count': '1' } });
  store.on('GET /api/admin/order-views', { body: [] });
  store.on('POST /api/orders/api-orders-batch', { body: [] });
  store.on(`GET /api/orders/${id}`, {
    body: { ...order, undo_status: { status: 'pending', until: '2026-03-01T12:05:00Z' } },
  });
  store.on(`GET /api/orders/${id}/api-orders`, { body: [sentA] });
  store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 120 } });
  store.on(`GET /api/admin/orders/${id}/timeline`, { body: [] });
  store.on(`GET /api/admin/orders/${id}/payments`, { body: [] });
  store.on(`GET /api/admin/orders/${id}/refunds`, {
    body: {
      refunds: [],
      payments: [{ payment: 1, kind: 'paid', amount: 6, left: 6 }],
      undelivered: { quantity: 5, amount: 1, running: 0, unknown: 0 },
      proposed: true,
    },
  });
  const mail = { id: 1, kind: 'order_paid', order_id: id, recipient: 'a@b.co', state: 'sent', created_at: at };
  store.on('GET /api/admin/mails', { body: [{ ...mail, sent_at: at, attempts: 1, last_error: null }] });
  const message = { id: 1, name: 'Ana', email: 'a@b.co', subject: 'Hello', message: 'Hi', urgent: false };
  store.on('GET /api/admin/contact-messages', {
    body: [{ ...message, received_at: at, read_at: null, answered_at: null }],
  });
  store.on('GET /api/admin/security-alerts', {
    body: { stats: { total: 1, critical: 0, recent: 0, activeThreats: 0 }, alerts: [] },
  });
  const settings = { version: 1, changed_at: at, changed_by: null, mode: 'sandbox', settings: firstStoreSettings() };
  store.on('GET /api/admin/store-settings', { body: settings });
  store.on('GET /api/admin/checkout-pause', { body: { paused: false } });
  store.on('GET /api/admin/store-settings/history', { body: [] });
  return store;
}

/** The buttons, links that act, and inputs of the page, without those of the layout. */
function labels(): string[] {
  const found = document.querySelectorAll('main button, main select, main input');
  return [...found]
    .filter((element) => !element.matches('fieldset[disabled] *'))
    .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
}
const writing =
  /^(Send|Sent|Refill(?!ed$| started$)|Cancel delivery|Replace link|Refund|Undo|Add a note|Resend|Complete order|Delete|Status of|Choose|Export|Confirm|Check payment|Mark as|Limpar|Pausar|Pause|Open |Add|Remove|Back up|Erase|It was)/;
const written = () => labels().filter((label) => writing.test(label));

const pages = [
  '/admin?tab=orders',
  `/admin/orders/${id}`,
  '/admin/inbox?box=mails',
  '/admin?tab=security',
  ...(['prices', 'safety', 'team', 'developers', 'data'] as const).map(settingsPagePath),
];
const quietPages = (['store', 'delivery', 'texts', 'records'] as const).map(settingsPagePath);

describe('D-36: the pages of an admin', () => {
  it.each([...pages, ...quietPages])('a viewer sees no button that writes on %s', async (path) => {
    signInAs('viewer');
    await openAdmin(path);
    await settle();
    expect(written().filter((label) => !isOwnAccount(label))).toEqual([]);
  });

  it.each(settingsPages)('a viewer changes no setting on the page $id', async (page) => {
    signInAs('viewer');
    await openAdmin(settingsPagePath(page.id));
    await settle();
    const inputs = [...document.querySelectorAll('main [id^=setting-]:is(input, select, textarea)')];
    expect(inputs.filter((input) => !input.matches('fieldset[disabled] *, [disabled]')).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it('the address of a page that shows nothing to a viewer opens the first page', async () => {
    signInAs('viewer');
    await openAdmin(settingsPagePath('developers'));
    await settle();
    expect(document.querySelector('main #store')).not.toBeNull();
    expect(document.querySelector('main nav [aria-current=page]')?.textContent).toBe('Store');
  });

  it.each(pages)('an owner does on %s', async (path) => {
    signInAs('owner');
    await openAdmin(path);
    await settle();
    expect(written()).not.toEqual([]);
  });

  it('a viewer who opens a message marks nothing', async () => {
    const store = signInAs('viewer');
    store.on('GET /api/admin/contact-messages/1', { body: threadOf(message('1')) });
    await openAdmin('/admin/inbox?message=1');
    await settle();
    expect(text()).toContain('About 1');
    expect(written()).toEqual([]);
    expect(store.calls('PATCH /api/admin/contact-messages/1')).toEqual([]);
  });

  it('support refunds, refills and adds notes, and sends no link', async () => {
    signInAs('support');
    await openAdmin(`/admin/orders/${id}`);
    await settle();
    for (const name of ['Refund', 'Refill', 'Add a note']) expect(hasButton(name), name).toBe(true);
    for (const name of ['Send', 'Cancel delivery', 'Check payment']) expect(hasButton(name), name).toBe(false);
  });

  it('a manager saves settings, and neither reads admins and keys nor changes the limits of support', async () => {
    const store = signInAs('manager');
    await openAdmin(settingsPagePath('store'));
    await settle();
    const input = (name: string) => document.querySelector<HTMLInputElement>(`#setting-${name}`);
    expect(document.querySelector('fieldset[disabled] #setting-name')).toBeNull();
    await click(button('Limits'));
    expect(input('support_refund-largest')?.disabled).toBe(true);
    expect(hasButton('API and webhooks')).toBe(false);
    await click(button('Team and sign-in'));
    expect(document.querySelector('#sign-in')).not.toBeNull();
    expect(document.querySelector('#admins')).toBeNull();
    expect(store.calls('GET /api/admin/api-keys')).toEqual([]);
    expect(store.calls('GET /api/admin/webhooks')).toEqual([]);
  });

  it('a refusal because of the role reads the role again', async () => {
    const store = signInAs('owner');
    store.on('GET /api/admin/api-keys', {
      status: 403,
      body: { code: 'no_role', message: 'Only an owner may do this.' },
    });
    store.on('GET /api/admin/verify', () => ({
      body: {
        user:
          store.calls('GET /api/admin/api-keys').length > 0
            ? { ...operator, access: 'viewer', denied: deniedTo('viewer') }
            : operator,
      },
    }));
    await openAdmin(settingsPagePath('developers'));
    await settle();
    expect(hasButton('API and webhooks')).toBe(false);
    await click(button('Store'));
    expect(document.querySelector('fieldset[disabled] #setting-name')).not.toBeNull();
  });
});

/** Each admin manages the own sign-in. */
function isOwnAccount(label: string): boolean {
  return /passkey|authenticator|second factor/i.test(label);
}
