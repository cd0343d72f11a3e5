import { beforeEach, describe, expect, it } from 'vitest';
import { shownZone } from '../../ui/format-date.ts';
import { button, click, type FakeStore, hasButton, text } from '../testing.tsx';
import { card, dashboard, openTab, storeWithVisitors } from '../testing-visitors.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './visitors-tab.tsx';

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
    expect(await rowsOf('Dispositivos: 1 combinações')).toEqual([['Celular · Safari · iOS', '1,200']]);
  });

  it('ADM-VIS-3..7: places, times, devices, and the single visits in a list of limited height', async () => {
    await openTab('visitors');
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
    await openTab('visitors');
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
});
