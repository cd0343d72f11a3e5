// THE PORT to an engagement provider. Every adapter passes `provider.conformance.ts`.

/** The reason for a refusal, so that the admin sees what to do (protocol, rule 5). */
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
  /** The provider said no in so many words; nothing was placed. */
  | { outcome: 'refused'; reason: RefusalReason; text: string }
  /** The request never left, or the circuit is open: nothing was placed. */
  | { outcome: 'unreachable'; text: string }
  /** It may have been placed: never repeat, a person settles it (rule 1). */
  | { outcome: 'unknown'; text: string };

export type LiveStatus = {
  /** As the provider words it; the set is open. */
  status: string;
  /** Units to come; null unless a whole number of at least 0 (rule 8; the caller caps it at the quantity). */
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

/** Accepted means requested: only a later status shows whether anything was cancelled (rule 9). */
export type CancelOutcome = { outcome: 'accepted' } | { outcome: 'refused'; reason: RefusalReason; text: string };

/** One service on offer. A field that is missing, or not in a known form, is null. */
export type ServiceOffer = {
  serviceId: string;
  name: string;
  category: string;
  /** What 1,000 units cost the operator, as a decimal string. */
  ratePerThousand: string | null;
  min: number | null;
  max: number | null;
  refill: boolean | null;
  cancel: boolean | null;
};

/** What an admin may try by hand. */
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
  /** The text for the admin: the provider's error, or ours; empty when the provider answered. */
  text: string;
};

export type Provider = {
  /** Places one order. Never throws, never repeats by itself, 10 s at most. */
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** Statuses by provider order id; 100 ids at most. An id that the answer leaves out is absent. Throws OutsideError `unavailable` or `refused`. */
  statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>>;
  /** Asks for a refill. Throws OutsideError `unavailable` (nothing sent) or `unknown`. */
  refill(providerOrderId: string): Promise<RefillOutcome>;
  /**
   * Asks for refills of several orders, 100 at most. An id that the answer leaves out is absent: it may have been taken.
   * Throws as `refill`; `refused` where the whole call was.
   */
  refills(providerOrderIds: readonly string[]): Promise<Map<string, RefillOutcome>>;
  /** How refills stand, by refill id; 100 at most. Absent, and thrown, as `statuses`. */
  refillStatuses(refillIds: readonly string[]): Promise<Map<string, RefillStatusAnswer>>;
  /** Asks to cancel; 100 ids at most. Absent, and thrown, as `refills`. */
  cancel(providerOrderIds: readonly string[]): Promise<Map<string, CancelOutcome>>;
  /** All services on offer. Throws OutsideError. */
  services(): Promise<ServiceOffer[]>;
  /** One call as an admin's test makes it. Never throws, never repeats. */
  tryCall(action: TriedAction, parameters: Readonly<Record<string, string>>): Promise<TriedCall>;
  /** The operator's funds. Throws OutsideError. */
  balance(): Promise<{ balance: string; currency: string }>;
};
