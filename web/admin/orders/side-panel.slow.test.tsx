import { beforeEach, describe, expect, it, vi } from 'vitest';
import { button, click, dispatchEvent, field, hasButton, settle, text } from '../testing.tsx';
import {
  dialog,
  links,
  menuOf,
  type OrdersRepository,
  openTab,
  order,
  rows,
  storeWithOrders,
} from './testing-orders.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './orders-tab.tsx';

const ids = ['AAA', 'BBB', 'CCC'];
const send = 'POST /api/admin/orders/BBB/send-post';
const delivery = { state: 'sending', links: 3, sent: 1, ended: 0, ordered: 5000 };
const sent = {
  api_order_id: '11',
  status: 'sent',
  category: 'Likes',
  post_link: links[0],
  quantity: 1667,
  remains: 667,
};
const refused = {
  api_order_id: null,
  status: 'failed',
  category: 'Likes',
  post_link: links[1],
  error: 'Link is private',
};
let store: OrdersRepository;

beforeEach(() => {
  store = storeWithOrders();
  const orders = ids.map((id) => order(id, id === 'BBB' ? { payment: 'paid', delivery, post_links: links } : {}));
  store.lists(orders, 3);
  const apiOrders = [{ ...sent, live_status: 'In progress' }, refused];
  store.on('POST /api/orders/api-orders-batch', {
    body: ids.map((orderId) => ({ orderId, apiOrders: orderId === 'BBB' ? apiOrders : [] })),
  });
  for (const [at, id] of ids.entries()) {
    store.on(`GET /api/orders/${id}`, { body: orders[at] });
    store.on(`GET /api/orders/${id}/api-orders`, { body: id === 'BBB' ? apiOrders : [] });
    store.on(`GET /api/admin/orders/${id}/timeline`, { body: [] });
  }
});

const panel = () => document.querySelector<HTMLElement>('aside[aria-label^="Order "]');
const shown = () => panel()?.querySelector('h2')?.textContent;
const inAddress = () => new URLSearchParams(location.search).get('order');
const key = (
  name: string,
  target: EventTarget = document.activeElement ?? document.body,
  more: KeyboardEventInit = {},
) => dispatchEvent(target, new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }));
const focused = () => (document.activeElement as HTMLElement).dataset.order;
const goBack = async () => {
  history.back();
  await settle(50);
};

describe('the side panel', () => {
  it('opens by a click on a row, has the order in the address, and shows its links with their figures', async () => {
    await openTab('&queue=to_send');
    await click(rows()[1]?.querySelectorAll('td')[2] as Element);
    expect(inAddress()).toBe('BBB');
    expect(new URLSearchParams(location.search).get('queue')).toBe('to_send');
    expect(shown()).toBe('BBB');
    expect(rows()[1]?.getAttribute('aria-current')).toBe('true');
    expect(panel()?.textContent).toContain('bbb@mail.test@ana5,000 Likes, $1,234.50');
    const shownLinks = [...(panel()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(shownLinks).toEqual([
      'instagram.com/p/One/1,000 of 1,667In progress#11',
      'instagram.com/p/Two/1,667FailedLink is private',
      'instagram.com/p/3/1,666 to send',
    ]);
  });

  it('D-20: counts what each provider delivered of a link whose rest was moved', async () => {
    const moved = order('BBB', { payment: 'paid', delivery, post_links: links, delivered_before: [500, 500, 500] });
    store.on('GET /api/orders/BBB', { body: moved });
    const apiOrders = [
      { ...sent, quantity: 1167, live_status: 'In progress' },
      { ...refused, quantity: 1167 },
    ];
    store.on('GET /api/orders/BBB/api-orders', { body: apiOrders });
    await openTab('&order=BBB');
    await settle(1);
    const shownLinks = [...(panel()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
    expect(shownLinks).toEqual([
      'instagram.com/p/One/1,000 of 1,667In progress#11',
      'instagram.com/p/Two/500 of 1,667FailedLink is private',
      'instagram.com/p/3/500 of 1,666, 1,166 to send',
    ]);
  });

  it('steps through the list, without a step of the history for each order', async () => {
    await openTab();
    await click(button('BBB'));
    await click(button('Next order in the list'));
    expect(shown()).toBe('CCC');
    expect(button('Next order in the list').disabled).toBe(true);
    await click(button('Previous order in the list'));
    await click(button('Previous order in the list'));
    expect(shown()).toBe('AAA');
    expect(button('Previous order in the list').disabled).toBe(true);
    await goBack();
    expect(panel()).toBeNull();
    expect(inAddress()).toBeNull();
    expect(rows()).toHaveLength(3);
  });

  it('closes by its button, and leads to the page of the order', async () => {
    await openTab('&order=BBB');
    await click(button('Close the order'));
    expect(panel()).toBeNull();
    await click(button('BBB'));
    await click(button('Open', panel() ?? undefined));
    expect(location.pathname).toBe('/admin/orders/BBB');
  });

  it('shows an order of the address that is not in the list', async () => {
    store.on('GET /api/orders/ZZZ', { body: order('ZZZ') });
    store.on('GET /api/orders/ZZZ/api-orders', { body: [] });
    await openTab('&order=ZZZ');
    expect(panel()?.textContent).toContain('zzz@mail.test');
    expect(button('Next order in the list').disabled).toBe(true);
  });

  it('offers an undo once, also while its menu is open', async () => {
    const until = new Date(Date.now() + 8 * 60_000).toISOString();
    const completed = order('AAA', { status: 'completed', undo_status: { status: 'paid', until } });
    store.lists([completed], 1);
    store.on('GET /api/orders/AAA', { body: completed });
    await openTab('&order=AAA');
    await click(button('More actions for order AAA', panel() as HTMLElement));
    expect(panel()?.textContent?.match(/Status changed manually/g)).toHaveLength(1);
  });

  it('closes when its order is deleted', async () => {
    store.on('DELETE /api/orders/BBB', { body: { success: true, id: 'BBB' } });
    await openTab('&order=BBB');
    await menuOf('BBB');
    await click(button('Delete order BBB'));
    await click(button('Delete', dialog()));
    expect(panel()).toBeNull();
  });

  it('is the page of the order where the window is narrow', async () => {
    const narrow = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('matchMedia', () => narrow);
    await openTab();
    await click(rows()[1]?.querySelectorAll('td')[2] as Element);
    expect(location.pathname).toBe('/admin/orders/BBB');
  });

  it('D-41: sends the links that are not sent, as the row does, after the same preview', async () => {
    store.on(send, { body: { success: true, apiOrder: {} } });
    await openTab('&order=BBB');
    await click(button('Send 2 links', panel() ?? undefined));
    expect(dialog().textContent).toContain('Ready: 2');
    expect(store.calls(send)).toEqual([]);
    await click(button('Send 2 links', dialog()));
    expect(store.calls(send).map(({ body }) => (body as { postLink: string }).postLink)).toEqual(links.slice(1));
  });
});

describe('the keys of the list', () => {
  it('j and k move along the rows and stop at the ends; with the panel open it shows the row', async () => {
    await openTab();
    await key('j');
    expect(focused()).toBe('AAA');
    await key('j');
    await key('j');
    await key('j');
    expect(focused()).toBe('CCC');
    await key('k');
    expect(focused()).toBe('BBB');
    expect(panel()).toBeNull();
    await click(document.activeElement as Element);
    await key('j');
    expect(shown()).toBe('CCC');
    expect(inAddress()).toBe('CCC');
    await key('Escape');
    expect(panel()).toBeNull();
    expect(focused()).toBe('CCC');
  });

  it('leave a field, a menu and a shortcut of the browser alone', async () => {
    await openTab('&order=BBB');
    await key('j', field('input[type=search]'));
    await key('Escape', field('input[type=search]'));
    await key('j', document.body, { ctrlKey: true });
    expect(shown()).toBe('BBB');
    const menu = await menuOf('BBB');
    await key('j', menu.querySelector('select') as Element);
    expect(shown()).toBe('BBB');
    await key('Escape', menu);
    expect(document.querySelector('fieldset[aria-label^="More actions"]')).toBeNull();
    expect(shown()).toBe('BBB');
  });

  it('a menu closes by a press elsewhere', async () => {
    await openTab();
    await menuOf('AAA');
    await dispatchEvent(document.body, new Event('pointerdown', { bubbles: true }));
    expect(hasButton('View order AAA')).toBe(false);
  });
});

describe('the queues', () => {
  const chips = () =>
    [...document.querySelectorAll('fieldset button[aria-pressed]')].map(
      (chip) => `${chip.textContent}${chip.getAttribute('aria-pressed') === 'true' ? ' *' : ''}`,
    );

  it('have their sizes, and their choice is in the address in place of every other filter', async () => {
    store.on('GET /api/admin/order-counts', {
      body: { all: 1410, to_send: 3, in_delivery: 12, problems: 0, done: 1000, unpaid: 80 },
    });
    await openTab('&status=failed&sort=oldest');
    expect(chips()).toEqual(['To send3', 'In delivery12', 'Problems0', 'Done999+', 'Unpaid80', 'All999+']);
    await click(document.querySelectorAll('fieldset button[aria-pressed]')[0] as Element);
    expect(location.search).toBe('?tab=orders&queue=to_send&sort=oldest');
    expect(Object.fromEntries(store.calls('GET /api/orders').at(-1)?.query ?? [])).toMatchObject({ queue: 'to_send' });
    expect(chips()[0]).toBe('To send3 *');
    await click(document.querySelectorAll('fieldset button[aria-pressed]')[5] as Element);
    expect(location.search).toBe('?tab=orders&sort=oldest');
    expect(chips()[5]).toBe('All999+ *');
  });

  it('stay usable when their sizes cannot be loaded', async () => {
    store.on('GET /api/admin/order-counts', { status: 500, body: {} });
    await openTab();
    await settle(5_000);
    expect(chips()).toEqual(['To send', 'In delivery', 'Problems', 'Done', 'Unpaid', 'All *']);
    expect(text()).not.toContain('Failed to load orders');
  });
});
