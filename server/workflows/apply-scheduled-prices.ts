// Saves scheduled changes of prices at their time, as saves of the settings.

import { refusalSentence } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import { listAdmins } from '../modules/auth/accounts.repository.ts';
import * as scheduledPrices from '../modules/settings/scheduled-prices.repository.ts';
import { type ScheduledChange, auditSubject as subject } from '../modules/settings/scheduled-prices.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { authorGone, findAuthor, findOtherChange, inputWith, isConfirmed, settingsWith } from './forecast-prices.ts';
import { type Saver, saveSettings } from './save-settings.ts';

/**
 * Runs every minute. Repeats change nothing. An error ends the run, because later changes build on earlier ones; the next run
 * retries.
 */
export async function applyScheduledPrices(ctx: StoreContext): Promise<void> {
  for (const change of await scheduledPrices.listDue(ctx.database.db)) await apply(ctx, change);
}

const mostAttempts = 5;
/** Another process applied it, or an admin removed it or moved it to a later time. */
class NoLongerScheduled extends Error {}

async function apply(ctx: StoreContext, change: ScheduledChange): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await saveNow(ctx, change);
      return;
    } catch (error) {
      if (error instanceof NoLongerScheduled) return;
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'settings_changed') return refuse(ctx, change, error);
      // Another save came first.
      if (attempt === mostAttempts) throw error;
    }
  }
}

async function saveNow(ctx: StoreContext, { id, dueAt }: ScheduledChange): Promise<void> {
  const { version, settings } = await settingsRepository.getLatest(ctx);
  const change = await scheduledPrices.find(ctx.database.db, id);
  if (!change || change.appliedAt || change.removedAt || change.refusedAt || change.dueAt > dueAt) {
    throw new NoLongerScheduled();
  }
  const author = findAuthor(await listAdmins(ctx.database.db), change);
  if (!author) throw new StoreError('conflict', { reason: authorGone(change) });
  // Proved when it was scheduled.
  const saver: Saver = { ...author, provedRecently: true, hasSecondFactor: true, factors: [] };
  const confirm = isConfirmed(change, settings.offers, settingsWith(settings, change.offers).offers);
  const save = { version, settings: inputWith(settings, change.offers), confirm };
  await saveSettings(ctx, save, saver, async (tx, next) => {
    const reason = next === null ? null : await findOtherChange(tx, settings.offers, change);
    if (reason) throw new StoreError('conflict', { reason });
    if (!(await scheduledPrices.setApplied(tx, change, next))) throw new NoLongerScheduled();
    const details = { id, version: next };
    await ctx.audit.record(tx, { actor: `admin:${author.id}`, action: 'scheduled_prices.applied', subject, details });
    ctx.live.announce(tx, 'settings-update');
  });
}

async function refuse(ctx: StoreContext, change: ScheduledChange, error: StoreError): Promise<void> {
  const why = refusalSentence(error);
  await ctx.database.transaction(async (tx) => {
    if (!(await scheduledPrices.setRefused(tx, change, why))) return;
    const details = { id: change.id, refusal: why.text };
    await ctx.audit.record(tx, { actor: 'system', action: 'scheduled_prices.refused', subject, details });
    ctx.live.announce(tx, 'settings-update');
    ctx.live.announce(tx, 'alert-update');
  });
}
