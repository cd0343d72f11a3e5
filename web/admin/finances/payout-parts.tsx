// What the list of payouts and the page of one of them share.
import type { AnswerFor } from '../../../contract/index.ts';
import { type PayoutState, payoutGatewayTitle } from '../../../contract/payout-rules.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Badge } from '../../ui/badge.tsx';
import { shownZone } from '../../ui/format-date.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { hasDecimalComma, withMinusSign } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import type { ReadCall } from '../kit/use-api.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

export type Payout = AnswerFor<'GET /api/admin/finances/payouts'>[number];

/** A difference of a period that is not over does not count yet. */
export function isPeriodOpen({ difference, to }: Payout): boolean {
  return Boolean(difference) && to !== null && to >= dayIn(shownZone(), new Date());
}

export const payoutCalls = [
  'GET /api/admin/finances/payouts',
  'GET /api/admin/finances/payouts/summary',
  'GET /api/admin/finances/payouts/{id}',
  'GET /api/admin/finances/payouts/{id}/transactions',
] as const satisfies ReadCall[];

const stateTones: Record<PayoutState, Tone> = {
  pending: 'yellow',
  in_transit: 'blue',
  paid: 'green',
  failed: 'red',
  canceled: 'grey',
  unknown: 'orange',
};

export function PayoutBadge({ state }: { state: PayoutState }) {
  const { states } = usePageTexts().finances.payouts;
  return <Badge tone={stateTones[state]}>{states[state]}</Badge>;
}

export function useGatewayName(): (gateway: string) => string {
  const { byHand } = usePageTexts().finances.payouts;
  return (gateway) => payoutGatewayTitle(gateway) ?? byHand;
}

/** A payout may be in another currency than the sales. */
export function formatMoney(amount: number, currency: string): string {
  if (currency === 'USD') return formatDollars(amount);
  const shown = new Intl.NumberFormat(hasDecimalComma() ? 'pt-BR' : 'en-US', { style: 'currency', currency });
  return withMinusSign(shown.format(amount));
}
