// SQL that takes a database back to the version before a migration, for tests that migrate it again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/platform/project-root.ts';

const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
  readFileSync(join(projectRoot(), 'server/database/migrations/meta/_journal.json'), 'utf8'),
);

/** The time of a migration in the table of the migrations. */
export function migratedAt(number: string): number {
  const found = journal.entries.find(({ tag }) => tag.startsWith(number));
  if (!found) throw new Error(`There is no migration ${number}.`);
  return found.when;
}

/** Defines the functions of a migration as they were before it. */
function functionsBefore(number: string): string {
  const read = (tag: string) => readFileSync(join(projectRoot(), `server/database/migrations/${tag}.sql`), 'utf8');
  const tags = journal.entries.map(({ tag }) => tag).sort();
  const earlier = tags.filter((tag) => tag < number).map(read);
  const [own = ''] = tags.filter((tag) => tag.startsWith(number)).map(read);
  return [...own.matchAll(/FUNCTION (\w+\()/g)]
    .map(([, name]) => {
      const parts = earlier.map((sql) => sql.split(`FUNCTION ${name}`)[1]).filter((part) => part !== undefined);
      const body = parts.at(-1)?.split('$$;')[0];
      return body === undefined ? '' : `create or replace function ${name}${body}$$; `;
    })
    .join('');
}

/** Only the migrations whose repetition fails otherwise. */
const undoOf: readonly (readonly [number: string, sql: string])[] = [
  ['0058', 'drop table link_requests; '],
  ['0059', 'alter table mails drop column if exists admin_invitation_id; drop table admin_invitations; '],
  ['0060', 'alter table payment_attempts drop column payment_id; alter table refunds drop column gateway_refund_id; '],
  ['0061', 'drop table infrastructure_settings; '],
  ['0062', 'drop table store_logos; '],
  [
    '0063',
    'drop table source_days; drop function source_lists, rebuild_source_days, compute_source_days, roll_sources_added, ' +
      'roll_sources_removed, roll_sources_changed cascade; alter table orders drop column source, drop column device_type; ' +
      'alter table visits drop column source; alter table visit_names drop column checkouts; ' +
      // These read the dropped columns; 0064 and 0066 define them again.
      `create or replace function rebuild_finances() returns void language sql as ''; ` +
      ['roll_orders_added', 'roll_orders_changed', 'count_placed_added', 'count_placed_changed']
        .map(
          (name) =>
            `create or replace function ${name}() returns trigger language plpgsql as 'begin return null; end'; `,
        )
        .join(''),
  ],
  [
    '0066',
    'drop function compute_finance_sources; drop table finance_sources, lost_orders, order_refusals; ' +
      'alter table orders drop column decline_kind; drop index if exists source_days_name; ',
  ],
  [
    '0068',
    'drop table payout_transactions, payouts, payout_reads; alter table payment_fees drop column refunds, drop column later_parts; ' +
      'drop index payment_events_money; ',
  ],
  ['0070', 'drop table payment_methods; drop index payment_notifications_newest; '],
  ['0071', 'drop table transfer_decisions, transfers; alter table payment_methods drop column transfer; '],
  [
    '0072',
    ['revenue_days', 'source_days', 'customers', 'customer_changes', 'payment_methods', 'spending_uses']
      .map((table) => `alter table ${table} drop column currency; `)
      .join(''),
  ],
  [
    '0073',
    'drop table source_moves; ' +
      // The migration, or an earlier one, defines them again.
      [
        'count_orders_added',
        'roll_orders_added',
        'roll_orders_changed',
        'roll_sources_added',
        'roll_sources_removed',
        'roll_sources_changed',
      ]
        .map(
          (name) =>
            `create or replace function ${name}() returns trigger language plpgsql as 'begin return null; end'; `,
        )
        .join('') +
      'create trigger orders_counted_added after insert on orders for each statement execute function count_orders_added(); ' +
      'create trigger orders_sourced_added after insert on orders for each statement execute function roll_sources_added(); ',
  ],
  [
    '0074',
    'drop trigger store_settings_versions_offers on store_settings_versions; drop function keep_offers; ' +
      'alter table orders drop column offer; ',
  ],
  [
    '0075',
    'drop function write_action cascade; alter table dispatches drop column action; ' +
      'create unique index dispatches_one_active_per_link on dispatches (service_id, link_key) ' +
      "where state in ('sending', 'unknown') or (state = 'sent' and following); " +
      'alter table provider_services drop column is_held, drop column confirmed, drop column type; drop index service_changes_of_service; ',
  ],
  ['0076', functionsBefore('0076')],
  ['0077', 'drop table scheduled_prices; '],
  [
    '0078',
    "drop function assert_offer_route cascade; drop table offer_routes; drop index orders_offer; alter table orders drop constraint orders_category; alter table orders add constraint orders_category check (category in ('Likes', 'Views')); ",
  ],
  [
    '0079',
    'alter table provider_services drop column platform, drop column action, drop column search_text; drop index provider_services_order; ',
  ],
  [
    '0080',
    'alter table service_changes drop column open_from, drop column settled_at, drop column settled_as, drop column settled_by, drop column note; drop index service_changes_of_terms; ',
  ],
  [
    '0081',
    'alter table dispatches drop column marked_at; create index dispatches_following on dispatches (checked_at) where following; ',
  ],
  ['0082', 'drop table delivery_rounds; '],
];

/** Takes back this migration and all later ones, as far as they are listed here. */
export function undoFrom(number: string): string {
  return undoOf
    .filter(([one]) => one >= number)
    .map(([, sql]) => sql)
    .toReversed()
    .join('');
}
