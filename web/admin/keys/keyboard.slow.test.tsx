import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardTabs } from '../paths.ts';
import { click, dispatchEvent, type FakeStore, field, fill, settle, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';
import { allCommands, findCommands, readOrderId } from './commands.ts';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './palette.tsx';
import './keys-help.tsx';
import '../orders/orders-tab.tsx';
import '../overview/revenue-overview.tsx';
import '../settings/field-words.ts';

let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET *', { status: 500, body: {} });
  store.on('GET /api/admin/verify', { body: { user: { email: 'o@s.test', role: 'admin', exp: now / 1000 + 3600 } } });
  store.on('GET /api/orders', { body: [], headers: { 'X-Total-Count': '0' } });
});

async function open(path = '/admin'): Promise<() => Promise<void>> {
  const leave = await openAdmin(path);
  await settle();
  return leave;
}

const press = async (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) => {
  await dispatchEvent(target, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
};
const dialog = () => document.querySelector('dialog');
const options = () => [...document.querySelectorAll('[role=option]')];
const combobox = () => field('[role=combobox]');
const place = () => `${location.pathname}${location.search}`;

const commands = allCommands();

describe('the palette', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('opens at %j and K, and goes to a page by its name', async (held) => {
    await open();
    await press('k', held);
    expect(options().map((option) => option.textContent)).toContain('Customersg c');
    await fill(combobox(), 'cust');
    expect(options()).toHaveLength(1);
    await press('Enter', {}, combobox());
    expect(place()).toBe('/admin?tab=customers');
    expect(dialog()).toBeNull();
  });

  it('finds a section of the settings by the name of its field', async () => {
    await open();
    await press('k', { ctrlKey: true });
    await settle();
    await fill(combobox(), 'registration');
    expect(options().map((option) => option.textContent)).toEqual(['Settings: Business details']);
  });

  it('finds orders by a part of the email, and opens the one that the arrows choose', async () => {
    const found = ['AAAAAAAAAAA1', 'AAAAAAAAAAA2'].map((id) => ({
      id,
      customer_email: 'ana@mail.test',
      customer_username: 'ana',
      amount: 12,
      status: 'paid',
      quantity: 1,
      payment_status: 'paid',
      category: 'Likes',
      post_links: [],
      created_at: '2026-03-01T11:00:00.000Z',
    }));
    store.on('GET /api/orders', ({ query }) => ({ body: query.get('search') === 'ana@mail' ? found : [] }));
    await open();
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'ana@mail');
    await settle();
    expect(options().map((option) => option.textContent)).toEqual([
      'AAAAAAAAAAA1ana@mail.test$12.00Paid',
      'AAAAAAAAAAA2ana@mail.test$12.00Paid',
    ]);
    await press('ArrowDown', {}, combobox());
    expect(combobox().getAttribute('aria-activedescendant')).toBe(options()[1]?.id);
    await press('Enter', {}, combobox());
    expect(location.pathname).toBe('/admin/orders/AAAAAAAAAAA2');
  });

  it('finds a customer by a part of the email, and opens the page of the customer', async () => {
    const body = [
      {
        email: 'Ana@mail.test',
        username: 'ana',
        totalSpent: 42,
        totalOrders: 2,
        last_order_at: '2026-03-01T11:00:00Z',
        orders: [],
        tags: [],
      },
    ];
    store.on('GET /api/admin/customers', ({ query }) => ({ body: query.get('search') === 'ana@' ? body : [] }));
    await open();
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'ana@');
    await settle();
    expect(options().map((option) => option.textContent)).toEqual(['Ana@mail.testCustomer$42.00']);
    await press('Enter', {}, combobox());
    expect(location.pathname).toBe('/admin/customers/Ana%40mail.test');
  });

  it('asks for an order by its id however it was written, and says when there is nothing', async () => {
    await open();
    await press('k', { ctrlKey: true });
    await fill(combobox(), ' #aaaaaaaaaaa9 ');
    await settle();
    expect(store.calls('GET /api/orders').at(-1)?.query.get('search')).toBe('AAAAAAAAAAA9');
    expect(dialog()?.textContent).toContain('No results');
  });

  it('does what can be done from anywhere', async () => {
    store.on('POST /api/admin/logout', { body: { success: true } });
    await open();
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'logout');
    await click(options()[0] as Element);
    expect(store.calls('POST /api/admin/logout')).toHaveLength(1);
  });

  it('asks anew for all that is shown', async () => {
    await open('/admin/orders');
    const callCount = store.calls('GET /api/orders').length;
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'refresh');
    await press('Enter', {}, combobox());
    expect(store.calls('GET /api/orders').length).toBeGreaterThan(callCount);
  });

  it('leads to a section of the settings', async () => {
    await open('/admin/orders');
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'settings claims');
    await press('Enter', {}, combobox());
    expect(place() + location.hash).toBe('/admin?tab=settings&page=claims#claims');
  });

  it('finds a setting by a word of its fields', async () => {
    await open('/admin/orders');
    await press('k', { ctrlKey: true });
    await fill(combobox(), 'base price');
    await press('Enter', {}, combobox());
    expect(place() + location.hash).toBe('/admin?tab=settings&page=prices#prices');
  });
});

describe('the keys', () => {
  it.each(commands.filter(({ letter }) => letter))(
    'g and then $letter goes to $label',
    async ({ letter = '', goes }) => {
      await open('/admin?tab=nowhere');
      await press('g');
      await press(letter);
      expect('to' in goes && goes.to).toBe(place());
    },
  );

  it('every tab that there is has a letter of its own', () => {
    const letters = commands.flatMap(({ letter }) => letter ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    for (const id of dashboardTabs) expect(commands.find((command) => command.id === id)?.letter).toMatch(/^[a-z]$/);
  });

  it('a letter alone, too late or in a field goes nowhere', async () => {
    await open('/admin?tab=orders');
    await press('c');
    await press('g', {}, field('input[type=search]'));
    await press('c', {}, field('input[type=search]'));
    expect(place()).toBe('/admin?tab=orders');
  });

  it('"?" shows all of them', async () => {
    await open();
    await press('?');
    expect(dialog()?.textContent).toContain('Keyboard shortcuts');
    for (const { label, letter } of commands) if (letter) expect(dialog()?.textContent).toContain(label);
  });

  it('"/" goes to the search of the page, and opens the palette where there is none', async () => {
    const leave = await open('/admin?tab=orders');
    await press('/');
    expect(document.activeElement).toBe(field('input[type=search]'));
    await leave();
    await open('/admin');
    await press('/');
    expect(text()).toContain('Go to');
    expect(dialog()).not.toBeNull();
  });
});

describe('the commands', () => {
  it('are found by beginnings of words in any order', () => {
    expect(findCommands('paid ord').map(({ id }) => id)).toEqual(['to-send']);
    expect(findCommands('')).toHaveLength(commands.length);
  });

  it.each([
    ['#0123456789ab', '0123456789AB'],
    ['0123456789AI', null],
    ['0123', null],
  ])('an order id is read from %s', (typed, id) => expect(readOrderId(typed)).toBe(id));
});
