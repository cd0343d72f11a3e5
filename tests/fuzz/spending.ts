// Spending caps that a run reaches, and whether the store kept to them.
import { defaultPriceList } from '../../contract/default-prices.ts';
import { dollarsFromCents } from '../../contract/money.ts';
import { priceCents } from '../../contract/pricing.ts';
import {
  type CapWindow,
  capAmount,
  capWindows,
  type SpendingCaps,
  spendingKinds,
} from '../../contract/spending-caps.ts';
import type { Client } from '../support/client.ts';
import type { TestStore } from '../support/store.ts';

/** Three links: a link costs what its buyer paid, where the provider's price is unknown. */
const provider = dollarsFromCents(3 * priceCents('Likes', 500, defaultPriceList));

export const lowCaps: SpendingCaps = {
  provider: { hour: provider, day: provider },
  refunds: { hour: 0.01, day: 0.01 },
  confirmations: { hour: 1, day: 1 },
  price_cut: 80,
  test_units: 1_000,
};

export async function liftCaps(admin: Client): Promise<void> {
  for (const kind of spendingKinds) await admin.call('POST /api/admin/spending/{kind}/lift', { params: { kind } });
}

/** One line for each cap that was passed. `fromVersion`: the settings since the caps were lifted. */
export async function faultsOfCaps({ db }: TestStore, fromVersion: number): Promise<string[]> {
  const { pool } = db.database;
  const caps = await pool.query<{ caps: SpendingCaps }>(
    "select settings->'spending_caps' as caps from store_settings_versions where version >= $1",
    [fromVersion],
  );
  const used = await pool.query<Record<CapWindow, number> & { kind: (typeof spendingKinds)[number] }>(
    `select kind, coalesce(sum(amount), 0)::float8 as day,
       coalesce(sum(amount) filter (where used_at > now() - interval '1 hour'), 0)::float8 as hour
     from spending_uses join spending_windows using (kind)
     where released_at is null and used_at > coalesce(lifted_at, '-infinity') group by kind`,
  );
  return used.rows.flatMap((row) =>
    capWindows
      .map((window) => ({
        window,
        // A request may have raised it.
        most: Math.max(...caps.rows.map((one) => capAmount(row.kind, one.caps[row.kind][window]) ?? Infinity)),
      }))
      .filter(({ window, most }) => row[window] > most)
      .map(({ window, most }) => `${row.kind}: ${row[window]} in the ${window}, above the cap of ${most}`),
  );
}
