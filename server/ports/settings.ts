// THE PORT to what the operator decides while the store runs.
import type { Category } from '../../contract/category.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import type { StoreSettings } from '../../contract/store-settings.ts';

export type ProviderSettings = {
  /** `default` is the provider of the API tab. */
  id: string;
  name: string;
  /** Gets new links. */
  enabled: boolean;
  apiUrl: string;
  apiKey: string;
  serviceIds: Record<Category, string>;
};

/** How a provider is reached, as the operator entered it; empty where nothing was. */
export type ProviderValues = { apiUrl: string; apiKey: string; likesServiceId: string; viewsServiceId: string };

/** One provider as the operator set it up. */
export type ProviderEntry = {
  id: string;
  name: string;
  /** The lowest is asked first. */
  priority: number;
  enabled: boolean;
  apiUrl: string;
  apiKey: string;
  /** Fit to be shown. */
  maskedKey: string;
  likesServiceId: string;
  viewsServiceId: string;
  /** Below it the operator is warned; a decimal string in the provider's currency. */
  lowBalance: string | null;
  /** Changes with the address, the key and the services, and shows none of them. */
  fingerprint: string;
};

export type VersionedProfile = { profile: StoreProfile; version: number };

export type Settings = {
  /** What pages may know, with a version that changes whenever it does. Kept; at most a second older than the last save. */
  profile(): Promise<VersionedProfile>;
  /** The same as of now, on every process: what an order is priced by. */
  currentProfile(): Promise<VersionedProfile>;
  /** All settings, as last saved by any process. */
  current(): Promise<StoreSettings>;
  /** D-38: the zone of days and times, as the figures hold it. Kept; at most 5 s old. */
  timeZone(): Promise<string>;
  /** All that are configured, the first to be used first, also those that get no new links. */
  providers(): Promise<ProviderSettings[]>;
};
