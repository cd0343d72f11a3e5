// The comparison of the demo store's providers, and the changes of its services.
import type { AnswerFor } from '../../../../contract/index.ts';

const likesScore = {
  provider_id: 'default',
  provider_name: 'Panel',
  service_id: '101',
  service_name: 'Likes, real people',
  categories: ['Likes' as const],
  band: null,
  links: 1_240,
  open: 12,
  first_progress: { p50_seconds: 240, p90_seconds: 1_100 },
  completed: { p50_seconds: 5_000, p90_seconds: 40_000 },
  units_per_hour: 1_834,
  short_percent: 8.5,
  refilled_percent: 1.2,
  refused_percent: 0.5,
  cost_per_delivered_1000: 0.84,
  currency: 'USD',
  checks: 4_320,
  uptime_percent: 99.9,
};

export const providerScores: AnswerFor<'GET /api/admin/provider-scores'> = {
  days: 30,
  scores: [
    likesScore,
    {
      ...likesScore,
      service_id: '205',
      service_name: 'Views',
      categories: ['Views'],
      links: 0,
      open: 0,
      first_progress: { p50_seconds: null, p90_seconds: null },
      completed: { p50_seconds: null, p90_seconds: null },
      units_per_hour: null,
      short_percent: null,
      refilled_percent: null,
      refused_percent: null,
      cost_per_delivered_1000: null,
    },
    {
      ...likesScore,
      provider_id: 'p2',
      provider_name: 'Backup panel',
      service_id: '9',
      service_name: 'Instagram likes, fast',
      links: 86,
      open: 0,
      completed: { p50_seconds: 2_500, p90_seconds: 9_000 },
      short_percent: 2.3,
      cost_per_delivered_1000: 1.1,
      uptime_percent: 98.2,
    },
  ],
  suggestions: [
    {
      category: 'Likes',
      provider_id: 'p2',
      service_id: '9',
      first_provider_id: 'default',
      first_service_id: '101',
    },
  ],
};

export const serviceChanges: AnswerFor<'GET /api/admin/service-changes'> = [
  {
    id: 2,
    provider_id: 'default',
    provider_name: 'Panel',
    service_id: '101',
    kind: 'price_up',
    before: '0.78',
    after: '0.84',
    currency: 'USD',
    changed_at: '2026-03-14T03:00:00Z',
  },
  {
    id: 1,
    provider_id: 'p2',
    provider_name: 'Backup panel',
    service_id: '9',
    kind: 'renamed',
    before: 'Instagram likes',
    after: 'Instagram likes, fast',
    currency: 'USD',
    changed_at: '2026-03-12T09:00:00Z',
  },
];
