// The settings that an operator changes while the store runs.
import type { StoreProfile } from '../../contract/store-profile.ts';
import type { StoreSettings } from '../../contract/store-settings.ts';

export type ProviderSettings = {
  /** `default` is the provider of the API tab. */
  id: string;
  name: string;
  /** Gets new links. */
  enabled: boolean;
  /** A kind of `contract/provider-kinds.ts`, or one that only a newer version has. */
  kind: string;
  apiUrl: string;
  apiKey: string;
  /** By the `offerKey()` of what it delivers; empty or omitted: not by this provider. */
  serviceIds: Readonly<Record<string, string>>;
};

/** The provider of the environment or the sandbox. */
export type FirstProvider = Pick<ProviderSettings, 'apiUrl' | 'apiKey' | 'serviceIds'>;

/** How a provider is reached, as the operator entered it; empty where nothing was. */
export type ProviderValues = { apiUrl: string; apiKey: string; likesServiceId: string; viewsServiceId: string };

/** One provider as the operator set it up. */
export type ProviderEntry = {
  id: string;
  name: string;
  /** The provider with the lowest number is used first. */
  priority: number;
  enabled: boolean;
  /** As in `ProviderSettings`. */
  kind: string;
  apiUrl: string;
  apiKey: string;
  /** Safe to display. */
  maskedKey: string;
  likesServiceId: string;
  viewsServiceId: string;
  /** Its service of each offer beside the specified ones, by the ID of the offer. */
  routes: Readonly<Record<string, string>>;
  /** Below it the operator is warned; a decimal string in the provider's currency. */
  lowBalance: string | null;
  /** Changes with the kind, the address, the key and the services, and shows none of them. */
  fingerprint: string;
};

export type VersionedProfile = { profile: StoreProfile; version: number };

export type Settings = {
  /** The settings for pages, with the version. Cached; at most a second older than the last save. */
  profile(): Promise<VersionedProfile>;
  /** The same without a cache, for the price of an order. */
  currentProfile(): Promise<VersionedProfile>;
  /** All settings, as last saved by any process. */
  current(): Promise<StoreSettings>;
  /** The time zone of days and times, as the figures use it. Cached for at most 5 s. */
  timeZone(): Promise<string>;
  /** Ends the cache of this process, after a save. */
  forget(): void;
  /** All that are configured, the first to be used first, also those that get no new links. */
  providers(): Promise<ProviderSettings[]>;
};
