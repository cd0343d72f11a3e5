// The port to an engagement provider. Every adapter passes `tests/conformance/provider.conformance.ts`.
import type { Sentence } from '../../../contract/sentences.ts';
import type { Log } from '../../observability/log.ts';
import type { Breaker } from './breaker.ts';

/** The reason for a refusal, for the admin (provider rule 5). */
export type RefusalReason =
  | 'request'
  | 'key'
  | 'service'
  | 'link'
  | 'same_link'
  | 'quantity'
  | 'funds'
  | 'order'
  | 'refill'
  | 'rate'
  | 'other';

/** A refusal in the provider's own words. */
type Refusal = { outcome: 'refused'; reason: RefusalReason; text: string };

export type PlaceRequest = {
  serviceId: string;
  link: string;
  quantity: number;
  runs?: number;
  intervalMinutes?: number;
};

export type PlaceOutcome =
  | { outcome: 'placed'; providerOrderId: string }
  /** The provider refused explicitly; nothing was placed. */
  | ({ outcome: 'refused'; reason: RefusalReason } & Sentence)
  /** Nothing was sent, or the circuit is open: nothing was placed. */
  | ({ outcome: 'unreachable' } & Sentence)
  /** It may have been placed: never repeat; an admin resolves it (provider rule 1). */
  | ({ outcome: 'unknown' } & Sentence);

export type LiveStatus = {
  /** The provider's own text; any value is possible. */
  status: string;
  /**
   * Remaining units; null unless a whole number of at least 0 (provider rule 8; the caller caps it at the quantity).
   */
  remains: number | null;
  /** The count at the start of delivery; null when the provider does not return it. */
  startCount: number | null;
  /** The operator's cost as a decimal string; null when the provider does not return it. */
  charge: string | null;
};

export type StatusAnswer = { outcome: 'known'; live: LiveStatus } | Refusal;

export type RefillOutcome = { outcome: 'accepted'; refillId: string | null } | Refusal;

/** `status`: the provider's own text; any value is possible. */
export type RefillStatusAnswer = { outcome: 'known'; status: string } | Refusal;

/** Accepted means requested: only a later status shows whether anything was canceled (provider rule 9). */
export type CancelOutcome = { outcome: 'accepted' } | Refusal;

/** One service of the catalog. A field that is missing, or in an unknown form, is null. */
export type ServiceOffer = {
  serviceId: string;
  name: string;
  category: string;
  /** `Default` takes a link and a quantity; other types need further fields. */
  type: string | null;
  /** The operator's price of 1,000 units, as a decimal string. */
  ratePerThousand: string | null;
  min: number | null;
  max: number | null;
  refill: boolean | null;
  cancel: boolean | null;
};

/** The calls that an admin may test. */
export type TriedAction = 'balance' | 'services' | 'status' | 'add';

/** `text`: the error of the provider or of the store, for the admin; empty after a response. */
export type TriedCall = {
  /**
   * answered: a valid response. refused: the provider's own refusal. not_sent: nothing was sent. lost: it may have been
   * performed, but no valid response arrived.
   */
  outcome: 'answered' | 'refused' | 'not_sent' | 'lost';
  /** Null without a response. */
  httpStatus: number | null;
  /** The JSON of the response without the API key, at most 100 kB; null when it is missing or too long. */
  data: unknown;
} & Sentence;

/** How the store connects to a provider, whatever its kind. */
export type ProviderOptions = {
  apiUrl: string;
  apiKey: string;
  /** Sandbox mode: loopback addresses, also over plain HTTP. */
  allowLoopback: boolean;
  /** Passed when it outlives the settings, or its state is shown to an admin. */
  breaker?: Breaker;
  log: Log;
};

/** Makes the adapter of a kind. Runs for each use, so it opens no connection. */
export type ProviderFactory = (options: ProviderOptions) => Provider;

export type Provider = {
  /** Places one order. Never throws, never repeats the request, 10 s at most. */
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /**
   * Statuses by provider order ID, at most 100. IDs without a status in the response are absent. Throws ExternalError
   * `unavailable` or `refused`.
   */
  statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>>;
  /** Requests a refill. Throws ExternalError `unavailable` (nothing sent) or `unknown`. */
  refill(providerOrderId: string): Promise<RefillOutcome>;
  /**
   * Requests refills of several orders, 100 at most. An ID without a result is absent: it may have been accepted.
   * Throws as `refill`; `refused` when the whole call was.
   */
  refills(providerOrderIds: readonly string[]): Promise<Map<string, RefillOutcome>>;
  /** Statuses by refill ID, at most 100. Absent IDs and errors as in `statuses`. */
  refillStatuses(refillIds: readonly string[]): Promise<Map<string, RefillStatusAnswer>>;
  /** Requests cancellations; 100 IDs at most. Absent IDs and errors as in `refills`. */
  cancel(providerOrderIds: readonly string[]): Promise<Map<string, CancelOutcome>>;
  /** The whole catalogue. Throws ExternalError. */
  services(): Promise<ServiceOffer[]>;
  /**
   * One test call of an admin. `status` has the parameter `order`; `add` has `service`, `link`, `quantity`, and may have
   * `runs` and `interval` (minutes). Never throws, never retries.
   */
  tryCall(action: TriedAction, parameters: Readonly<Record<string, string>>): Promise<TriedCall>;
  /** The balance of the operator's account. Throws ExternalError. */
  balance(): Promise<Funds>;
};

/** `balance`: null where it may be two amounts. `text`: as received then. */
export type Funds = { balance: string; currency: string } | { balance: null; currency: string; text: string };
