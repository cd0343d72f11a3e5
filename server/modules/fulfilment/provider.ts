// THE PORT to an engagement provider. Every adapter passes `provider.conformance.ts`.

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
  | { outcome: 'refused'; reason: RefusalReason; text: string }
  /** The request never left, or the circuit is open: nothing was placed. */
  | { outcome: 'unreachable'; text: string }
  /** It may have been placed: never repeat; an admin resolves it (provider rule 1). */
  | { outcome: 'unknown'; text: string };

export type LiveStatus = {
  /** As the provider words it; the set is open. */
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

export type StatusAnswer =
  | { outcome: 'known'; live: LiveStatus }
  | { outcome: 'refused'; reason: RefusalReason; text: string };

export type RefillOutcome =
  | { outcome: 'accepted'; refillId: string | null }
  | { outcome: 'refused'; reason: RefusalReason; text: string };

export type RefillStatusAnswer =
  /** As the provider words it; the set is open. */
  { outcome: 'known'; status: string } | { outcome: 'refused'; reason: RefusalReason; text: string };

/** Accepted means requested: only a later status shows whether anything was canceled (provider rule 9). */
export type CancelOutcome = { outcome: 'accepted' } | { outcome: 'refused'; reason: RefusalReason; text: string };

/** One service of the catalog. A field that is missing, or in an unknown form, is null. */
export type ServiceOffer = {
  serviceId: string;
  name: string;
  category: string;
  /** The operator's price of 1,000 units, as a decimal string. */
  ratePerThousand: string | null;
  min: number | null;
  max: number | null;
  refill: boolean | null;
  cancel: boolean | null;
};

/** The calls that an admin may test. */
export type TriedAction = 'balance' | 'services' | 'status' | 'add';

export type TriedCall = {
  /**
   * answered: as the action is answered. refused: the provider's own no. not_sent: nothing left. lost: it may have been
   * done; no answer came, or none that fits the action.
   */
  outcome: 'answered' | 'refused' | 'not_sent' | 'lost';
  /** Null where no answer came. */
  httpStatus: number | null;
  /** The JSON as it came, without the key and cut to 100 kB; null where there is none. */
  data: unknown;
  /** The text for the admin: the error of the provider or of the store; empty after a response. */
  text: string;
};

export type Provider = {
  /** Places one order. Never throws, never repeats the request, 10 s at most. */
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** Statuses by provider order id; 100 ids at most. An id that the answer leaves out is absent. Throws OutsideError `unavailable` or `refused`. */
  statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>>;
  /** Requests a refill. Throws ExternalError `unavailable` (nothing sent) or `unknown`. */
  refill(providerOrderId: string): Promise<RefillOutcome>;
  /**
   * Requests refills of several orders, 100 at most. An ID without a result is absent: it may have been accepted.
   * Throws as `refill`; `refused` when the whole call was.
   */
  refills(providerOrderIds: readonly string[]): Promise<Map<string, RefillOutcome>>;
  /** How refills stand, by refill id; 100 at most. Absent, and thrown, as `statuses`. */
  refillStatuses(refillIds: readonly string[]): Promise<Map<string, RefillStatusAnswer>>;
  /** Requests cancellations; 100 IDs at most. Absent IDs and errors as in `refills`. */
  cancel(providerOrderIds: readonly string[]): Promise<Map<string, CancelOutcome>>;
  /** All services on offer. Throws OutsideError. */
  services(): Promise<ServiceOffer[]>;
  /** One call as an admin's test makes it. Never throws, never repeats. */
  tryCall(action: TriedAction, parameters: Readonly<Record<string, string>>): Promise<TriedCall>;
  /** The operator's funds. Throws OutsideError. */
  balance(): Promise<{ balance: string; currency: string }>;
};
