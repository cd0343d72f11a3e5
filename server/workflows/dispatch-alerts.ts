// Alerts for the operator about sends that failed. Each fact is reported once.

import { providerOrderText } from '../../contract/provider-order-id.ts';
import type { Tx } from '../database/database.ts';
import type { DispatchRow } from '../modules/fulfilment/dispatch-rows.ts';
import * as fulfilmentRepository from '../modules/fulfilment/fulfilment.repository.ts';
import type { PlaceOutcome } from '../modules/fulfilment/provider.ts';
import { isAboutAccount } from '../modules/fulfilment/provider-failover.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { ProviderSettings } from '../ports/settings.ts';

export type DispatchAlerts = ReturnType<typeof createDispatchAlerts>;

type Refusal = PlaceOutcome & { outcome: 'refused' };

export function createDispatchAlerts({ alerts }: { alerts: Alerts }) {
  // No person watches the job: a lasting refusal raises one alert.
  async function ofRefusal(tx: Tx, to: ProviderSettings, row: DispatchRow, refused: Refusal): Promise<void> {
    if (isAboutAccount(refused)) return ofAccount(tx, to, row.orderId, refused, 'Paid links wait.');
    if (row.state !== 'failed') return;
    await alerts.raise(tx, {
      type: 'dispatch_failed',
      severity: 'high',
      message: `The provider refused a link of order ${row.orderId}: "${refused.text}".`,
      details: { orderId: row.orderId },
      onceKey: `refused ${row.claimId}`,
    });
  }

  // About the operator's account: once a day.
  async function ofAccount(
    tx: Tx,
    { id, name }: ProviderSettings,
    orderId: string,
    refused: Refusal,
    follows: string,
  ): Promise<void> {
    if (!isAboutAccount(refused)) return;
    const who = id === 'default' ? 'The provider' : `The provider ${name}`;
    await alerts.raise(tx, {
      type: 'provider_warning',
      severity: 'high',
      message: `${who} takes no orders: "${refused.text}". ${follows}`,
      details: { orderId },
      onceKey: `${refused.reason} ${id} ${await fulfilmentRepository.today(tx)}`,
    });
  }

  // Possibly a second paid order: listed, because no action item shows it.
  async function ofLate(
    tx: Tx,
    from: Pick<ProviderSettings, 'id' | 'name'>,
    row: DispatchRow,
    outcome: PlaceOutcome,
  ): Promise<DispatchRow> {
    if (outcome.outcome !== 'placed' || row.providerOrderId === outcome.providerOrderId) return row;
    const placed = providerOrderText(outcome.providerOrderId, [from]);
    const words = `The provider answered late with order ${placed} for a link that was settled already.`;
    await alerts.raise(tx, {
      type: 'late_placement',
      severity: 'high',
      message: `${words} Check order ${row.orderId}.`,
      details: { orderId: row.orderId },
      onceKey: `late dispatch ${outcome.providerOrderId}`,
    });
    return fulfilmentRepository.changeDispatch(tx, row, { hint: words });
  }

  async function ofUnknown(tx: Tx, row: DispatchRow): Promise<void> {
    await alerts.raise(tx, {
      type: 'dispatch_unknown',
      severity: 'high',
      message: `The provider's answer for a link of order ${row.orderId} was lost. Look up the link in the provider's panel, then record the result.`,
      details: { orderId: row.orderId },
      onceKey: `unknown ${row.claimId}`,
    });
  }

  return { ofRefusal, ofAccount, ofLate, ofUnknown };
}
