// Lists the active pauses, which an admin ends.
import { categories } from '../../contract/category.ts';
import { isPaused, offerField, offerOf } from '../../contract/offers.ts';
import type { PauseKind } from '../../contract/pauses.ts';
import type { StoreContext } from '../context.ts';
import { listProviders } from '../modules/providers/providers.service.ts';
import * as auditRepository from '../modules/security/audit.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import * as spendingRepository from '../modules/spending/spending.repository.ts';

export type Pause = {
  kind: PauseKind;
  /** A category, or the ID of a provider. */
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
    ...(checkout_paused ? [readPause(ctx, 'checkout', null, 'checkout_paused')] : []),
    ...categories
      .map((category) => offerOf(offers, category))
      .filter(isPaused)
      .map((offer) => {
        const { category, paused } = offer;
        return readPause(ctx, 'category', category, paused ? `selling.${category}.paused` : offerField(offer, 'on'));
      }),
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

async function readPause(ctx: StoreContext, kind: PauseKind, subject: string | null, field: string): Promise<Pause> {
  const last = await settingsRepository.findLastChange(ctx, field);
  return { kind, subject, name: subject, since: last?.changedAt ?? null, by: last?.changedBy ?? null };
}
