// THE PORT to what the operator decides while the store runs.
import type { StoreProfile } from '../../contract/store-profile.ts';

export type ProviderSettings = { apiUrl: string; apiKey: string; serviceIds: Record<'Likes' | 'Views', string> };

export type VersionedProfile = { profile: StoreProfile; version: number };

export type Settings = {
  /** What pages may know, with a version that changes whenever it does. Kept; at most a second older than the last save. */
  profile(): Promise<VersionedProfile>;
  /** The same as of now, on every process: what an order is priced by. */
  currentProfile(): Promise<VersionedProfile>;
  /** D-3, as of now, on every process: paid orders are sent without an admin. */
  automaticDispatch(): Promise<boolean>;
  /** Null until a provider is configured. */
  provider(): Promise<ProviderSettings | null>;
};
