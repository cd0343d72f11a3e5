import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { draw, fakeApi } from '../../testing.tsx';
import { fakeBrowser } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';
import { orderStates, paidOrder } from './testing-orders.tsx';

fakeBrowser();

describe('the expected end', () => {
  const at = (time: string) => vi.setSystemTime(`2026-03-14T${time}:00Z`);
  const openWith = (order: OrderPage, seconds?: number, lang: Language = 'en') => {
    const { api } = fakeApi({ 'GET /api/orders/{id}/page': () => order });
    const texts = textsOf(lang).order;
    return draw(<OrderIsland lang={lang} texts={texts} order={order} completedSeconds={seconds} api={api} />).text();
  };
  const hour = 3_600;

  it('is the measured time after the payment, rounded up, of an order that is paid or delivering', () => {
    at('14:20');
    const time = new Date('2026-03-14T17:20:00Z').toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });
    for (const state of ['paid', 'delivering'] as const) {
      expect(openWith(orderStates[state], 3 * hour)).toContain(`Most orders like this are complete by ${time}.`);
    }
    expect(openWith(paidOrder, 3 * hour, 'pt')).toContain('A maioria dos pedidos como este fica pronta até');
  });

  it('names the day when it is not today', () => {
    at('14:20');
    expect(openWith(paidOrder, 60 * hour)).toMatch(/complete by Mar 1[67], \d/);
  });

  it('is not shown without a measure, once it has passed, or when nothing is to come', () => {
    at('14:20');
    expect(openWith(paidOrder)).not.toContain('Most orders');
    for (const state of ['unpaid', 'confirming', 'delivered', 'partial', 'refunded', 'disputed'] as const) {
      expect(openWith(orderStates[state], 3 * hour)).not.toContain('Most orders');
    }
    at('17:30');
    expect(openWith(paidOrder, 3 * hour)).not.toContain('Most orders');
  });
});
