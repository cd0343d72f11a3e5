// What a module or a workflow gets first: everything that reaches outside of a function. `composition/core.ts` makes the one
// of a process; tests make one with a clock, a gateway or a mailer of their own.
import type pg from 'pg';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { ReplicaReads } from './database/replica.ts';
import type { Limits } from './http/rate-limits.ts';
import type { Log } from './observability/log.ts';
import type { AddressCodes } from './platform/address-codes.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Sealer } from './platform/secrets.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Audit } from './ports/audit.ts';
import type { GeoIp } from './ports/geoip.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Notifications } from './ports/notifications.ts';
import type { OrderEvents } from './ports/order-events.ts';
import type { Outbox } from './ports/outbox.ts';
import type { Live } from './ports/realtime.ts';
import type { Settings } from './ports/settings.ts';
import type { Spending } from './ports/spending.ts';

export type StoreContext = {
  /** The environment of the process, checked once at its start. What an operator changes later is in `settings`. */
  config: Config;
  /** Queries and transactions on the primary. Its `now()` is the time of every row. */
  database: Database;
  /** The same database for a session of its own, such as an export. */
  connection: pg.ClientConfig;
  /** Reads that may come from a replica that is fresh enough: lists and figures of the admin. */
  replicaReads: ReplicaReads;
  /** The clock of the process: for what a person reads and for limits, never for a comparison with a row. */
  clock: Clock;
  /** Random IDs, secrets and codes. */
  ids: Ids;
  /** Structured, without secrets and personal data. */
  log: Log;
  /** Work for later: enqueued in the caller's transaction, done at least once, on any process. */
  jobs: Jobs;
  /** Who did what: append-only, in the caller's transaction. */
  audit: Audit;
  /** Security and money: kept, shown, and mailed to the owner within budgets. */
  alerts: Alerts;
  /** Emails: written in the caller's transaction, sent by a job. */
  outbox: Outbox;
  /** Messages to the operator's channels. */
  notifications: Notifications;
  /** Webhooks and notifications about an order, in the transaction that changes it. */
  orderEvents: OrderEvents;
  /** Announces to open pages that something changed, after the commit. */
  live: Live;
  /** What the operator changes while the store runs. */
  settings: Settings;
  /** The caps of what the store may spend, refund and mark as paid by itself. */
  spending: Spending;
  /** Uses of a caller in a time. `spend` throws `rate_limited`. */
  limits: Limits;
  /** Country and city of an IP address, without a request. */
  geoIp: GeoIp;
  /** Encrypts what the database keeps secret. */
  sealer: Sealer;
  /** Pseudonyms of addresses and networks, the same on every process. */
  addressCodes: AddressCodes;
};
