import { nextPageLink } from '../../platform/cursor.ts';
import { type Call, isOwner, shownActor } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import * as auditRepository from './audit.repository.ts';

export const auditRoutes: Routes<'listAudit'> = {
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
};

type Entry = Awaited<ReturnType<typeof auditRepository.listEntries>>[number];

/** What only owners list: keys, webhooks, channels, and the addresses of the owner. */
const ofOwners = /^(api_key|webhook|notification_channel|owner_address|heartbeat)\./;

/** Who did what and when stays. */
function shownEntry(entry: Entry, call: Call): Entry {
  const actor = shownActor(entry.actor, call);
  const isHidden = !isOwner(call) && ofOwners.test(entry.action);
  return isHidden ? { ...entry, actor, details: {}, personal: null } : { ...entry, actor };
}
