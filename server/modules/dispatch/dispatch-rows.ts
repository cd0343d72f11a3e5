// Maps dispatch rows to the public API and the admin API.
import type { z } from 'zod';
import type { OrderCategory } from '../../../contract/category.ts';
import type { adminProviderOrder, earlierSend, providerOrder } from '../../../contract/fulfilment.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { deliveryRequests } from '../delivery/delivery.schema.ts';
import type { CatalogueService, ProviderSnapshot } from '../providers/catalogue.repository.ts';
import type { dispatches, linkReplacements } from './dispatch.schema.ts';

export type DispatchRow = typeof dispatches.$inferSelect;
export type LinkReplacementRow = typeof linkReplacements.$inferSelect;
/** By the ID of the provider. */
type Snapshots = ReadonlyMap<string, ProviderSnapshot>;
type RequestRow = typeof deliveryRequests.$inferSelect;
export type ProviderOrder = z.output<typeof providerOrder>;
export type AdminProviderOrder = z.output<typeof adminProviderOrder>;
export type EarlierSend = z.output<typeof earlierSend>;
/** What a caller may see: the fields for admins, and the links of the orders that it placed. */
export type LinksViewer = {
  isAdmin: boolean;
  seesCosts: boolean;
  placed: (orderId: string) => boolean;
  /** Who requested something, as the viewer may read it. */
  shownActor: (name: string) => string;
};

/** The public fields of a dispatch, visible with the order's ID. They do not contain the link. */
export function toSend(row: DispatchRow, category: OrderCategory): ProviderOrder {
  return {
    api_order_id: row.providerOrderId,
    category,
    status: row.state,
    position: row.position,
    quantity: row.quantity,
    live_status: row.liveStatus,
    remains: row.remains,
    created_at: row.createdAt.toISOString(),
  };
}

/** The further fields for admins. */
export function toAdminSend(row: DispatchRow, category: OrderCategory): AdminProviderOrder {
  return {
    ...toSend(row, category),
    post_link: row.postLink,
    ...sentenceFields('error', row.error, row.errorCoded),
    ...sentenceFields('hint', row.hint, row.hintCoded),
    refill_id: row.refillId,
    refill_requested_at: row.refillRequestedAt?.toISOString() ?? null,
    following: row.following,
    shortfall: row.shortfall,
  };
}

/** The operator's cost of a link: the provider's charge, or the price of its service. None before it was sent. */
export function computeCost(
  { state, providerId, serviceId, charge, quantity, rate, costCurrency }: DispatchRow,
  known: { services: readonly CatalogueService[]; snapshots: Snapshots },
): AdminProviderOrder['cost'] {
  if (state !== 'sent') return null;
  const currency = costCurrency || 'USD';
  if (charge !== null) return { amount: Number(charge), currency, estimated: false };
  if (rate !== null) return { amount: (Number(rate) * quantity) / 1_000, currency, estimated: true };
  // An earlier version kept no price.
  const service = known.services.find((each) => each.providerId === providerId && each.serviceId === serviceId);
  if (!service?.ratePerThousand) return null;
  const amount = (Number(service.ratePerThousand) * quantity) / 1_000;
  return { amount, currency: known.snapshots.get(providerId)?.currency || 'USD', estimated: true };
}

/** Of former links that were sent, or of which units were delivered, in the order of `rows`. */
export function listEarlierSends(rows: readonly LinkReplacementRow[]): EarlierSend[] {
  return rows
    .filter(({ providerOrderId, delivered }) => providerOrderId !== null || delivered > 0)
    .map(({ position, providerOrderId, delivered, charge, costCurrency }) => ({
      position,
      api_order_id: providerOrderId,
      delivered,
      cost: charge === null ? null : { amount: Number(charge), currency: costCurrency || 'USD' },
    }));
}

/** Newest first, as `rows` are. */
export function requestsOfLink(
  rows: readonly RequestRow[],
  position: number,
  { shownActor }: Pick<LinksViewer, 'shownActor'>,
): AdminProviderOrder['requests'] {
  return rows
    .filter((row) => row.position === position)
    .map(({ kind, state, words, wordsCoded, movesRest, requestedBy, requestedAt, endedAt }) => ({
      kind,
      state,
      ...sentenceFields('words', words, wordsCoded),
      ...(movesRest ? { moves_rest: true } : {}),
      requested_by: shownActor(requestedBy),
      requested_at: requestedAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    }));
}
