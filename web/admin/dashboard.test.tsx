import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dashboardTabs } from './paths.ts';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  field,
  fill,
  hasButton,
  settle,
  sidebar,
  text,
} from './testing.tsx';
import { openAdmin } from './testing-signed-in.tsx';
import { openTab, storeWithVisitors } from './testing-visitors.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './live-users/live-users-tab.tsx';
import './session-tab/session-tab.tsx';
import './orders/orders-tab.tsx';
import { order } from './orders/testing-orders.tsx';
import './texts/en.ts?pages';
import './texts/en.ts?first';
import './texts/pt.ts?pages';
import './texts/pt.ts?first';
import { showTexts } from './texts/shown-texts.ts';

let store: FakeStore;

beforeEach(async () => {
  await showTexts('specified');
  store = storeWithVisitors();
});

const links = (nav: Element) => [...nav.querySelectorAll('a')].map(({ href }) => href.replace(location.origin, ''));
const bar = () => document.querySelectorAll('nav[aria-label=Admin]')[1] ?? document.body;
const sheet = () => document.querySelector('dialog');
const press = (key: string, target: EventTarget = document.body) =>
  dispatchEvent(target, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const described = (link: Element) => document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent;

describe('the sidebar', () => {
  it('ADM-1, D-44, NAV-5..9: ten tabs in their order, the inbox after the customers, the catalog before the providers, and the other addresses', async () => {
    await openTab('session');
    expect(links(sidebar())).toEqual([
      '/admin',
      '/admin?tab=overview',
      '/admin?tab=orders',
      '/admin/orders',
      '/admin?tab=customers',
      '/admin/inbox',
      '/admin?tab=analytics',
      '/admin?tab=finances',
      '/admin?tab=visitors',
      '/admin?tab=security',
      '/admin?tab=session',
      '/admin?tab=liveusers',
      '/admin/catalog',
      '/admin?tab=api',
      '/admin?tab=settings',
    ]);
    expect(sidebar().querySelectorAll('[aria-current=page]')).toHaveLength(1);
    for (const way of ['View Site', 'Exit Admin', 'Logout']) expect(hasButton(way)).toBe(true);
  });

  it('D-44: counts the links to send, the unanswered messages and the new alerts beside their places', async () => {
    const stats = {
      totalOrders: 1,
      todayOrders: 1,
      pendingOrders: 1,
      revenue: 1,
      formattedRevenue: '$1.00',
      paidAwaiting: 1,
    };
    store.on('GET /api/admin/stats', { body: { ...stats, linksToSend: 4, ordersToSend: 3 } });
    store.on('GET /api/admin/contact-messages', { body: [], headers: { 'X-Total-Count': '1' } });
    await openTab('session');
    await settle();
    expect(described(button('Orders4', sidebar()))).toBe('4 links to send');
    expect(described(button('Inbox1', sidebar()))).toBe('1 unanswered message');
  });

  it('TRA-2, TRA-6: a navigation inside the admin is recorded as a visit', async () => {
    const turned = vi.fn();
    window.addEventListener('pageturn', turned);
    await openTab('liveusers');
    expect(turned).not.toHaveBeenCalled();
    await click(button('Plain list', sidebar()));
    expect(turned).toHaveBeenCalledTimes(1);
    window.removeEventListener('pageturn', turned);
  });
});

describe('the bottom bar of a phone', () => {
  it('ADM-2, A-59, D-44: the ten tabs are in the bar or under More, with the ways out', async () => {
    await openTab('session');
    await click(button('More', bar()));
    const all = [...links(bar()), ...links(sheet() as Element)];
    expect(dashboardTabs.filter((tab) => all.includes(`/admin?tab=${tab}`))).toHaveLength(10);
    expect(all).toEqual(expect.arrayContaining(['/admin/orders', '/admin?tab=finances']));
    expect(links(bar())).toContain('/admin/inbox');
    for (const way of ['View Site', 'Exit Admin', 'Logout']) expect(hasButton(way, sheet() as Element)).toBe(true);
    await click(button('Live Users', sheet() as Element));
    expect(sheet()).toBeNull();
    expect(location.search).toBe('?tab=liveusers');
  });

  it('GEN-12: Escape closes More, and the focus returns to it', async () => {
    await openTab('session');
    button('More', bar()).focus();
    await click(button('More', bar()));
    await dispatchEvent(sheet() as Element, new Event('cancel', { cancelable: true }));
    expect(sheet()).toBeNull();
    expect(document.activeElement?.textContent).toBe('More');
  });
});

describe('the account menu', () => {
  const menu = () => document.querySelector('section[aria-label="Account and display"]');
  const open = () => click(button('Account and display: owner@shop.test'));
  const choose = (label: string) => {
    const found = [...(menu()?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === label);
    return click(found?.querySelector('input') as Element);
  };

  it('has theme and density, and keeps both in this browser', async () => {
    await openTab('session');
    await open();
    await choose('Dark');
    await choose('Compact');
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact' });
    expect([localStorage.getItem('adminTheme'), localStorage.getItem('adminDensity')]).toEqual(['dark', 'compact']);
    await choose('System');
    await choose('Comfortable');
    expect(document.documentElement.dataset).not.toHaveProperty('theme');
    expect(document.documentElement.dataset).not.toHaveProperty('density');
  });

  it('GEN-12: Escape and a press outside close it', async () => {
    await openTab('session');
    await open();
    await press('Escape');
    expect(menu()).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Account and display: owner@shop.test');
    await open();
    await dispatchEvent(document.body, new Event('pointerdown', { bubbles: true }));
    expect(menu()).toBeNull();
  });

  it('changes the language at once, with that of the document, and keeps it', async () => {
    await openTab('session');
    await open();
    await fill(field('select'), 'pt');
    await settle();
    expect(document.querySelector('nav')?.getAttribute('aria-label')).toBe('Administração');
    expect(text()).toContain('Pedidos');
    expect(document.documentElement.lang).toBe('pt-BR');
    expect(text()).toContain('Encerrar sessão');
    expect(document.querySelector('main > [lang]')).toBeNull();
    expect(localStorage.getItem('adminTexts')).toBe('pt');
    await fill(field('select'), 'en');
    await settle();
    expect(document.documentElement.lang).toBe('en');
    expect(hasButton('Providers', sidebar())).toBe(true);
  });
});

describe('the way back from an order', () => {
  it('leads to the list as it was: filter and page are in its address', async () => {
    await openAdmin('/admin?tab=orders&status=paid&sort=oldest');
    await settle();
    store.on('GET /api/orders/AAAAAAAAAAAA', { body: order('AAAAAAAAAAAA') });
    history.pushState(null, '', '/admin/orders/AAAAAAAAAAAA');
    await settle();
    expect(button('Orders', document.querySelector('main') ?? document).getAttribute('href')).toBe(
      '/admin?tab=orders&status=paid&sort=oldest',
    );
  });

  it('leads to the plain list where an order was opened by its address', async () => {
    await openAdmin('/admin/orders/AAAAAAAAAAAA');
    expect(button('All orders').getAttribute('href')).toBe('/admin/orders');
  });
});
