// What a module or a workflow gets first: everything that reaches outside of a function. `adapters/context.ts` makes the one
// of a process; tests make one with a clock, a gateway or a mailer of their own.
import type pg from 'pg';
import type { TextCatalogue } from '../contract/text-settings.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { DatabaseHealth } from './database/database-health.ts';
import type { ReplicaReads } from './database/replica.ts';
import type { Limits } from './http/rate-limits.ts';
import type { QueueStatus } from './jobs/queue.ts';
import type { InvitationLinks } from './modules/auth/invitation-links.ts';
import type { PauseLinks } from './modules/dispatch/pause-links.ts';
import type { Mailer } from './modules/email/mailer.ts';
import type { Channels } from './modules/notifications/channel-config.ts';
import type { OrderViews } from './modules/orders/order-views.ts';
import type { GatewayRegistry } from './modules/payments/gateway-registry.ts';
import type { Circuits } from './modules/providers/breaker.ts';
import type { Provider } from './modules/providers/provider.ts';
import type { ReceiptLinks } from './modules/receipts/receipt-links.ts';
import type { CallTimes } from './modules/system/call-times.ts';
import type { TrackingCodes } from './modules/tracking/tracking-codes.ts';
import type { Log } from './observability/log.ts';
import type { Pages } from './pages/pages.ts';
import type { AddressCodes } from './platform/address-codes.ts';
import type { Clock, Wait } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { Sealer } from './platform/secrets.ts';
import type { Alerts } from './ports/alerts.ts';
import type { Audit } from './ports/audit.ts';
import type { GeoIp } from './ports/geoip.ts';
import type { Infrastructure } from './ports/infrastructure.ts';
import type { Jobs } from './ports/jobs.ts';
import type { ActionItemQuery, PersonalDataOfAll, QueriedKind } from './ports/module-parts.ts';
import type { Notifications } from './ports/notifications.ts';
import type { OrderEvents } from './ports/order-events.ts';
import type { ReadMailFacts } from './ports/order-facts.ts';
import type { Outbox } from './ports/outbox.ts';
import type { MpgsKeys, PaymentMethods, StripeKeys } from './ports/payment-methods.ts';
import type { Live } from './ports/realtime.ts';
import type { FirstProvider, ProviderSettings, Settings } from './ports/settings.ts';
import type { Spending } from './ports/spending.ts';
import type { VisitorKeys } from './ports/visitor-keys.ts';
import type { Resolve } from './safe-fetch/addresses.ts';

export type StoreContext = {
  /** The environment of the process, checked once at its start. What an operator changes later is in `settings`. */
  config: Config;
  /** Queries and transactions on the primary. Its `now()` is the time of every row. */
  database: Database;
  /** The same database for a session of its own, such as an export. */
  connection: pg.ClientConfig;
  /** Whether the database takes writes. */
  databaseHealth: DatabaseHealth;
  /** The state of the job queue in this process. */
  readQueue: () => QueueStatus;
  /** How long the gateway and the providers take to answer. */
  callTimes: CallTimes;
  /** Throws `unavailable` while this process leaves, or the database cannot be used. */
  checkReady: () => Promise<void>;
  /** Reads that may come from a replica that is fresh enough: lists and figures of the admin. */
  replicaReads: ReplicaReads;
  /** The clock of the process: for what a person reads and for limits, never for a comparison with a row. */
  clock: Clock;
  /** When this process started. */
  startedAt: Date;
  /** The version of Node that runs this process. */
  nodeVersion: string;
  /** Lets so much time pass before another try. */
  wait: Wait;
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
  /** Mail servers and the folder for backups, as they are set now. */
  infrastructure: Infrastructure;
  /** Of the built-in gateways; null: they are not mounted. */
  sandboxKeys: { mpgs: MpgsKeys; stripe: StripeKeys | null } | null;
  /** Which payment methods are on, for whom, with which keys. */
  paymentMethods: PaymentMethods;
  /** The mail server of the operator; null without one: emails are then kept. */
  findMailer: () => Promise<Mailer | null>;
  /** The operator's notification channels, by their kinds. */
  channels: Channels;
  /** Messages to the operator's channels. */
  notifications: Notifications;
  /** Webhooks and notifications about an order, in the transaction that changes it. */
  orderEvents: OrderEvents;
  /** Announces to open pages that something changed, after the commit. */
  live: Live;
  /** What the operator changes while the store runs. */
  settings: Settings;
  /** Queries of action items, from all modules. */
  actionItems: Record<QueriedKind, ActionItemQuery>;
  /** What all modules keep of a person, and how they erase it. */
  personalData: PersonalDataOfAll;
  /** The payment gateways: those that are on open payments, and each is queried about its own. */
  gateways: GatewayRegistry;
  /** How engagement providers are reached: by the adapter of their kind. */
  providers: {
    /** With the circuit breaker of the provider. */
    connect: (to: ProviderSettings) => Provider;
    /** Without one, for a test before the provider is saved. */
    connectOnce: (to: ProviderSettings) => Provider;
    /** False for a kind that only a newer version has. */
    isKnownKind: (kind: string) => boolean;
    circuits: Circuits;
  };
  /** The provider of the environment or the sandbox, until others are saved. */
  firstProvider: FirstProvider | null;
  /** What the page of an order shows, for its emails. */
  readMailFacts: ReadMailFacts;
  /** Orders as answers of the API. */
  orderViews: OrderViews;
  /** The texts of pages and emails with their defaults. */
  texts: TextCatalogue;
  /** The pages that this process serves; null: none. */
  pages: () => Pages | null;
  /** Signed paths of the receipt and the page of an order. */
  receiptLinks: ReceiptLinks;
  /** The links that invite an admin. */
  invitationLinks: InvitationLinks;
  /** Signed links of emails that pause the sending of an order. */
  pauseLinks: PauseLinks;
  /** Codes that open My Orders. */
  trackingCodes: TrackingCodes;
  /** Pseudonyms of visitors, of one day each. */
  visitorKeys: VisitorKeys;
  /** True for a token of an admin that this store signed, valid or not. */
  isAdminToken: (token: string) => boolean;
  /** JWT_SECRET, of which `secretFor` is made. Itself it signs the tokens of admins and hashes guesses and backup codes. */
  jwtSecret: string;
  /** A secret of this store for one purpose, the same on every process. */
  secretFor: (purpose: string) => string;
  /** Addresses of a host name that the store calls. */
  resolve: Resolve;
  /** The caps of what the store may spend, refund and mark as paid by itself. */
  spending: Spending;
  /** Uses of a caller in a time. `consume` throws `rate_limited`. */
  limits: Limits;
  /** Country and city of an IP address, without a request. */
  geoIp: GeoIp;
  /** Encrypts what the database keeps secret. */
  sealer: Sealer;
  /** Pseudonyms of addresses and networks, the same on every process. */
  addressCodes: AddressCodes;
};

/** A value that each context has once, made at its first use: shared reads, a batcher. */
export function oncePerContext<T>(make: (ctx: StoreContext) => T): (ctx: StoreContext) => T {
  const made = new WeakMap<StoreContext, { value: T }>();
  return (ctx) => {
    const known = made.get(ctx) ?? { value: make(ctx) };
    made.set(ctx, known);
    return known.value;
  };
}
