import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, settle, text, toasts } from '../testing.tsx';
import { openAdmin, operator, signIn } from '../testing-signed-in.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';

const email = 'ana+1@mail.test';
const path = '/admin/customers/ana%2B1%40mail.test';
const api = `/api/admin/customers/${email}`;
const customer = {
  email,
  username: 'ana',
  totalSpent: 42,
  totalRefunded: 1.2,
  totalOrders: 21,
  last_order_at: '2026-03-01T11:00:00.000Z',
  tags: ['VIP'],
  notes: [{ note: 'Pays by invoice.', written_by: 'owner@shop.test', written_at: '2026-03-01T10:00:00.000Z' }],
};
const order = {
  id: 'ANA1',
  customer_email: email,
  customer_username: 'ana',
  amount: 12,
  status: 'paid',
  payment_status: 'paid',
  quantity: 2000,
  category: 'Likes',
  post_links: [],
  created_at: '2026-03-01T11:00:00.000Z',
};
const message = {
  id: 'm1',
  name: 'Ana',
  email,
  subject: 'Where is it?',
  message: 'I wait for ANA1.',
  urgent: false,
  received_at: '2026-03-01T09:00:00.000Z',
  read_at: null,
  answered_at: null,
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on(`GET ${api}`, { body: customer });
  store.on(`GET ${api}/orders`, {
    body: [order],
    headers: { Link: `<${api}/orders?cursor=abc>; rel="next"` },
  });
  store.on('GET /api/admin/contact-messages', { body: [message] });
});

const panel = (title: string) =>
  [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title) as Element;
const figure = (title: string) => panel(title).querySelector('p')?.textContent;

describe('the page of a customer', () => {
  it('has totals, orders with states that lead to their pages, messages, tags and notes', async () => {
    await openAdmin(path);
    expect(document.title).toContain(email);
    expect(document.querySelector('h1')?.textContent).toContain(email);
    expect(['Spent', 'Refunded', 'Orders', 'Last order'].map(figure)).toEqual(['$42.00', '$1.20', '21', '1 h ago']);
    expect(panel('Orders (21)').textContent).toContain('ANA1');
    expect(panel('Orders (21)').textContent).toContain('Paid');
    expect(panel('Messages').textContent).toContain('I wait for ANA1.');
    expect(store.calls('GET /api/admin/contact-messages').some(({ query }) => query.get('email') === email)).toBe(true);
    expect(panel('Tags').textContent).toContain('VIP');
    expect(panel('Notes').textContent).toContain('Pays by invoice.');
    store.on(`GET ${api}/orders`, { body: [{ ...order, id: 'ANA2' }] });
    await click(button('Load more'));
    expect(store.calls(`GET ${api}/orders`).at(-1)?.query.get('cursor')).toBe('abc');
    await click(button('View order ANA2'));
    expect(location.pathname).toBe('/admin/orders/ANA2');
  });

  it('shows the day of an order that is older than a week', async () => {
    store.on(`GET ${api}`, { body: { ...customer, last_order_at: '2026-01-02T15:30:00.000Z' } });
    await openAdmin(path);
    expect(figure('Last order')).toBe('Jan 2, 2026');
    expect(panel('Last order').textContent).toContain('Jan 2, 2026 3:30 PM');
  });

  it('D-44: shows that day once, also in Portuguese', async () => {
    await showTexts('pt');
    onTestFinished(() => showTexts(defaultTextSet));
    store.on(`GET ${api}`, { body: { ...customer, last_order_at: '2026-01-02T15:30:00.000Z' } });
    await openAdmin(path);
    expect(panel('Último pedido').textContent).toBe('Último pedido02/01/202602/01/2026 15:30');
  });

  it('keeps the loaded orders when the next ones fail, and tries those again', async () => {
    await openAdmin(path);
    store.on(`GET ${api}/orders`, { status: 400, body: { message: 'The store is busy.' } });
    await click(button('Load more'));
    expect(panel('Orders (21)').textContent).toContain('The store is busy.');
    expect(panel('Orders (21)').textContent).toContain('ANA1');
    store.on(`GET ${api}/orders`, { body: [{ ...order, id: 'ANA2' }] });
    await click(button('Try Again'));
    expect(store.calls(`GET ${api}/orders`).at(-1)?.query.get('cursor')).toBe('abc');
    for (const id of ['ANA1', 'ANA2']) expect(panel('Orders (21)').textContent).toContain(id);
  });

  it('adds a note, and keeps what was written when the store refuses', async () => {
    await openAdmin(path);
    await click(button('Add a note'));
    const area = field('textarea');
    store.on(`POST ${api}/notes`, { status: 503, body: { message: 'The store is busy.' } });
    await fill(area, 'Called today.');
    await click(button('Save the note'));
    expect(text()).toContain('The store is busy.');
    expect(area.value).toBe('Called today.');
    store.on(`POST ${api}/notes`, { body: { success: true } });
    store.on(`GET ${api}`, { body: { ...customer, notes: [{ ...customer.notes[0], note: 'Called today.' }] } });
    await click(button('Save the note'));
    expect(store.calls(`POST ${api}/notes`).at(-1)?.body).toEqual({ note: 'Called today.' });
    expect(panel('Notes').querySelector('li')?.textContent).toContain('Called today.');
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('adds and removes a tag', async () => {
    await openAdmin(path);
    store.on(`PUT ${api}/tags`, ({ body }) => ({ body: body as { tags: string[] } }));
    store.on(`GET ${api}`, () => new Promise<never>(() => {}));
    await fill(field('input[name=tag]'), ' Agency ');
    await click(button('Add'));
    expect(store.calls(`PUT ${api}/tags`).at(-1)?.body).toEqual({ tags: ['VIP', 'Agency'] });
    expect(panel('Tags').querySelectorAll('li')).toHaveLength(2);
    await click(button('Remove the tag VIP'));
    expect(panel('Tags').querySelector('ul')?.textContent).toBe('Agency');
  });

  it('keeps the tag that is being typed while another is removed', async () => {
    await openAdmin(path);
    store.on(`PUT ${api}/tags`, ({ body }) => ({ body: body as { tags: string[] } }));
    await fill(field('input[name=tag]'), 'Agen');
    await click(button('Remove the tag VIP'));
    expect(store.calls(`PUT ${api}/tags`).at(-1)?.body).toEqual({ tags: [] });
    expect(field('input[name=tag]').value).toBe('Agen');
    await click(button('Add'));
    expect(field('input[name=tag]').value).toBe('');
  });

  it('D-30: exports the data of this customer, and erases it after a confirmation', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:made');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(() => undefined);
    await openAdmin(path);
    store.on('POST /api/admin/people/export', {
      body: { email, exported_at: '2026-03-01T12:00:00.000Z', orders: [1] },
    });
    await click(button('Export'));
    expect(store.calls('POST /api/admin/people/export').at(-1)?.body).toEqual({ email });
    expect(toasts()).toContain('Export downloaded');
    store.on('POST /api/admin/people/erase', { body: { success: true, erased: { orders: 2 } } });
    await click(button('Erase…'));
    await click(button('Erase', document.querySelector('dialog') ?? document));
    expect(store.calls('POST /api/admin/people/erase').at(-1)?.body).toEqual({ email });
    expect(`${location.pathname}${location.search}`).toBe('/admin?tab=customers');
    vi.restoreAllMocks();
  });

  it('says that nobody has this email, and when the store cannot be reached', async () => {
    store.on(`GET ${api}`, { status: 404, body: { message: 'Not found', code: 'not_found' } });
    const leave = await openAdmin(path);
    expect(text()).toContain('Customer not found');
    expect(text()).toContain(email);
    await leave();
    store.on(`GET ${api}`, { status: 503, body: { message: 'The store is busy.' } });
    await openAdmin(path);
    await settle(5_000);
    expect(text()).toContain("Couldn't load the customer");
    store.on(`GET ${api}`, { body: customer });
    await click(button('Try Again'));
    expect(figure('Spent')).toBe('$42.00');
  });

  it.each([
    [400, true],
    [403, false],
    [429, false],
  ])('after a refusal with %i, "not found" is %s', async (status, isNotFound) => {
    store.on(`GET ${api}`, { status, body: { message: 'Refused.' } });
    await openAdmin(path);
    expect(text().includes('Customer not found')).toBe(isNotFound);
    expect(text().includes("Couldn't load the customer")).toBe(!isNotFound);
  });

  it('ORD-3: a viewer reads it, and changes, exports and erases nothing', async () => {
    const denied = ['addCustomerNote', 'setCustomerTags', 'exportPerson', 'erasePerson'];
    store.on('GET /api/admin/verify', { body: { user: { ...operator, denied } } });
    await openAdmin(path);
    expect(text()).toContain('VIP');
    for (const name of ['Add a note', 'Add', 'Remove the tag VIP', 'Export', 'Erase…'])
      expect(hasButton(name)).toBe(false);
  });
});

describe('an email of a customer', () => {
  it('leads to the page of the customer from the order and from the palette', async () => {
    store.on('GET /api/orders/ANA1', { body: order });
    await openAdmin('/admin/orders/ANA1');
    await click(button(email));
    expect(location.pathname).toBe(path);
  });
});
