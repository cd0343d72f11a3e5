// THE PORT to an engagement provider. Every adapter passes `provider.conformance.ts`.

/** What a refusal is about, so that the admin is told what to do (protocol, rule 5). */
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
  /** Where delivery began; null when not told. */
  startCount: number | null;
  /** The operator's cost as a decimal string; null when not told. */
  charge: string | null;
};

export type StatusAnswer =
  | { outcome: 'known'; live: LiveStatus }
  | { outcome: 'refused'; reason: RefusalReason; text: string };

export type RefillOutcome =
  | { outcome: 'accepted'; refillId: string | null }
  | { outcome: 'refused'; reason: RefusalReason; text: string };

export type Provider = {
  /** Places one order. Never throws, never repeats by itself, 10 s at most. */
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** Statuses by provider order id; 100 ids at most. An id that the answer leaves out is absent. Throws OutsideError `unavailable` or `refused`. */
  statuses(providerOrderIds: readonly string[]): Promise<Map<string, StatusAnswer>>;
  /** Asks for a refill. Throws OutsideError `unavailable` (nothing sent) or `unknown`. */
  refill(providerOrderId: string): Promise<RefillOutcome>;
  /** The operator's funds. Throws OutsideError. */
  balance(): Promise<{ balance: string; currency: string }>;
};
