import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shownZone } from '../ui/format-date.ts';
import { button, click, type FakeStore, hasButton, settle, text } from './testing.tsx';
import { now, openAdmin, signIn } from './testing-signed-in.tsx';
// Loaded when looked at: known before, so that fake timers need not wait for a file.
import './live-users/live-users-tab.tsx';
import './security/security-tab.tsx';
import './session-tab/session-tab.tsx';
import './visitors/visitors-tab.tsx';

let store: FakeStore;

const noAlerts = { stats: { total: 0, critical: 0, recent: 0, activeThreats: 0 }, alerts: [] };
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

const online = {
  uniqueOnlineUsers: 12,
  totalUsers: 345,
  todayUniqueVisitors: 678,
  timestamp: new Date(now).toISOString(),
  users: [
    {
      id: 'u1',
      ip: '8.8.8.0',
      country: 'Brazil',
      currentPage: '/checkout',
      userAgent: 'Mozilla/5.0 Chrome/140.0 Safari/537.36 Edg/140.0',
      lastActivity: new Date(now - 60_000).toISOString(),
    },
    {
      id: 'u2',
      ip: '9.9.9.0',
      country: 'Portugal',
      currentPage: '/<b>odd</b>',
      userAgent: 'curl',
      lastActivity: new Date(now).toISOString(),
    },
  ],
};
const dashboard = {
  summary: {
    totalVisitors: 1200,
    totalPageViews: 3400,
    avgSessionDuration: 85,
    newVisitors: 900,
    returningVisitors: 300,
    retentionRate: 25,
  },
  geography: {
    totalCountries: 2,
    countries: [
      { country: 'Brazil', city: 'Unknown', count: 800, percentage: 66.7 },
      { country: 'Unknown', city: 'Unknown', count: 400, percentage: 33.3 },
    ],
  },
  timeline: {
    peakTime: { hour: '14:00', visitors: 99 },
    data: [
      { hour: '14:00', visitors: 99 },
      { hour: '15:00', visitors: 0 },
    ],
  },
  devices: { totalCombinations: 1, data: [{ device_type: 'mobile', browser: 'Safari', os: 'iOS', count: 1200 }] },
  rawAnalytics: [
    {
      id: 7,
      is_returning_visitor: true,
      ip_address: '8.8.8.0',
      visit_date: new Date(now).toISOString(),
      country: 'Brazil',
      city: 'Unknown',
      device_type: 'mobile',
      browser: 'Safari',
      session_duration: 42,
      page_url: '/about',
    },
  ],
  excluded: [{ reason: 'bot', count: 17 }],
  funnel: { visitors: 1200, picker: 1000, checkout: 300, checkouts: 120, paid: 90, delivered: 80 },
};

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/security-alerts', { body: noAlerts });
  store.on('GET /api/admin/online-users', { body: online });
  store.on('GET /api/admin/visitor-dashboard/*', { body: dashboard });
});

async function open(tab: string): Promise<void> {
  await openAdmin(`/admin?tab=${tab}`);
  await settle();
}
function card(title: string): string {
  const head = [...document.querySelectorAll('h2')].find((element) => element.textContent === title);
  return head?.closest('section')?.querySelector('p')?.textContent ?? '';
}
const securityTab = () => document.querySelector('#tab-security')?.textContent;

it('ADM-1, ADM-2: ten tabs in their order, the last three left out on a phone', async () => {
  await open('session');
  const tabs = [...document.querySelectorAll('[role=tab]')];
  expect(tabs.map(({ id }) => id.replace('tab-', '')).join(' ')).toBe(
    'overview orders customers analytics visitors security session liveusers api settings',
  );
  expect(tabs.filter(({ className }) => className.includes('max-sm:hidden')).map(({ id }) => id)).toEqual([
    ...['tab-liveusers', 'tab-api', 'tab-settings'],
  ]);
});

describe('live users', () => {
  it('ADM-LIVE-1..5, ADM-LIVE-12, ADM-LIVE-13: four figures, and who is where with what', async () => {
    await open('liveusers');
    expect(['Currently Online', 'Total Sessions', "Today's Visitors", 'Countries'].map(card)).toEqual([
      ...['12', '345', '678', '2'],
    ]);
    const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['IP', 'Country', 'Current Page', 'Browser', 'Last Activity']);
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['8.8.8.0/24 shortened', 'Brazil', 'Checkout', 'Edge', '1 min ago'],
      ['9.9.9.0/24 shortened', 'Portugal', '/<b>odd</b>', 'Unknown', 'just now'],
    ]);
  });

  it('ADM-LIVE-4: an unknown place is no country', async () => {
    const [user] = online.users;
    const users = [user, { ...user, id: 'u3', country: 'Unknown' }];
    store.on('GET /api/admin/online-users', { body: { ...online, users } });
    await open('liveusers');
    expect(card('Countries')).toBe('1');
  });

  it('ADM-LIVE-6: asks every 5 s', async () => {
    await open('liveusers');
    const before = store.calls('GET /api/admin/online-users').length;
    await settle(5_000);
    await settle(5_000);
    expect(store.calls('GET /api/admin/online-users').length).toBe(before + 2);
  });

  it('ADM-LIVE-10, ADM-LIVE-11: says what could not be loaded', async () => {
    store.on('GET /api/admin/online-users', { status: 503, body: { message: 'busy' } });
    await open('liveusers');
    await settle(2_000);
    expect(text()).toContain('Error loading live users data');
    expect(text()).toContain('Failed to fetch live users data');
  });
});

describe('security', () => {
  it('ADM-SEC-1..8: four figures, and Sistema Seguro where there is nothing', async () => {
    await open('security');
    expect(text()).toContain('Sistema Seguro');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(4) });
    await click(button('Atualizar'));
    expect(['Total de Alertas', 'Críticos', 'Última Hora', 'Ameaças Ativas'].map(card)).toEqual(['4', '1', '2', '3']);
    expect(text()).toContain('Alert number 3');
    expect(text()).toContain('203.0.113.9');
    expect(text()).not.toContain('Sistema Seguro');
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
    await open('security');
    for (const name of ['Mountain View, Estados Unidos', 'Alemanha', 'Atlantis']) expect(text()).toContain(name);
    expect(text()).not.toContain('Germany');
  });

  it('ADM-SEC-9, ADM-3..6: polls every 30 s on any tab; the badge counts what is new, and is gone once it was seen', async () => {
    await open('session');
    expect(securityTab()).toBe('Security');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(3) });
    await settle(30_000);
    expect(securityTab()).toBe('Security3, 3 new alerts');
    store.on('GET /api/admin/security-alerts', { body: alertsOf(10) });
    await settle(30_000);
    expect(securityTab()).toBe('Security9+, 9+ new alerts');
    await click(document.querySelector('#tab-security') as Element);
    expect(securityTab()).toBe('Security');
    expect(Date.parse(localStorage.getItem('securityLastViewed') ?? '')).toBe(Date.now());
    await click(document.querySelector('#tab-session') as Element);
    expect(securityTab()).toBe('Security');
  });

  it('ADM-SEC-6, ADM-SEC-10, ADM-SEC-13, A-65: clearing asks first, and says that it was done', async () => {
    store.on('GET /api/admin/security-alerts', { body: alertsOf(2) });
    store.on('DELETE /api/admin/security-alerts', { body: { success: true, cleared: 2 } });
    await open('security');
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
    await open('security');
    await click(button('Limpar Todos'));
    await click(button('Limpar'));
    expect(text()).toContain('Falha ao limpar alertas');
    store.on('GET /api/admin/security-alerts', { status: 400, body: {} });
    await click(button('Atualizar'));
    expect(text()).toContain('Falha ao carregar alertas de segurança');
  });
});

describe('visitors', () => {
  it('ADM-VIS-1, ADM-VIS-2, ADM-VIS-8, ADM-VIS-9: six figures of a day, a week or a month', async () => {
    await open('visitors');
    const titles = ['Visitantes', 'Visualizações', 'Duração Média', 'Novos', 'Recorrentes', 'Taxa de Retenção'];
    expect(titles.map(card)).toEqual(['1,200', '3,400', '1m 25s', '900', '300', '25.0%']);
    for (const [name, period] of [
      ['Semana', 'week'],
      ['Mês', 'month'],
      ['Dia', 'day'],
    ] as const) {
      await click(button(name));
      const [asked] = store.calls(`GET /api/admin/visitor-dashboard/${period}`);
      expect(asked?.headers.get('authorization')).toBe(`Bearer ${localStorage.getItem('adminToken')}`);
    }
  });

  it('A-82: behind the bars of times, devices and the way to an order is a table with the same counts', async () => {
    await open('visitors');
    const rowsOf = async (title: string) => {
      await click(button(`Mostrar ${title} como tabela`));
      const section = button(`Mostrar ${title} como gráfico`).closest('section');
      return [...(section?.querySelectorAll('tbody tr') ?? [])].map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.lastChild?.textContent),
      );
    };
    expect((await rowsOf('Funil')).slice(0, 4)).toEqual([
      ['Visita', '1,200'],
      ['Escolha do pacote', '1,000'],
      ['Página do checkout', '300'],
      ['Checkouts (pedidos criados)', '120'],
    ]);
    await click(button('Linha do Tempo'));
    expect(await rowsOf(`Linha do Tempo (${shownZone()})`)).toEqual([
      ['14:00', '99'],
      ['15:00', '0'],
    ]);
    await click(button('Dispositivos'));
    expect(await rowsOf('Dispositivos: 1 combinações')).toEqual([['Celular · Safari · iOS', '1,200']]);
  });

  it('ADM-VIS-3..7: places, times, devices, and the single visits in a list of limited height', async () => {
    await open('visitors');
    expect(text()).toContain('66.7%');
    expect(text()).toContain('Desconhecido');
    await click(button('Linha do Tempo'));
    expect(text()).toMatch(/Pico: 14:00, 99 visitantes/);
    await click(button('Dispositivos'));
    expect(text()).toContain('Celular · Safari · iOS');
    await click(button('Detalhes'));
    expect(text()).toContain('Visitantes Recentes');
    expect(text()).toContain('8.8.8.0/24 encurtado');
    expect(document.querySelector('a[href="/admin?tab=settings#retention"]')).not.toBeNull();
    expect(text()).toContain('/about');
    expect(document.querySelector('section[aria-label="Visitantes Recentes"]')?.className).toContain('max-h-96');
    expect(text()).toMatch(/Robôs17/);
  });

  it('ADM-VIS-6, ADM-VIS-8: devices and countries have Portuguese names in every part', async () => {
    const [visit] = dashboard.rawAnalytics;
    const countries = ['United States', 'Brazil', 'Unknown', 'Atlantis'].map((country) => ({
      country,
      city: 'Unknown',
      count: 1,
      percentage: 25,
    }));
    store.on('GET /api/admin/visitor-dashboard/*', {
      body: {
        ...dashboard,
        geography: { totalCountries: 3, countries },
        rawAnalytics: [
          { ...visit, id: 1, device_type: 'desktop', country: 'Germany', city: 'Berlin' },
          { ...visit, id: 2, device_type: 'mobile', country: 'Atlantis', city: 'Unknown' },
        ],
      },
    });
    await open('visitors');
    const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
    expect(
      cells().map((row, at) => row.includes(['Estados Unidos', 'Brasil', 'Desconhecido', 'Atlantis'][at] ?? '')),
    ).toEqual([true, true, true, true]);
    await click(button('Detalhes'));
    expect(cells()[0]).toContain('Berlin, Alemanha');
    expect(cells()[0]).toContain('Computador · ');
    expect(cells()[1]).toContain('Atlantis');
    expect(cells()[1]).toContain('Celular · ');
  });

  it('ADM-VIS-10, A-53: a refused token is told before the session ends', async () => {
    store.on('GET /api/admin/visitor-dashboard/*', { status: 401, body: { message: 'Please sign in as an admin.' } });
    await open('visitors');
    expect(text()).toContain('Sessão Expirada');
    expect(localStorage.getItem('adminToken')).not.toBe(null);
    await click(button('Entrar novamente'));
    expect(localStorage.getItem('adminToken')).toBe(null);
  });

  it('ADM-VIS-11, ADM-VIS-12: another failure is told with its words, and can be tried again', async () => {
    store.on('GET /api/admin/visitor-dashboard/*', { status: 400, body: { message: 'no way' } });
    await open('visitors');
    expect(text()).toContain('Erro ao carregar dados');
    expect(text()).toContain('Falha ao carregar analytics: no way');
    store.on('GET /api/admin/visitor-dashboard/*', { body: dashboard });
    await click(button('Tentar novamente'));
    expect(hasButton('Tentar novamente')).toBe(false);
    expect(card('Visitantes')).toBe('1,200');
  });
});

it('TRA-2, TRA-6: a page that is turned inside the admin is told of', async () => {
  const turned = vi.fn();
  window.addEventListener('pageturn', turned);
  await open('liveusers');
  expect(turned).not.toHaveBeenCalled();
  await click(button('Orders', document.querySelector('nav') ?? document));
  expect(turned).toHaveBeenCalledTimes(1);
  window.removeEventListener('pageturn', turned);
});
