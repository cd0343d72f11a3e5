// How long the balances of the providers last, and which providers do not respond. Reads rows only, calls nobody.
import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { ProviderEntry } from '../../ports/settings.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { serviceCostDays } from './delivery-marks.schema.ts';

const spendingDays = 7;

type ProviderOutlookDeps = {
  database: Database;
  entries: () => Promise<ProviderEntry[]>;
};

export function createProviderOutlook({ database, entries }: ProviderOutlookDeps) {
  async function listEnabled() {
    const looks = new Map((await catalogueRepository.snapshots(database.db)).map((look) => [look.providerId, look]));
    return (await entries()).flatMap((entry) => {
      const look = looks.get(entry.id);
      return entry.enabled && look ? [{ entry, look }] : [];
    });
  }

  return {
    /** Enabled providers whose last test with the present settings got no response. */
    async listUnreachable(): Promise<{ id: string; name: string; since: Date }[]> {
      return (await listEnabled()).flatMap(({ entry: { id, name, fingerprint }, look }) =>
        look.checkState === 'unreachable' && look.checkedWith === fingerprint && look.checkedAt
          ? [{ id, name, since: look.checkedAt }]
          : [],
      );
    },

    /** `spentADay`: the average of the last seven whole days (UTC), in the provider's currency. */
    async listFunds() {
      const { rows } = await database.db.execute<{ provider_id: string; charge: string }>(sql`
        select provider_id, sum(charge) as charge from ${serviceCostDays}
        where day >= (${database.now()} at time zone 'UTC')::date - ${spendingDays}::int
          and day < (${database.now()} at time zone 'UTC')::date
        group by provider_id`);
      const spent = new Map(rows.map(({ provider_id, charge }) => [provider_id, Number(charge)]));
      return (await listEnabled()).map(({ entry: { id, name, lowBalance }, look: { balance } }) => ({
        id,
        name,
        balance: balance === null ? null : Number(balance),
        lowBalance: lowBalance === null ? null : Number(lowBalance),
        spentADay: (spent.get(id) ?? 0) / spendingDays,
      }));
    },
  };
}
