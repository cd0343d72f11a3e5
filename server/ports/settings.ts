// THE PORT to what the operator decides while the store runs.
import type { StoreProfile } from '../../contract/store-profile.ts';

export type ProviderSettings = { apiUrl: string; apiKey: string; serviceIds: Record<'Likes' | 'Views', string> };

export type Settings = {
  /** What pages may know, with a version that changes whenever it does. */
  profile(): Promise<{ profile: StoreProfile; version: number }>;
  /** Null until a provider is configured. */
  provider(): Promise<ProviderSettings | null>;
};
