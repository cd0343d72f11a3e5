// What the conformance suite of providers requires of the fake provider of an adapter.
import type { LiveStatus, PlaceRequest, Provider, RefusalReason } from '../../server/modules/providers/provider.ts';

export type ProviderTrouble =
  /** The call is performed, then the connection closes without a response. */
  | 'lost_answer'
  /** No response arrives within the adapter's timeout. */
  | 'slow_answer'
  | 'reset_mid_body'
  | 'oversized'
  | 'html_page'
  | 'wrong_shape'
  /** A redirect to another path of the same server, which counts it as a call. */
  | 'redirect'
  | 'server_error';

export type ProviderStandIn = {
  subject: Provider;
  /** Applies this failure to every later call. */
  meet(trouble: ProviderTrouble): void;
  /** Refuses every later call with this reason. */
  refuse(reason: RefusalReason): void;
  /** Creates an order. */
  hold(providerOrderId: string, live: LiveStatus): void;
  /** Creates an order in progress with these counts, as they are in the response. Undefined: the field is missing. */
  holdCounts(providerOrderId: string, counts: { remains?: unknown; startCount?: unknown }): void;
  /** The response to the next call arrives after that to the call that follows it. */
  overtakeNext(): void;
  /** The received orders, including those whose response was lost. */
  placed(): PlaceRequest[];
  /** Number of received calls. */
  callCount(): number;
  /** Closes the server, so that connections are refused. */
  hangUp(): Promise<void>;
  /** All log output so far. */
  logged(): string;
  secrets: readonly string[];
  stop(): Promise<void>;
};
