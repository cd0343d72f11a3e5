// Where a store has two providers, an admin reads their names and the IDs that they gave, nowhere the store's own form.
import { beforeEach, describe, expect, it } from 'vitest';
import { evidence } from '../evidence/testing-evidence.tsx';
import { id, linkA, linkB, openOrder, panel, row, sentA, storeWithOrder } from '../order-detail/testing-order.tsx';
import { order as listed, openTab, rows, storeWithOrders } from '../orders/testing-orders.tsx';
import { storeWithSettings } from '../settings/testing-settings.tsx';
import { button, click, type FakeStore, field, fill, settle, toasts } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';
import '../evidence/evidence-page.tsx';
// Imports the lazy chunks first, because fake timers do not wait for a dynamic import.
import '../orders/orders-tab.tsx';

const sentB = { ...sentA, api_order_id: 'p2:23501', post_link: linkB };
const delivery = { state: 'in_progress', links: 2, sent: 2, ended: 0, ordered: 1001 };
const providers = [
  { id: 'default', name: 'First panel', enabled: true, used: [] },
  { id: 'p2', name: 'Second panel', enabled: true, used: [] },
];
const at = '2026-03-01T11:55:00.000Z';
let store: FakeStore;

beforeEach(() => {
  store = storeWithOrder();
  store.on('GET /api/admin/order-status/p2:23501', { body: { status: 'Pending', remains: 500 } });
  store.on('GET /api/admin/providers', { body: providers });
});

const page = () => document.querySelector('main')?.textContent ?? '';

describe('with two providers', () => {
  it('the order and its timeline name them', async () => {
    const moved = {
      at,
      who: 'system',
      what: 'dispatch.moved',
      details: { position: 1, from: 'default', quantity: 500 },
    };
    const began = {
      at,
      who: 'provider',
      what: 'delivery.started',
      details: { link: linkB, providerOrderId: 'p2:23501' },
    };
    store.on(`GET /api/admin/orders/${id}/timeline`, { body: [moved, began] });
    await openOrder(store, [sentA, sentB]);
    expect(row(0).textContent).toContain('Provider order 23501 (First panel)');
    expect(row(1).textContent).toContain('Provider order 23501 (Second panel)');
    expect(row(1).textContent).toContain('Pending');
    expect(panel('Timeline').textContent).toContain('From: First panel');
    expect(panel('Timeline').textContent).toContain('provider order 23501 (Second panel)');
    expect(page()).not.toContain('p2');
  });

  it('the side panel of the list names them', async () => {
    const list = storeWithOrders();
    list.on('GET /api/admin/providers', { body: providers });
    const shown = listed('BBB', { payment: 'paid', delivery, post_links: [linkA, linkB] });
    list.lists([shown], 1);
    list.on('POST /api/orders/api-orders-batch', { body: [{ orderId: 'BBB', apiOrders: [sentA, sentB] }] });
    list.on('GET /api/orders/BBB', { body: shown });
    list.on('GET /api/orders/BBB/api-orders', { body: [sentA, sentB] });
    list.on('GET /api/admin/orders/BBB/timeline', { body: [] });
    await openTab('&queue=to_send');
    await click(rows()[0]?.querySelectorAll('td')[2] as Element);
    await settle();
    const aside = document.querySelector('aside[aria-label^="Order "]')?.textContent;
    expect(aside).toContain('#23501 (First panel)');
    expect(aside).toContain('#23501 (Second panel)');
  });

  it('the evidence names them', async () => {
    const [link] = evidence.links;
    const links = [{ ...link, provider_order_id: 'p2:23501' }];
    store.on(`GET /api/admin/orders/${evidence.order.id}/evidence`, { body: { ...evidence, links } });
    await openAdmin(`/admin/orders/${evidence.order.id}/evidence`);
    await settle();
    expect(document.querySelector('article')?.textContent).toContain('23501 (Second panel)');
    expect(document.querySelector('article')?.textContent).not.toContain('p2');
  });

  it('the audit log names them', async () => {
    const entry = { id: 1, actor: 'owner@shop.test', happened_at: at, personal: null };
    const body = [
      { ...entry, action: 'dispatch.passed_on', subject: id, details: { from: 'default', to: 'p2', said: 'No funds' } },
      { ...entry, id: 2, action: 'provider.changed', subject: 'p2', details: {} },
    ];
    const { store: ofSettings } = storeWithSettings();
    ofSettings.on('GET /api/admin/providers', { body: providers });
    ofSettings.on('GET /api/admin/audit', { body });
    await openAdmin('/admin?tab=settings#audit');
    await settle();
    expect(page()).toContain('From: First panel, To: Second panel, Response: No funds');
    expect(page()).toContain('Provider changed Second panel');
    expect(page()).not.toContain('p2');
  });

  it('a lost answer to "Mark as placed" is found by the ID that the provider gave', async () => {
    const unknown = { ...sentA, api_order_id: null, status: 'unknown' };
    await openOrder(store, [unknown]);
    store.on(`POST /api/admin/orders/${id}/settle-post`, () => {
      store.on(`GET /api/orders/${id}/api-orders`, { body: [{ ...sentB, post_link: linkA }] });
      throw new TypeError('Failed to fetch');
    });
    const dialog = () => document.querySelector('dialog') ?? undefined;
    await click(button('Mark as placed', row(0)));
    await fill(field('dialog input'), '23501');
    await click(button('Mark as placed', dialog()));
    await settle(1);
    expect(toasts()).toContain('Result recorded');
    expect(dialog()).toBeUndefined();
  });
});
