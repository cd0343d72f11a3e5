// Alerts for the operator about sends that failed. Each fact is reported once.

import { providerOrderText } from '../../contract/provider-order-id.ts';
import { sentenceOf, wordsOf } from '../../contract/sentences.ts';
import { type StoreMessage, storeMessage, type Words } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as dispatchRepository from '../modules/dispatch/dispatch.repository.ts';
import type { DispatchRow } from '../modules/dispatch/dispatch-rows.ts';
import { isAboutAccount } from '../modules/dispatch/dispatch-state.ts';
import type { PlaceOutcome } from '../modules/providers/provider.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import type { ProviderSettings } from '../ports/settings.ts';

type Refusal = PlaceOutcome & { outcome: 'refused' };

/** No person watches the job: a lasting refusal raises one alert. */
export async function alertRefusal(
  ctx: StoreContext,
  tx: Tx,
  to: ProviderSettings,
  row: DispatchRow,
  refused: Refusal,
): Promise<void> {
  if (isAboutAccount(refused))
    return alertAccountRefused(ctx, tx, to, row.orderId, refused, storeMessage('paid_links_wait'));
  if (row.state !== 'failed') return;
  await ctx.alerts.raise(tx, {
    type: 'dispatch_failed',
    severity: 'high',
    message: storeMessage('link_refused', { orderId: row.orderId, answer: wordsOf(refused) }),
    details: { orderId: row.orderId },
    onceKey: `refused ${row.claimId}`,
  });
}

/** About the operator's account: once a day. */
export async function alertAccountRefused(
  ctx: StoreContext,
  tx: Tx,
  { id, name }: ProviderSettings,
  orderId: string,
  refused: Refusal,
  next: StoreMessage,
): Promise<void> {
  if (!isAboutAccount(refused)) return;
  const provider = id === 'default' ? null : name;
  await ctx.alerts.raise(tx, {
    type: 'provider_warning',
    severity: 'high',
    message: storeMessage('provider_takes_no_orders', { provider, answer: wordsOf(refused), next }),
    details: { orderId },
    onceKey: `${refused.reason} ${id} ${await dispatchRepository.today(tx)}`,
  });
}

/** Possibly a second paid order: listed, because no action item shows it. */
export async function alertLateAnswer(
  ctx: StoreContext,
  tx: Tx,
  from: Pick<ProviderSettings, 'id' | 'name'>,
  row: DispatchRow,
  outcome: PlaceOutcome,
): Promise<DispatchRow> {
  if (outcome.outcome !== 'placed' || row.providerOrderId === outcome.providerOrderId) return row;
  const providerOrder = providerOrderText(outcome.providerOrderId, [from]);
  const found = storeMessage('placed_late', { providerOrder });
  await ctx.alerts.raise(tx, {
    type: 'late_placement',
    severity: 'high',
    message: storeMessage('placed_late_of_order', { found, orderId: row.orderId }),
    details: { orderId: row.orderId },
    onceKey: `late dispatch ${outcome.providerOrderId}`,
  });
  return dispatchRepository.changeSend(tx, row, sentenceColumns('hint', sentenceOf(found)));
}

/** The send may have been placed: an admin settles it. `answer`: null when none arrived. */
export async function alertUnknownSend(
  ctx: StoreContext,
  tx: Tx,
  { orderId, claimId }: DispatchRow,
  answer: Words | null,
): Promise<void> {
  await ctx.alerts.raise(tx, {
    type: 'dispatch_unknown',
    severity: 'high',
    message: answer
      ? storeMessage('send_answer_unclear', { orderId, answer })
      : storeMessage('send_answer_lost', { orderId }),
    details: { orderId },
    onceKey: `unknown ${claimId}`,
  });
}
