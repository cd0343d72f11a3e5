import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownZone } from '../../ui/format-date.ts';
import { createAdmin } from '../admin-context.tsx';
import { button, click, type FakeStore, hasButton, settle, text } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';
import { breakdown, card, dashboard, openTab, storeWithVisitors } from '../testing-visitors.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import { visitorsQuery } from './visitors-tab.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithVisitors();
});

describe('visitors', () => {
  it('ADM-VIS-1, ADM-VIS-2, ADM-VIS-8, ADM-VIS-9: six figures of a day, a week or a month', async () => {
    await openTab('visitors');
    const titles = ['Visitantes', 'Visualizações', 'Duração Média', 'Novos', 'Recorrentes', 'Taxa de Retenção'];
    expect(titles.map(card)).toEqual(['1,200', '3,400', '1m 25s', '900', '300', '25.0%']);
    for (const [name, period] of [
      ['Semana', 'week'],
      ['Mês', 'month'],
      ['Dia', 'day'],
    ] as const) {
      await click(button(name));
      const [call] = store.calls(`GET /api/admin/visitor-dashboard/${period}`);
      expect(call?.headers.get('authorization')).toBe(`Bearer ${localStorage.getItem('adminToken')}`);
    }
  });

  it('A-82: behind the bars of times, devices and the way to an order is a table with the same counts', async () => {
    await openTab('visitors');
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
    expect(await rowsOf('Dispositivos: 1 combinação')).toEqual([['Celular · Safari · iOS', '1,200']]);
  });

  it('ADM-VIS-3..7: places, times, devices, and the single visits in a list of limited height', async () => {
    await openTab('visitors');
    expect(text()).toContain('66.7%');
    expect(text()).toContain('Desconhecido');
    await click(button('Linha do Tempo'));
    expect(location.search).toBe('?tab=visitors&view=timeline');
    expect(text()).toMatch(/Pico: 14:00, 99 visitantes/);
    expect(document.querySelectorAll('[data-series=Visitantes] rect')).toHaveLength(2);
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
    await openTab('visitors');
    await click(button('Geografia'));
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

  it('ADM-VIS-10, A-53: a refused token shows an error before the session ends', async () => {
    store.on('GET /api/admin/visitor-dashboard/*', { status: 401, body: { message: 'Please sign in as an admin.' } });
    await openTab('visitors');
    expect(text()).toContain('Sessão Expirada');
    expect(localStorage.getItem('adminToken')).not.toBe(null);
    await click(button('Entrar novamente'));
    expect(localStorage.getItem('adminToken')).toBe(null);
  });

  it('ADM-VIS-11, ADM-VIS-12: another failure shows its message, and can be retried', async () => {
    store.on('GET /api/admin/visitor-dashboard/*', { status: 400, body: { message: 'no way' } });
    await openTab('visitors');
    expect(text()).toContain('Erro ao carregar dados');
    expect(text()).toContain('Falha ao carregar analytics: no way');
    store.on('GET /api/admin/visitor-dashboard/*', { body: dashboard });
    await click(button('Tentar novamente'));
    expect(hasButton('Tentar novamente')).toBe(false);
    expect(card('Visitantes')).toBe('1,200');
  });

  it('sources, campaigns, pages, entry and exit pages are lists; a click on a name narrows the tab', async () => {
    store.on('GET /api/admin/visitor-breakdown/*', ({ query }) => ({
      body: query.get('source')
        ? {
            ...breakdown,
            summary: { ...breakdown.summary, totalVisitors: 500 },
            funnel: { ...breakdown.funnel, visitors: 500 },
            orders: { checkouts: 12, paid: 5, sales: 31.2 },
          }
        : breakdown,
    }));
    await openTab('visitors');
    const list = (name: string) =>
      [...document.querySelectorAll(`section[aria-label="${name}"] button`)].map((entry) => entry.textContent);
    expect(list('Fontes')).toEqual(['Direto ou desconhecido 700', 'google.com 500']);
    await click(button('Campanhas'));
    expect(list('Campanhas')).toEqual(['summer 40']);
    expect(list('Mais vistas')).toEqual(['/ 1,100', '/checkout 300']);
    await click(button('De entrada'));
    expect(list('De entrada')).toEqual(['/ 1,000']);
    await click(button('De saída'));
    expect(list('De saída')).toEqual(['/checkout 200']);

    await click(button('Fontes'));
    await click(document.querySelectorAll('section[aria-label="Fontes"] button')[1] as Element);
    expect(location.search).toBe('?tab=visitors&source=google.com');
    expect(card('Visitantes')).toBe('500');
    expect(text()).toContain('Visita500');
    // D-97: with the orders and sales of this source, and without what has no source.
    expect(text()).toContain('Pedidos pagos5');
    expect(text()).toContain('$31.20 em vendas líquidas de 5 pedidos pagos');
    expect(text()).not.toMatch(/Pedidos entregues\d/);
    expect(text()).not.toContain('Robôs');
    expect(text()).toContain('ficam ocultos');
    await click(button('Remover o filtro Fonte: google.com'));
    expect(location.search).toBe('?tab=visitors');
    expect(card('Visitantes')).toBe('1,200');
    expect(text()).toContain('Pedidos pagos');
  });

  it('D-97: a filter that orders are not counted by hides them', async () => {
    await openAdmin('/admin?tab=visitors&page=%2Fcheckout');
    await settle();
    expect(text()).toContain('Os pedidos aparecem só com um único filtro de fonte, campanha ou país.');
    expect(text()).not.toContain('Pedidos pagos');
  });

  it('D-97: a source without counted visitors says so', async () => {
    await openAdmin('/admin?tab=visitors&source=withheld');
    await settle();
    expect(text()).toContain('Os visitantes desta fonte não são contados');
  });

  it('A-57: period, part and filters are read from the address', async () => {
    await openAdmin('/admin?tab=visitors&period=week&view=devices&country=Brazil&page=%2Fcheckout');
    await settle();
    expect(store.calls('GET /api/admin/visitor-dashboard/week')).toHaveLength(1);
    expect(store.calls('GET /api/admin/visitor-breakdown/week').at(-1)?.query.toString()).toBe(
      'page=%2Fcheckout&country=Brazil',
    );
    expect(text()).toContain('Celular · Safari · iOS');
    expect([...document.querySelectorAll('ul[aria-label=Filtros] li')].map((chip) => chip.textContent)).toEqual([
      ...['Página: /checkout', 'País: Brasil'],
    ]);
  });

  it('where a filter covers only the latest visits, a sentence above the figures names it', async () => {
    store.on('GET /api/admin/visitor-breakdown/*', { body: { ...breakdown, is_cut: true } });
    await openAdmin('/admin?tab=visitors&source=google.com');
    await settle();
    const shown = text();
    expect(shown.indexOf('20.000 visualizações mais recentes')).toBeGreaterThan(-1);
    expect(shown.indexOf('20.000 visualizações mais recentes')).toBeLessThan(shown.indexOf('Taxa de Retenção'));
  });

  it('where sources and pages cannot be had, the figures stay, and it can be retried', async () => {
    store.on('GET /api/admin/visitor-breakdown/*', { status: 400, body: { message: 'no way' } });
    await openTab('visitors');
    expect(text()).toContain('Não foi possível carregar fontes e páginas');
    expect(card('Visitantes')).toBe('1,200');
    store.on('GET /api/admin/visitor-breakdown/*', { body: { ...breakdown, is_cut: true } });
    await click(button('Tentar novamente'));
    expect(text()).toContain('google.com');
    expect(text()).toContain('20.000 visualizações mais recentes');
  });
});

it('ADM-VIS-13: without a token the visitors are not asked for', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(
    client.fetchQuery(
      visitorsQuery(
        createAdmin(null, () => undefined),
        'day',
      ),
    ),
  ).rejects.toThrow('No authentication token found');
});
