// How long the balances of the providers last, and which providers do not respond. Reads rows only, calls nobody.
import { sql } from 'drizzle-orm';
import type { StoreContext } from '../../context.ts';
import { serviceCostDays } from '../dispatch/delivery-marks.schema.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { listProviders } from './providers.service.ts';

const spendingDays = 7;

async function listEnabled(ctx: StoreContext) {
  const snapshots = await catalogueRepository.snapshots(ctx.database.db);
  return (await listProviders(ctx)).flatMap((entry) => {
    const snapshot = snapshots.get(entry.id);
    return entry.enabled && snapshot ? [{ entry, snapshot }] : [];
  });
}

/** Enabled providers whose last test with the present settings got no response. */
export async function listUnreachable(ctx: StoreContext): Promise<{ id: string; name: string; since: Date }[]> {
  return (await listEnabled(ctx)).flatMap(({ entry: { id, name, fingerprint }, snapshot }) =>
    snapshot.checkState === 'unreachable' && snapshot.checkedWith === fingerprint && snapshot.checkedAt
      ? [{ id, name, since: snapshot.checkedAt }]
      : [],
  );
}

/** `spentADay`: the average of the last seven whole days (UTC), in the provider's currency. */
export async function listFunds(ctx: StoreContext) {
  const { rows } = await ctx.database.db.execute<{ provider_id: string; charge: string }>(sql`
        select provider_id, sum(charge) as charge from ${serviceCostDays}
        where day >= (${ctx.database.now()} at time zone 'UTC')::date - ${spendingDays}::int
          and day < (${ctx.database.now()} at time zone 'UTC')::date
        group by provider_id`);
  const spent = new Map(rows.map(({ provider_id, charge }) => [provider_id, Number(charge)]));
  return (await listEnabled(ctx)).map(({ entry: { id, name, lowBalance }, snapshot: { balance } }) => ({
    id,
    name,
    balance: balance === null ? null : Number(balance),
    lowBalance: lowBalance === null ? null : Number(lowBalance),
    spentADay: (spent.get(id) ?? 0) / spendingDays,
  }));
}
