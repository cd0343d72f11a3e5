// Fixtures of the import of services.
import type { CatalogService } from './service-draft.ts';

export const catalogService: CatalogService = {
  service_id: '6131',
  name: '🔥 TIKTOK FOLLOWERS [REAL MIX] | R30',
  category: 'TIKTOK ~ SERVER 3',
  type: 'Default',
  platform: 'tiktok',
  action: 'followers',
  cost_per_1000: 1.8,
  cost_per_1000_usd: 1.8,
  proposed_price_micros: 3_600,
  margin_percent: 50,
  min: 50,
  max: 10_000,
  refill: true,
  cancel: false,
  gone_at: null,
  problem: null,
};
