// What is left to do for the orders of a chaos test, read from the database, the gateway, the provider and the mail server.
import type { AcceptedOrder } from './chaos-buyers.ts';
import type { ChaosStore } from './chaos-store.ts';

export type Leftovers = {
  /** Orders that the gateway was paid for and the store does not know as paid. */
  unpaid: string[];
  /** Links of paid orders that were not sent: no dispatch yet, waiting, or failed. */
  unsentLinks: string[];
  /** Emails that nothing was tried for, or that the store gave up. */
  unsentEmails: string[];
  /** Jobs that are due for longer than they may take, locked or not. */
  overdueJobs: string[];
};

/** Limits of one claim; what was interrupted in the middle is repeated, or shown to a person, only after it. */
export type InFlight = {
  /** Links whose call to the provider has no recorded result yet. */
  links: string[];
  emails: string[];
};

export type Repetitions = {
  /** Orders with two captures in the store's ledger. */
  captures: string[];
  /** Links that reached the provider twice. */
  links: string[];
  /** Message-IDs that the mail server took twice. */
  emails: string[];
};

const sqlOf = {
  unpaid: `select id as it from orders where payment_status <> 'paid'`,
  unsentLinks: `select o.id || ' ' || coalesce(d.state, 'no dispatch') as it from orders o
    left join dispatches d on d.order_id = o.id
    where o.payment_status = 'paid' and (d.state is null or d.state in ('waiting', 'failed'))`,
  unsentEmails: `select id || ' ' || kind || ' ' || state as it from mails where state in ('queued', 'failed')
    -- A missing part is reported after a while, if it is still missing.
    and kind <> 'part_missing'`,
  linksInFlight: `select order_id as it from dispatches where state = 'sending'`,
  emailsInFlight: `select id::text as it from mails where state = 'sending'`,
  unknownLinks: `select order_id as it from dispatches where state = 'unknown'`,
  sentEmails: `select id::text as it from mails where state = 'sent'`,
  captures: `select order_id as it from payment_events where conclusion = 'captured' group by 1 having count(*) > 1`,
};

async function column(store: ChaosStore, statement: string): Promise<string[]> {
  return (await store.sql(statement)).map(({ it }) => String(it));
}

export async function findLeftovers(
  store: ChaosStore,
  accepted: readonly AcceptedOrder[],
  overdueSeconds: number,
): Promise<Leftovers> {
  const unpaid = new Set(await column(store, sqlOf.unpaid));
  return {
    unpaid: accepted.map(({ id }) => id).filter((id) => unpaid.has(id)),
    unsentLinks: await column(store, sqlOf.unsentLinks),
    unsentEmails: await column(store, sqlOf.unsentEmails),
    overdueJobs: await column(
      store,
      // A job that is out of attempts is not overdue. The scheduled ones have one attempt: the next minute has its own.
      `select concat_ws(' ', t.identifier, j.key, 'locked by', j.locked_by, j.last_error) as it
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where greatest(j.run_at, j.locked_at) < now() - interval '${overdueSeconds} seconds'
         and (j.locked_at is not null or j.attempts < j.max_attempts)`,
    ),
  };
}

export async function findInFlight(store: ChaosStore): Promise<InFlight> {
  return {
    links: await column(store, sqlOf.linksInFlight),
    emails: await column(store, sqlOf.emailsInFlight),
  };
}

export async function findRepetitions(store: ChaosStore): Promise<Repetitions> {
  return {
    captures: await column(store, sqlOf.captures),
    links: repeated(store.provider.adds.map(({ link }) => link)),
    emails: repeated(store.mailServer.taken.map(({ source }) => messageIdOf(source))),
  };
}

/** What the store says it sent, and the other side never got. */
export async function findLost(store: ChaosStore): Promise<string[]> {
  const taken = new Set(store.mailServer.taken.map(({ source }) => messageIdOf(source).split('@')[0]));
  return (await column(store, sqlOf.sentEmails)).filter((id) => !taken.has(id));
}

/** Orders with a link whose result is unknown and that no action item names. */
export async function findUnlistedUnknowns(store: ChaosStore): Promise<string[]> {
  const unknown = await column(store, sqlOf.unknownLinks);
  if (unknown.length === 0) return [];
  const query = { kind: 'dispatch_unknown' as const };
  const { kinds } = await (await store.signIn()).call('GET /api/admin/attention', { query });
  const listed = new Set(kinds.flatMap(({ items }) => items).map(({ order_id }) => order_id));
  return unknown.filter((id) => !listed.has(id));
}

/** By order: when the store recorded the capture, in milliseconds. */
export async function readSettleTimes(store: ChaosStore): Promise<Map<string, number>> {
  const rows = await store.sql(
    `select order_id, extract(epoch from min(happened_at))::float8 * 1000 as ms from payment_events
     where conclusion = 'captured' group by 1`,
  );
  return new Map(rows.map(({ order_id, ms }) => [String(order_id), Number(ms)]));
}

type GatewayOrder = { id: string; outbox: unknown[]; sent: { status: number | null; at: string }[] };

/** By order: when the store answered a notification of the gateway with 200, in milliseconds. */
export async function readNoticeTimes(store: ChaosStore): Promise<Map<string, number>> {
  const orders = (await store.gateway('/gateway/orders')) as unknown as GatewayOrder[];
  return new Map(
    orders.flatMap(({ id, sent }) => {
      const taken = sent.filter(({ status }) => status === 200).map(({ at }) => Date.parse(at));
      return taken.length > 0 ? [[id.replace(/-\d+$/, ''), Math.min(...taken)] as const] : [];
    }),
  );
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const again = seen.has(value);
    seen.add(value);
    return again;
  });
}

function messageIdOf(source: string): string {
  return source.match(/^Message-ID: <(.*?)>/im)?.[1] ?? 'an email without a Message-ID';
}
