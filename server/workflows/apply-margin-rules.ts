// Moves the sale price by the margin rules of the settings: a rule applies it by itself, or proposes it to the operator.
import { StoreError } from '../../contract/store-error.ts';
import type { StoreMessage } from '../../contract/store-messages.ts';
import { changesBetween, priceListOf, type StoreSettings } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import type { Tx } from '../database/database.ts';
import * as catalogueRepository from '../modules/providers/catalogue.repository.ts';
import {
  findProposal,
  type PriceProposal,
  proposalMessage,
  readCosts,
  type ServiceCost,
  type ServiceCosts,
} from '../modules/providers/margin-rules.ts';
import type { SettingsVersion } from '../modules/settings/settings.repository.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import type { Admin } from '../request-context.ts';

type ShownProposal = { category: ServiceCost['category']; subject: string; since: Date; message: StoreMessage };

/** What waits for the operator: of a rule that proposes, and what no rule applies by itself. */
export async function listProposals(ctx: StoreContext): Promise<ShownProposal[]> {
  const { settings, changedAt } = await settingsRepository.getLatest(ctx);
  if (!hasRule(settings)) return [];
  const costs = await readCosts(ctx);
  const proposal = await ctx.database.transaction((tx) => find(tx, settings, costs));
  if (!proposal || isApplied(settings, proposal)) return [];
  const { cost } = proposal;
  const rates = ['price_up', 'price_down'] as const;
  const since = (await catalogueRepository.findLastChange(ctx.database.db, cost, rates)) ?? changedAt;
  const message = proposalMessage(settings, proposal);
  return [{ category: cost.category, subject: subjectOf(proposal), since, message }];
}

/** Runs after each reading of a catalog and each change of a price or a rule. Repeats change nothing. */
export async function applyMarginRules(ctx: StoreContext): Promise<void> {
  const { settings } = await settingsRepository.getLatest(ctx);
  if (!Object.values(settings.margins).some(({ mode }) => mode === 'apply')) return;
  const costs = await readCosts(ctx);
  await ctx.database.transaction(async (tx) => {
    const { now, ...last } = await settingsRepository.lockLatest(ctx, tx);
    const proposal = await find(tx, last.settings, costs);
    if (!proposal || !isApplied(last.settings, proposal)) return;
    const { category } = proposal.cost;
    await write(ctx, tx, { last, now, proposal }, { actor: 'system', changedBy: `margin rule: ${category}` });
  });
  ctx.settings.forget();
}

/** Applies what an action item proposes. Throws conflict when the rules want another price now. */
export async function applyProposal(ctx: StoreContext, subject: string, admin: Admin): Promise<void> {
  const costs = await readCosts(ctx);
  await ctx.database.transaction(async (tx) => {
    const { now, ...last } = await settingsRepository.lockLatest(ctx, tx);
    const proposal = await find(tx, last.settings, costs);
    if (!proposal || subjectOf(proposal) !== subject) throw new StoreError('conflict', { reason: 'proposal_changed' });
    await write(ctx, tx, { last, now, proposal }, { actor: `admin:${admin.id}`, changedBy: admin.email });
  });
  ctx.settings.forget();
}

function hasRule({ margins }: StoreSettings): boolean {
  return Object.values(margins).some(({ mode }) => mode !== 'off');
}

function isApplied({ margins }: StoreSettings, { cost, isBeyondStep }: PriceProposal): boolean {
  return margins[cost.category].mode === 'apply' && !isBeyondStep;
}

/** Another price is another item, so that a dismissal counts for one. */
function subjectOf({ cost, present, next }: PriceProposal): string {
  return [cost.category, present, next].join(' ');
}

async function find(tx: Tx, settings: StoreSettings, costs: ServiceCosts): Promise<PriceProposal | null> {
  const sold = (await settingsRepository.pricesOfDay(tx)).map(({ unit_price_micros }) => unit_price_micros);
  const day = { lowest: Math.min(...sold), highest: Math.max(...sold), mostCut: settings.spending_caps.price_cut };
  return findProposal(settings, priceListOf(settings.prices), costs, day);
}

async function write(
  ctx: StoreContext,
  tx: Tx,
  { last, now, proposal }: { last: SettingsVersion; now: Date; proposal: PriceProposal },
  { actor, changedBy }: { actor: string; changedBy: string },
): Promise<void> {
  const settings = withPrice(last.settings, proposal.next);
  const changes = changesBetween(last.settings, settings);
  const version = last.version + 1;
  await settingsRepository.addVersion(tx, { version, settings, changes, changedBy, changedAt: now });
  const details = { version, fields: changes.map(({ field }) => field), rule: `margins.${proposal.cost.category}` };
  await ctx.audit.record(tx, { actor, action: 'settings.saved', subject: 'store-settings', details });
  ctx.live.announce(tx, 'settings-update');
}

function withPrice(settings: StoreSettings, unit_price_micros: number): StoreSettings {
  return { ...settings, prices: { ...settings.prices, unit_price_micros } };
}
