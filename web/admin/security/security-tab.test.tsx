import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeMessage } from '../../../contract/store-messages.ts';
import { button, click, type FakeStore, settle, sidebar, text } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
import { card, noAlerts, openTab, storeWithVisitors } from '../testing-visitors.tsx';
import { showTexts } from '../texts/shown-texts.ts';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import '../session-tab/session-tab.tsx';
import './security-tab.tsx';
import '../texts/en.ts?pages';
import '../texts/en.ts?first';

const alertOf = (id: number, minutesAgo: number) => ({
  id: `a${id}`,
  type: 'brute_force',
  severity: 'high',
  message: `Alert number ${id}`,
  timestamp: new Date(now - minutesAgo * 60_000).toISOString(),
  details: { email: 'x@y.test', ip: '203.0.113.9', attempts: 5 },
});

const alertsOf = (count: number, minutesAgo = 10) => ({
  stats: { total: count, critical: 1, recent: 2, activeThreats: 3 },
  alerts: Array.from({ length: count }, (_, id) => alertOf(id, minutesAgo)),
});

let store: FakeStore;

beforeEach(() => {
  store = storeWithVisitors();
});

const securityLink = () => sidebar().querySelector('a[href$="tab=security"]') as Element;
/** The link with its count, and what describes the count. */
const securityTab = () =>
  [
    securityLink().textContent,
    document.getElementById(securityLink().getAttribute('aria-describedby') ?? '')?.textContent,
  ]
    .filter(Boolean)
    .join(', ');

describe('security', () => {
  it('ADM-SEC-1..8: four figures, and Sistema Seguro where there is nothing', async () => {
    await openTab('security');
    expect(document.querySelector('main > [lang="pt-BR"]')?.textContent).toContain('Sistema Seguro');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(4) });
    await click(button('Atualizar'));
    expect(['Total de Alertas', 'Críticos', 'Última Hora', 'Ameaças Ativas'].map(card)).toEqual(['4', '1', '2', '3']);
    expect(text()).toContain('Alert number 3');
    expect(text()).toContain('203.0.113.9');
    expect(text()).not.toContain('Sistema Seguro');
  });

  it('D-32, D-64: an alert is in the language of the tab, in each set of texts; an older alert keeps its sentence', async () => {
    const message = '8 orders came from 127.0.0.1 within an hour.';
    const coded = storeMessage('orders_of_address', { count: 8, ip: '127.0.0.1' });
    // An older row has only its sentence.
    const before = '9 orders came from 127.0.0.1 within an hour.';
    const alerts = [
      { ...alertOf(1, 10), message, ...coded },
      { ...alertOf(2, 11), message: before },
    ];
    store.on('GET /api/admin/security-alerts', { body: { ...alertsOf(2), alerts } });
    await openTab('security');
    await vi.waitFor(() => expect(text()).toContain('8 pedidos vieram de 127.0.0.1 em uma hora.'));
    expect(text()).not.toContain(message);
    expect(text()).toContain(before);
    await act(() => showTexts('en'));
    expect(text()).toContain(message);
    await act(() => showTexts('pt'));
    await vi.waitFor(() => expect(text()).toContain('8 pedidos vieram de 127.0.0.1 em uma hora.'));
    expect(text()).toContain(before);
    await act(() => showTexts('specified'));
  });

  it('A-65: an alert is named in words; a type of a newer server by itself', async () => {
    const alerts = [
      { ...alertOf(1, 10), type: 'second_capture' },
      { ...alertOf(2, 11), type: 'of_a_newer_server' },
    ];
    store.on('GET /api/admin/security-alerts', { body: { ...alertsOf(2), alerts } });
    await openTab('security');
    expect(text()).toContain('Um pedido foi pago duas vezes');
    expect(text()).not.toContain('second_capture');
    expect(text()).toContain('of_a_newer_server');
  });

  it('an alert leads to its order', async () => {
    const about = { ...alertOf(1, 10), type: 'chargeback', details: { orderId: 'AAAAAAAAAAA1' } };
    store.on('GET /api/admin/security-alerts', { body: { ...alertsOf(1), alerts: [about] } });
    await openTab('security');
    await click(button('AAAAAAAAAAA1'));
    expect(location.pathname).toBe('/admin/orders/AAAAAAAAAAA1');
  });

  it('the checkout is paused and opened again from here, with one click each', async () => {
    store.on('GET /api/admin/checkout-pause', { body: { paused: false } });
    await openTab('security');
    store.on('PUT /api/admin/checkout-pause', { body: { paused: true } });
    store.on('GET /api/admin/checkout-pause', { body: { paused: true } });
    await click(button('Pausar compras'));
    await click(button('Pause', document.querySelector('dialog') ?? document));
    expect(text()).toContain('As compras estão em pausa');
    await click(button('Reabrir compras'));
    const sent = store.calls('PUT /api/admin/checkout-pause').map(({ body }) => body);
    expect(sent).toEqual([{ paused: true }, { paused: false }]);
  });

  it('DATA-21: the place of an alert has its Portuguese name', async () => {
    const alert = alertOf(1, 5);
    const places = ['Mountain View, United States', 'Germany', 'Atlantis'];
    const alerts = places.map((location, at) => ({
      ...alert,
      id: `a${at}`,
      details: { ...alert.details, location },
    }));
    store.on('GET /api/admin/security-alerts', { body: { ...alertsOf(1), alerts } });
    await openTab('security');
    for (const name of ['Mountain View, Estados Unidos', 'Alemanha', 'Atlantis']) expect(text()).toContain(name);
    expect(text()).not.toContain('Germany');
  });

  it('ADM-SEC-9, ADM-3..6: polls every 30 s on any tab; the badge counts what is new, and is gone once it was seen', async () => {
    await openTab('session');
    expect(securityTab()).toBe('Security');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(3) });
    await settle(30_000);
    expect(securityTab()).toBe('Security3, 3 new alerts');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(10) });
    await settle(30_000);
    expect(securityTab()).toBe('Security9+, 9+ new alerts');
    await click(securityLink());
    expect(securityTab()).toBe('Security');
    expect(Date.parse(localStorage.getItem('securityLastViewed') ?? '')).toBe(Date.now());
    await click(button('Session', sidebar()));
    expect(securityTab()).toBe('Security');
  });

  it('ADM-SEC-6, ADM-SEC-10, ADM-SEC-13, A-65: clearing asks first, and says that it was done', async () => {
    store.on('GET /api/admin/security-alerts', { body: alertsOf(2) });
    store.on('DELETE /api/admin/security-alerts', { body: { success: true, cleared: 2 } });
    await openTab('security');
    await click(button('Limpar Todos'));
    expect(store.calls('DELETE /api/admin/security-alerts')).toEqual([]);
    await click(button('Cancelar'));
    await click(button('Limpar Todos'));
    store.on('GET /api/admin/security-alerts', { body: noAlerts });
    await click(button('Limpar'));
    expect(store.calls('DELETE /api/admin/security-alerts')).toHaveLength(1);
    expect(text()).toContain('Sucesso');
    expect(text()).toContain('Alertas de segurança limpos');
    expect(text()).toContain('Sistema Seguro');
  });

  it('ADM-SEC-11, ADM-SEC-12: says what failed', async () => {
    store.on('GET /api/admin/security-alerts', { body: alertsOf(2) });
    store.on('DELETE /api/admin/security-alerts', { status: 500, body: {} });
    await openTab('security');
    await click(button('Limpar Todos'));
    await click(button('Limpar'));
    expect(text()).toContain('Falha ao limpar alertas');
    store.on('GET /api/admin/security-alerts', { status: 400, body: {} });
    await click(button('Atualizar'));
    expect(text()).toContain('Falha ao carregar alertas de segurança');
  });
});
