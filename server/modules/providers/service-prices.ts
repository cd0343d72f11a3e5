// What the store would sell a service of a catalog for, and what it keeps then. Pure.
import type { Category } from '../../../contract/category.ts';
import { dearestFee, marginPercent } from '../../../contract/margin-percent.ts';
import type { OfferAction } from '../../../contract/offer-kinds.ts';
import { type FieldSettings, firstFields } from '../../../contract/setting-fields.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { roundedUp, targetPrice } from './margin-price.ts';

export type PriceProposal = { micros: number; marginPercent: number };

/** The margin rule of likes, and that of views. Other actions have the first target of a new store. */
const ruleOf: Partial<Record<OfferAction, Category>> = {
  likes: 'Likes',
  views: 'Views',
  'reel-views': 'Views',
  'story-views': 'Views',
};

/**
 * The price that leaves the target for 1,000 units, in whole cents for them, whether the rule is on or not. Null: no price does, or
 * none that an offer can have. `cost`: of 1,000 units, in dollars.
 */
export function proposePrice(
  { margins, fees }: Pick<FieldSettings, 'margins' | 'fees'>,
  action: OfferAction | null,
  cost: number,
): PriceProposal | null {
  const rule = action && ruleOf[action];
  const { target } = rule ? margins[rule] : firstFields().margins.Likes;
  const fee = dearestFee(Object.values(fees));
  const aim = cost > 0 ? targetPrice(target, cost / 10, fee) : null;
  if (aim === null) return null;
  const micros = roundedUp(aim);
  if (micros > settingsLimits.unitPriceMicros) return null;
  return { micros, marginPercent: marginPercent(micros, cost, fee) };
}
