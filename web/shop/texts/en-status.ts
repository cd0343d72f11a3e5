// The English texts of the public status page.
import { units } from './en-orders.ts';

export const enStatus = {
  units,
  title: 'Status',
  titles: {
    ok: 'Everything works',
    degraded: 'Deliveries may be late',
    down: 'We cannot take orders right now',
  },
  leads: {
    ok: 'You can order, and orders are delivered.',
    degraded: 'You can order. Paid orders are recorded, and delivery continues as soon as possible.',
    down: 'Paid orders are recorded. Please try again in a few minutes.',
  },
  orders: 'Orders of {unit}',
  selling: { selling: 'Open', paused: 'Paused' },
  provider: 'Delivery service',
  providers: { reachable: 'Responds', unreachable: 'Does not respond', unknown: 'Not checked yet' },
  lastDelivery: 'Last completed delivery',
  none: 'Not known yet',
  checked: 'Checked {time}. Reload this page for news.',
} as const;
