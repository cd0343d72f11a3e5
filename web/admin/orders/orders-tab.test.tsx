import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatDate } from '../../ui/format-date.ts';
import { button, click, type FakeStore, field, fill, hasButton, settle, tell, text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Loaded when looked at: known before, so that fake timers need not wait for a file.
import './orders-tab.tsx';

let store: FakeStore;

const links = [
  'https://www.instagram.com/p/One/',
  'https://www.instagram.com/p/Two/',
  'https://www.instagram.com/p/3/',
];

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/order-views', { body: [] });
  store.on('POST /api/orders/api-orders-batch', { body: [] });
  answer([order('AAA')], 1);
});

function order(id: string, changed: Record<string, unknown> = {}) {
  return {
    ...{ id, customer_email: `${id.toLowerCase()}@mail.test`, customer_username: 'ana', amount: 1234.5 },
    ...{ status: 'paid', payment_status: 'paid', quantity: 5000, category: 'Likes', post_links: links.slice(0, 1) },
    created_at: '2026-03-01T11:00:00.000Z',
    ...changed,
  };
}

function answer(orders: unknown[], total: number, headers: Record<string, string> = {}): void {
  store.on('GET /api/orders', { body: orders, headers: { 'X-Total-Count': String(total), ...headers } });
}

async function open(search = ''): Promise<void> {
  await openAdmin(`/admin?tab=orders${search}`);
  await settle();
}

/** What the list itself asked, without the count of all. */
const asked = () => store.calls('GET /api/orders').filter(({ query }) => query.get('limit') === '50');
const rows = () => [...document.querySelectorAll('tbody tr')];
const cells = (row: Element | undefined) => [...(row?.querySelectorAll('td') ?? [])];
const dialog = () => document.querySelector('dialog') as HTMLDialogElement;

async function choose(select: Element | null, value: string): Promise<void> {
  const found = select as HTMLSelectElement;
  found.value = value;
  await tell(found, new Event('change', { bubbles: true }));
}

describe('the list', () => {
  it('ADM-ORD-1, A-31: counts all orders, not those that are found', async () => {
    store.on('GET /api/orders', ({ query }) => ({
      body: [order('AAA')],
      headers: { 'X-Total-Count': query.get('search') ? '3' : '1234' },
    }));
    await open('&search=ana');
    expect(text()).toContain('1,234 Total Orders');
    expect(text()).toContain('3 orders found');
  });

  it('ADM-ORD-6..9, ADM-ORD-12, FMT-1: eight columns in their order, each with what it says', async () => {
    await open();
    const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['Order', 'Customer', 'Amount', 'Status', 'Details', 'API Order IDs', 'Date', 'Actions']);
    const [id, customer, amount, status, details, , date] = cells(rows()[0]);
    expect(id?.textContent).toBe('AAA');
    expect(customer?.textContent).toBe('aaa@mail.test@ana');
    expect(amount?.textContent).toBe('$1,234.50');
    expect(status?.querySelector('select')?.value).toBe('paid');
    expect(details?.textContent).toContain('5,000 Likes');
    expect(date?.textContent).toContain(formatDate('2026-03-01T11:00:00.000Z'));
  });

  it('ADM-ORD-13: two links of an order, and how many more', async () => {
    answer([order('AAA', { post_links: links })], 1);
    await open();
    const details = cells(rows()[0])[4]?.textContent;
    expect(details).toContain('instagram.com/p/Two/');
    expect(details).not.toContain('instagram.com/p/3/');
    expect(details).toContain('+1 more');
  });

  it('ADM-ORD-14, ADM-ORD-15, ADM-ORD-26: three provider orders in one question for all rows; only sent ones are quiet', async () => {
    answer([order('AAA'), order('BBB')], 2);
    const placed = (api_order_id: string | null, status: string, at: number) => ({
      ...{ api_order_id, status, category: 'Likes', post_link: `https://www.instagram.com/p/${at}/` },
    });
    const apiOrders = [
      placed('11', 'sent', 1),
      placed(null, 'failed', 2),
      placed('13', 'sent', 3),
      placed('14', 'sent', 4),
    ];
    store.on('POST /api/orders/api-orders-batch', {
      body: [
        { orderId: 'AAA', apiOrders },
        { orderId: 'BBB', apiOrders: [] },
      ],
    });
    await open();
    expect(store.calls('POST /api/orders/api-orders-batch').map(({ body }) => body)).toEqual([
      { orderIds: ['AAA', 'BBB'] },
    ]);
    const badges = [...(cells(rows()[0])[5]?.querySelectorAll('[data-tone]') ?? [])];
    expect(badges.map((badge) => [badge.textContent, badge.getAttribute('data-tone')])).toEqual([
      ['#11', 'grey'],
      ['failed', 'red'],
      ['#13', 'grey'],
    ]);
    expect(cells(rows()[0])[5]?.textContent).toContain('+1 more');
    expect(cells(rows()[1])[5]?.textContent).toBe('None');
  });

  it('ADM-ORD-2..5, D-7: search, status, category, days, amount and order go to the store as they stand in the address', async () => {
    await open('&status=failed&category=Views&from=2026-02-01&to=2026-02-28&amountMin=5&amountMax=9.50&sort=highest');
    expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({
      ...{ status: 'failed', category: 'Views', from: '2026-02-01', to: '2026-02-28', amountMin: '5' },
      ...{ amountMax: '9.50', sort: 'highest', limit: '50' },
    });
    await fill(field('input[type=search]'), 'ana@mail');
    await settle(400);
    expect(asked().at(-1)?.query.get('search')).toBe('ana@mail');
    await click(button('Clear all'));
    expect(location.search).toBe('?tab=orders&sort=highest');
    expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({ sort: 'highest', limit: '50' });
  });

  it('an address that somebody changed by hand still lists orders', async () => {
    await open('&status=nonsense&from=yesterday&amountMin=lots&sort=random');
    expect(Object.fromEntries(asked().at(-1)?.query ?? [])).toEqual({ limit: '50' });
  });

  it('D-7: goes on and back by the cursors of the store, a page at a time; another filter starts anew', async () => {
    store.on('GET /api/orders', ({ query }) => ({
      body: [order(query.get('cursor') === 'two' ? 'BBB' : 'AAA')],
      headers: { 'X-Total-Count': '2', ...(query.get('cursor') ? {} : { Link: '</x?cursor=two>; rel="next"' }) },
    }));
    await open();
    await click(button('Next'));
    expect(rows().map((row) => cells(row)[0]?.textContent)).toEqual(['BBB']);
    expect(text()).toContain('Page 2');
    expect(hasButton('Next')).toBe(false);
    await click(button('Previous'));
    expect(rows().map((row) => cells(row)[0]?.textContent)).toEqual(['AAA']);
    await click(button('Next'));
    await click(button('Failed'));
    expect(asked().at(-1)?.query.get('cursor')).toBeNull();
  });

  it('says when more match than are counted', async () => {
    answer([order('AAA')], 1_000, { 'X-Total-Capped': 'true' });
    await open('&search=a@b');
    expect(text()).toContain('More than 1,000 orders found');
  });

  it('ADM-ORD-25: says when it cannot be had, and tries again', async () => {
    store.on('GET /api/orders', { status: 503, body: { message: 'The store is busy.' } });
    await open();
    await settle(5_000);
    expect(text()).toContain('Failed to load orders');
    answer([order('AAA')], 1);
    await click(button('Try Again'));
    expect(rows()).toHaveLength(1);
  });

  it('says that there are none, and how to see them all', async () => {
    answer([], 0);
    await open('&status=failed');
    expect(text()).toContain('Nothing matches this filter.');
    await click(button('Clear the filter'));
    expect(location.search).toBe('?tab=orders');
  });
});

describe('what is done to one order', () => {
  const patch = 'PATCH /api/admin/orders/AAA/status';

  it('ADM-ORD-9..11, ADM-ORD-23: a chosen status is sent, shown at once and told', async () => {
    let finish: () => void = () => {};
    store.on(patch, () => new Promise((resolve) => (finish = () => resolve({ body: { success: true } }))));
    await open();
    const select = document.querySelector('select[aria-label="Status of order AAA"]') as HTMLSelectElement;
    const options = [...select.options].filter((option) => !option.disabled).map((option) => option.textContent);
    expect(options).toEqual(['Pending', 'Processing', 'Completed', 'Failed']);
    await choose(select, 'processing');
    expect(select.value).toBe('processing');
    answer([order('AAA', { status: 'processing' })], 1);
    finish();
    await settle();
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'processing', expected: 'paid' });
    expect(text()).toContain('Status updated');
    expect(text()).toContain('Order #AAA status changed to Processing');
    // Paid is nothing that an admin can set again.
    expect(hasButton('Undo')).toBe(false);
  });

  it('ADM-ORD-24: a refusal is told, and the row says what is true', async () => {
    store.on(patch, { status: 500, body: {} });
    await open();
    await choose(document.querySelector('select[aria-label="Status of order AAA"]'), 'failed');
    expect(text()).toContain('Status update failed');
    expect(text()).toContain('There was a problem updating the order status');
    expect((document.querySelector('select[aria-label="Status of order AAA"]') as HTMLSelectElement).value).toBe(
      'paid',
    );
  });

  it('can be taken back where the status before can be set', async () => {
    answer([order('AAA', { status: 'pending' })], 1);
    store.on(patch, { body: { success: true } });
    await open();
    await choose(document.querySelector('select[aria-label="Status of order AAA"]'), 'failed');
    await click(button('Undo'));
    expect(store.calls(patch).map(({ body }) => body)).toEqual([
      { status: 'failed', expected: 'pending' },
      { status: 'pending', expected: 'failed' },
    ]);
  });

  it('what somebody else changed meanwhile is shown, and overwritten only after another word', async () => {
    store.on(patch, { status: 409, body: { message: 'Order AAA was changed meanwhile: it is completed by now.' } });
    await open();
    answer([order('AAA', { status: 'completed' })], 1);
    const select = document.querySelector('select[aria-label="Status of order AAA"]') as HTMLSelectElement;
    await choose(select, 'failed');
    expect(text()).toContain('Order AAA was changed meanwhile: it is completed by now.');
    expect(text()).not.toContain('Status update failed');
    expect(select.value).toBe('completed');
    store.on(patch, { body: { success: true } });
    await click(button('Set to Failed'));
    expect(store.calls(patch).map(({ body }) => body)).toEqual([
      { status: 'failed', expected: 'paid' },
      { status: 'failed' },
    ]);
  });

  it('ADM-ORD-16..18: View leads to the order; Complete completes it, and is not there for a completed one', async () => {
    answer([order('AAA'), order('BBB', { status: 'Completed' })], 2);
    store.on(patch, { body: { success: true } });
    await open();
    expect(hasButton('Complete order BBB')).toBe(false);
    await click(button('Complete order AAA'));
    expect(store.calls(patch).at(-1)?.body).toEqual({ status: 'completed', expected: 'paid' });
    await click(button('View order AAA'));
    expect(location.pathname).toBe('/admin/orders/AAA');
  });

  it('ADM-ORD-19..21: asks first; declined, nothing is sent; confirmed, the order is gone', async () => {
    store.on('DELETE /api/orders/AAA', { body: { success: true, id: 'AAA' } });
    await open();
    await click(button('Delete order AAA'));
    expect(dialog().textContent).toContain('Are you sure you want to delete this order? This action cannot be undone.');
    await click(button('Cancel', dialog()));
    expect(store.calls('DELETE /api/orders/AAA')).toEqual([]);
    expect(dialog()).toBeNull();
    await click(button('Delete order AAA'));
    answer([], 0);
    await click(button('Delete', dialog()));
    expect(text()).toContain('Order deleted');
    expect(text()).toContain('Order #AAA has been deleted successfully');
    expect(rows()).toEqual([]);
  });

  it('ADM-ORD-22: a failed delete is told', async () => {
    store.on('DELETE /api/orders/AAA', { status: 500, body: {} });
    await open();
    await click(button('Delete order AAA'));
    await click(button('Delete', dialog()));
    expect(text()).toContain('Delete failed');
    expect(text()).toContain('There was a problem deleting the order');
  });

  it('D-30: asks for the password where the store does, and goes on', async () => {
    let proved = false;
    store.on('DELETE /api/orders/AAA', () =>
      proved ? { body: { success: true, id: 'AAA' } } : { status: 403, body: { message: 'x', code: 'step_up' } },
    );
    store.on('POST /api/admin/step-up', () => {
      proved = true;
      return { body: { success: true } };
    });
    await open();
    await click(button('Delete order AAA'));
    await click(button('Delete', dialog()));
    expect(text()).not.toContain('Delete failed');
    await fill(field('input[type=password]'), 'secret');
    await click(button('Go on'));
    expect(text()).toContain('Order deleted');
  });
});

describe('what is done to several', () => {
  beforeEach(() => {
    answer(
      [
        order('AAA'),
        order('BBB', { status: 'completed' }),
        order('CCC', { payment_status: 'none', status: 'pending' }),
      ],
      3,
    );
    store.on('POST /api/orders/api-orders-batch', {
      body: ['AAA', 'BBB', 'CCC'].map((orderId) => ({ orderId, apiOrders: [] })),
    });
  });
  const chooseAll = () => click(field('label input[type=checkbox]'));

  it('tells what will happen to each before a status is set, then does it one by one', async () => {
    store.on('PATCH *', ({ path }) =>
      path.includes('CCC')
        ? { status: 409, body: { message: 'Somebody else is at it.' } }
        : { body: { success: true } },
    );
    await open();
    await chooseAll();
    expect(text()).toContain('3 orders chosen');
    await choose(document.querySelector('select[aria-label="Set the status of the chosen orders"]'), 'completed');
    expect(dialog().textContent).toContain('Will happen: 2');
    expect(dialog().textContent).toContain('AAAPaid to Completed');
    expect(dialog().textContent).toContain('BBBis Completed already');
    expect(store.calls('PATCH *')).toEqual([]);
    await click(button('Change 2 orders'));
    expect(store.calls('PATCH *').map(({ path }) => path)).toEqual([
      '/api/admin/orders/AAA/status',
      '/api/admin/orders/CCC/status',
    ]);
    expect(dialog().textContent).toContain('2 of 2 done, 1 failed');
    expect(dialog().textContent).toContain('CCC: Somebody else is at it.');
    await click(button('Close'));
    expect(dialog()).toBeNull();
  });

  it('A-37: sends the links that may be sent, and says why others are not', async () => {
    store.on('POST /api/admin/orders/*', { body: { success: true, apiOrder: {} } });
    await open();
    await chooseAll();
    await click(button('Send links'));
    expect(dialog().textContent).toContain('Will happen: 2');
    expect(dialog().textContent).toContain('CCCis not paid');
    await click(button('Send 2 links'));
    expect(store.calls('POST /api/admin/orders/AAA/send-post').map(({ body }) => body)).toEqual([
      { postLink: links[0], category: 'Likes', quantity: 5000 },
    ]);
    expect(store.calls('POST /api/admin/orders/CCC/send-post')).toEqual([]);
    expect(dialog().textContent).toContain('2 of 2 done');
  });

  it('exports the chosen ones, or all that are found', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    store.on('POST /api/admin/orders/export', { body: { path: '/api/admin/orders.csv?ticket=t' } });
    await open('&status=paid');
    await click(field('input[aria-label="Choose order BBB"]'));
    await click(button('Export chosen'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid', ids: ['BBB'] });
    await click(button('Export CSV'));
    expect(store.calls('POST /api/admin/orders/export').at(-1)?.body).toEqual({ status: 'paid' });
    expect(followed).toEqual(['/api/admin/orders.csv?ticket=t', '/api/admin/orders.csv?ticket=t']);
    vi.restoreAllMocks();
  });
});

describe('saved views', () => {
  it('are opened by a click, saved under a name, and deleted', async () => {
    const views = [{ id: 'v1', name: 'To send', filter: { status: 'paid' }, saved_by: 'o@s.test' }];
    store.on('GET /api/admin/order-views', () => ({ body: views }));
    store.on('POST /api/admin/order-views', ({ body }) => {
      views.push({ id: 'v2', ...(body as { name: string; filter: { status: string } }), saved_by: 'o@s.test' });
      return { body: views[1] };
    });
    store.on('DELETE /api/admin/order-views/v1', () => {
      views.shift();
      return { body: { success: true } };
    });
    await open();
    expect(hasButton('Save this view')).toBe(false);
    await click(button('To send'));
    expect(location.search).toBe('?tab=orders&status=paid');
    expect(hasButton('Save this view')).toBe(false);
    await click(button('Delete the view To send'));
    expect(hasButton('To send')).toBe(false);
    await click(button('Save this view'));
    await fill(field('dialog input'), ' Paid ones ');
    await click(button('Save', dialog()));
    expect(store.calls('POST /api/admin/order-views').at(-1)?.body).toEqual({
      name: 'Paid ones',
      filter: { status: 'paid' },
    });
    expect(hasButton('Paid ones')).toBe(true);
  });
});
