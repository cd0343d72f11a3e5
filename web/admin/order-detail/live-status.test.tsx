import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTabVisible } from '../../testing.tsx';
import { type FakeStore, settle } from '../testing.tsx';
import { openOrder, row, sentA, statusCalls, storeWithOrder } from './testing-order.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithOrder();
});

afterEach(() => setTabVisible(true));

describe('the live status', () => {
  it.each([
    ['Completed', 'green'],
    ['Processing', 'blue'],
    ['In progress', 'blue'],
    ['Partial', 'orange'],
    ['Pending', 'yellow'],
    ['Canceled', 'red'],
    ['Cancelled', 'red'],
    ['On hold', 'grey'],
  ])('STATE-10, STATE-11, A-43: %s is shown as returned, in %s', async (status, tone) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await openOrder(store, [sentA]);
    expect(row(0).querySelector(`[data-tone=${tone}]`)?.textContent).toBe(status);
    expect(row(0).textContent).not.toContain('remaining');
  });

  it('STATE-12, STATE-13: shows what remains above 0, renewed every 60 s', async () => {
    await openOrder(store, [sentA]);
    expect(row(0).textContent).toContain('120 remaining');
    store.on('GET /api/admin/order-status/23501', { body: { status: 'In progress', remains: 1000 } });
    await settle(59_000);
    expect(statusCalls(store)).toBe(1);
    await settle(1_000);
    expect(statusCalls(store)).toBe(2);
    expect(row(0).textContent).toContain('1,000 remaining');
  });

  it('STATE-14, A-42: is not asked again after a terminal status', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Partial', remains: 20 } });
    await openOrder(store, [sentA]);
    await settle(300_000);
    expect(statusCalls(store)).toBe(1);
  });

  it('STATE-13: pauses in a hidden tab', async () => {
    await openOrder(store, [sentA]);
    await setTabVisible(false);
    await settle(180_000);
    expect(statusCalls(store)).toBe(1);
    await setTabVisible(true);
    await settle(60_000);
    expect(statusCalls(store)).toBe(2);
  });

  it('5.3: keeps the last known status when a poll fails, and asks again in 60 s', async () => {
    await openOrder(store, [{ ...sentA, live_status: 'Pending', remains: 501 }]);
    store.on('GET /api/admin/order-status/23501', { status: 502, body: { message: 'down' } });
    await settle(62_000);
    expect(row(0).textContent).toContain('In progress');
    expect(row(0).textContent).toContain('Update failed');
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    await settle(62_000);
    expect(row(0).textContent).toContain('Completed');
    expect(row(0).textContent).not.toContain('Update failed');
  });

  it('shows the status that the store knows when the provider cannot be reached', async () => {
    store.on('GET /api/admin/order-status/23501', { status: 502, body: { message: 'down' } });
    await openOrder(store, [{ ...sentA, live_status: 'Pending', remains: 501 }]);
    await settle(5_000);
    expect(row(0).textContent).toContain('Pending');
    expect(row(0).textContent).toContain('501 remaining');
  });
});
