import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, text } from '../testing.tsx';
import { openApiTab, storeWithProvider } from './testing-api-tab.tsx';

const score = {
  provider_id: 'default',
  provider_name: 'Panel',
  service_id: '101',
  service_name: 'Likes, real people',
  categories: ['Likes'],
  band: null,
  links: 1_240,
  open: 12,
  first_progress: { p50_seconds: 61, p90_seconds: 400 },
  completed: { p50_seconds: 5_000, p90_seconds: 40_000 },
  units_per_hour: 1_834,
  short_percent: 8.5,
  refilled_percent: 1,
  refused_percent: 0.5,
  cost_per_delivered_1000: 0.84,
  currency: 'USD',
  checks: 4_320,
  uptime_percent: 99.9,
};
const second = {
  ...score,
  provider_id: 'p2',
  provider_name: 'Second',
  service_id: '9',
  service_name: null,
  links: 41,
  open: 0,
  completed: { p50_seconds: 80, p90_seconds: null },
  short_percent: 0,
  refused_percent: 0,
  cost_per_delivered_1000: null,
  uptime_percent: null,
  checks: 0,
};
const suggestion = {
  category: 'Likes',
  provider_id: 'p2',
  service_id: '9',
  first_provider_id: 'default',
  first_service_id: '101',
};
let store: FakeStore;

beforeEach(() => {
  store = storeWithProvider();
  store.on('GET /api/admin/provider-scores', {
    body: { days: 30, scores: [score, second], suggestions: [suggestion] },
  });
});

const rows = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');

describe('the comparison of providers', () => {
  it('has a row for each provider and service with its figures', async () => {
    await openApiTab(store);
    expect(rows()).toHaveLength(2);
    for (const figure of [
      '1,240',
      '12 in delivery',
      'Half within 61 s',
      '9 of 10 within 7 min',
      '9 of 10 within 12 h',
      '8.5 %',
      '$0.84',
      '99.9 %',
    ]) {
      expect(rows()[0]).toContain(figure);
    }
    expect(rows()[1]).toContain('9 of 10: too few links yet');
  });

  it('D-111: names offers beside the specified ones', async () => {
    const ofOffer = { categories: [], offers: ['tiktok-likes'], offer_names: ['TikTok likes'] };
    const { category: _, ...around } = suggestion;
    store.on('GET /api/admin/provider-scores', {
      body: {
        days: 30,
        scores: [
          { ...score, ...ofOffer },
          { ...second, ...ofOffer },
        ],
        suggestions: [{ ...around, offer: 'tiktok-likes', offer_name: 'TikTok likes' }],
      },
    });
    await openApiTab(store);
    expect(rows()[0]).toContain('(TikTok likes)');
    expect(text()).not.toContain('tiktok-likes');
  });

  it('suggests in one sentence which provider should come first, with the figures of both', async () => {
    await openApiTab(store);
    expect(text()).toContain(
      'For likes, Second should come first (41 links, 9 of 10 not complete yet, 0 % short or refused), before Panel (1,240 links, 9 of 10 complete within 12 h, 9 % short or refused, $0.84 per 1,000).',
    );
    store.on('GET /api/admin/provider-scores', {
      body: { days: 30, scores: [score], suggestions: [{ ...suggestion, provider_id: 'default', service_id: '101' }] },
    });
    await openApiTab(store);
    expect(text()).toContain('For likes, Panel comes first and should stay first (');
  });

  it('shows the bands of quantities', async () => {
    await openApiTab(store);
    store.on('GET /api/admin/provider-scores', ({ query }) => ({
      body: {
        days: 30,
        scores: [
          { ...score, band: 3 },
          { ...score, band: query.get('bands') === 'each' ? 0 : 1 },
        ],
        suggestions: [],
      },
    }));
    await click(button('Show by quantity'));
    expect(text()).toContain('Up to 1,000 units');
    expect(text()).toContain('More than 20,000 units');
  });
});

it('a service that costs more than it sells for leads to the prices and to the pause of selling', async () => {
  store.on('GET /api/admin/providers', {
    body: [
      {
        id: 'p2',
        name: 'Second',
        priority: 1,
        enabled: true,
        kind: 'panel-v2',
        api_url: 'https://panel.example/api/v2',
        used: [],
        services: 1,
        circuit: 'closed',
        balance: null,
        services_at: null,
        check: { state: 'passed', problem: null, checked_at: null },
        warnings: [{ kind: 'price', words: 'Service 9 for Likes costs $7.00 per 1,000; our price is $6.00.' }],
      },
    ],
  });
  await openApiTab(store);
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toContain('/admin?tab=settings#prices');
  expect(links).toContain('/admin?tab=settings#selling');
});
