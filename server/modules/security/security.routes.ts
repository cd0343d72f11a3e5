// Endpoints of alerts, the audit log and the owner's address.

import { sentenceOf } from '../../../contract/sentences.ts';
import type { Words } from '../../../contract/store-messages.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import {
  type Call,
  getAdmin,
  hiddenDatum,
  isOwner,
  seesCosts,
  shownActor,
  withoutAddresses,
} from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import type { AlertRow } from './alerts.repository.ts';
import * as alertsRepository from './alerts.repository.ts';
import * as auditRepository from './audit.repository.ts';
import { cancelOwnerAddress, changeOwnerAddress, readOwnerAddress } from './owner-address.ts';

const mostListed = 200;

export const securityRoutes = routes({
  listSecurityAlerts: async ({ database }, _input, call) => {
    const [stats, newest] = await Promise.all([
      alertsRepository.alertStats(database.db),
      alertsRepository.newestAlerts(database.db, mostListed),
    ]);
    const alerts = seesCosts(call) ? newest : newest.filter((alert) => !namesCost(alert));
    return { stats, alerts: alerts.map((alert) => shown(alert, isOwner(call))) };
  },

  clearSecurityAlerts: async ({ audit, database, live }, _input, call) => {
    const { id } = getAdmin(call);
    const cleared = await database.transaction(async (tx) => {
      const count = await alertsRepository.clearAlerts(tx);
      const entry = { actor: `admin:${id}`, action: 'alerts.cleared', subject: 'alerts', details: { count } };
      if (count > 0) await audit.record(tx, entry);
      live.announce(tx, 'alert-update');
      return count;
    });
    return { success: true, cleared };
  },

  listAudit: async ({ database }, { query }, call) => {
    const { limit, cursor = null } = query;
    const search = query.search?.trim() ?? '';
    // Reads one extra row to detect a next page.
    const found = await auditRepository.listEntries(database.db, { search, cursor, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    if (found.length > limit && last) {
      const parameters = { limit, search: search === '' ? undefined : search };
      call.answerHeader('link', nextPageLink('/api/admin/audit', parameters, last.id));
    }
    return page
      .map((entry) => shownEntry(entry, call))
      .map(({ happenedAt, ...entry }) => ({ ...entry, happened_at: happenedAt.toISOString() }));
  },

  getOwnerAddress: (ctx) => readOwnerAddress(ctx),
  setOwnerAddress: (ctx, { body }, call) => changeOwnerAddress(ctx, body.address, getAdmin(call)),
  cancelOwnerAddress: (ctx, _input, call) => cancelOwnerAddress(ctx, getAdmin(call)),
});

/** Names what a service of the provider costs. */
function namesCost({ messageCoded }: AlertRow): boolean {
  return /"service_(price_up|price_down|above_price|above_lowest_price)"/.test(JSON.stringify(messageCoded));
}

function shown({ raisedAt, message, messageCoded, ...alert }: AlertRow, toOwner: boolean) {
  const words = messageCoded ?? message;
  const { text, coded } = sentenceOf(toOwner ? words : withoutOwnersData(alert.type, words));
  return { ...alert, message: text, ...coded, timestamp: raisedAt.toISOString() };
}

const ownersParams: Readonly<Record<string, string>> = {
  owner_address_changes: 'address',
  program_refused_often: 'name',
};

/** Only owners read the owner's address and the names of API keys. */
function withoutOwnersData(type: string, words: Words): Words {
  if (typeof words !== 'string') {
    const hide = ownersParams[words.code];
    return hide === undefined ? words : { ...words, params: { ...words.params, [hide]: hiddenDatum } };
  }
  if (type === 'owner_address') return withoutAddresses(words);
  return type === 'access_refused' ? words.replace(/"[^"]*"/, `"${hiddenDatum}"`) : words;
}

type Entry = Awaited<ReturnType<typeof auditRepository.listEntries>>[number];

/** What only owners list: keys, webhooks, channels, and the addresses of the owner. */
const ofOwners = /^(api_key|webhook|notification_channel|owner_address|heartbeat)\./;

/** The costs, payouts and tax rates that managers enter. */
const ofCosts = /^(costs?|payout|tax|tax_rate)\./;

const isOfCosts = ({ action, details }: Entry) =>
  ofCosts.test(action) || (action === 'attention.aside' && details.kind === 'service_above_price');

/** Who did what and when stays. */
function shownEntry(entry: Entry, call: Call): Entry {
  const actor = shownActor(entry.actor, call);
  const isHidden = (!isOwner(call) && ofOwners.test(entry.action)) || (!seesCosts(call) && isOfCosts(entry));
  if (!isHidden) return { ...entry, actor };
  // The subject of a dismissed service has its cost.
  const subject = entry.action === 'attention.aside' ? 'service_above_price' : entry.subject;
  return { ...entry, actor, subject, details: {}, personal: null };
}
