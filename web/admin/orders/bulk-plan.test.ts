// D-111: what a bulk send orders at the providers is counted by offer.
import { expect, it } from 'vitest';
import type { Provider } from '../provider/provider-check.tsx';
import { costOf } from '../provider/send-cost.ts';
import { type Step, unitsOf } from './bulk-plan.ts';

const tiktok = { category: 'Likes', offer: 'tiktok-likes', offerName: 'TikTok likes' };
const step = (quantity: number, sold: { category: string; offer?: string }): Step => ({
  kind: 'send',
  orderId: 'X',
  what: '',
  share: quantity,
  post: { orderId: 'X', link: '', quantity, ...sold },
});

it('D-111: units of an offer stand apart from those of its category, likes and views first', () => {
  const steps = [
    step(500, tiktok),
    step(1_000, { category: 'Views' }),
    step(50, { category: 'Likes' }),
    step(20, tiktok),
  ];
  const units = unitsOf({ steps, left: [] });
  expect(units.map(({ category, offerName, quantity }) => [offerName ?? category, quantity])).toEqual([
    ['Likes', 50],
    ['Views', 1_000],
    ['TikTok likes', 520],
  ]);
  const used = [
    { category: 'Likes', cost_per_1000: 1 },
    { category: 'Views', cost_per_1000: 0.1 },
    { category: 'Likes', offer: 'tiktok-likes', cost_per_1000: 10 },
  ];
  const panel = { enabled: true, priority: 1, balance: 9, currency: 'USD', used } as Provider;
  expect(costOf(units, [panel]).cost).toBeCloseTo(0.05 + 0.1 + 5.2);
});
