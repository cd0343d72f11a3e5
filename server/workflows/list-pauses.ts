// Lists the active pauses, which an admin ends.
import { isPaused, offerField, offerKey, offerTitle, specifiedCategory, viewedField } from '../../contract/offers.ts';
import type { PauseKind } from '../../contract/pauses.ts';
import type { StoreContext } from '../context.ts';
import { listProviders } from '../modules/providers/providers.service.ts';
import * as auditRepository from '../modules/security/audit.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import * as spendingRepository from '../modules/spending/spending.repository.ts';

export type Pause = {
  kind: PauseKind;
  /** A category, the ID of another offer, or that of a provider. */
  subject: string | null;
  name: string | null;
  since: Date | null;
  /** An admin's email; null if the store paused it. */
  by: string | null;
};

/** Oldest first. */
export async function listPauses(ctx: StoreContext): Promise<Pause[]> {
  const { checkout_paused, offers } = await ctx.settings.current();
  const reached = (await spendingRepository.reachedAt(ctx.database.db)).provider;
  const off = (await listProviders(ctx)).filter(({ enabled, apiUrl }) => !enabled && apiUrl !== '');
  const found: Promise<Pause>[] = [
    ...(checkout_paused ? [readCheckoutPause(ctx)] : []),
    ...offers
      // Another offer that is off may be a draft.
      .filter((offer) => (specifiedCategory(offer) ? isPaused(offer) : offer.paused && offer.on))
      .map(async (offer) => ({
        kind: 'category' as const,
        subject: offerKey(offer),
        name: offerTitle(offer),
        ...(await readPause(ctx, offer.paused ? viewedField(offer, 'paused') : offerField(offer, 'on'))),
      })),
    ...off.map(async ({ id, name }) => ({
      kind: 'provider' as const,
      subject: id,
      name,
      ...(await auditRepository.findProviderSwitchOff(ctx.database.db, id)),
    })),
  ];
  const sending: Pause[] = reached ? [{ kind: 'sending', subject: null, name: null, since: reached, by: null }] : [];
  const all = [...sending, ...(await Promise.all(found))];
  return all.sort((a, b) => (a.since?.getTime() ?? 0) - (b.since?.getTime() ?? 0));
}

async function readCheckoutPause(ctx: StoreContext): Promise<Pause> {
  return { kind: 'checkout', subject: null, name: null, ...(await readPause(ctx, 'checkout_paused')) };
}

async function readPause(ctx: StoreContext, field: string): Promise<Pick<Pause, 'since' | 'by'>> {
  const last = await settingsRepository.findLastChange(ctx, field);
  return { since: last?.changedAt ?? null, by: last?.changedBy ?? null };
}
