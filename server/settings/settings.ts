// What the operator decides: today from the environment and the built-in sandbox, behind the port that everybody asks.
import { defaultStoreProfile, type StoreProfile } from '../../contract/store-profile.ts';
import type { ProviderSettings, Settings } from '../ports/settings.ts';

/** `claimsConfirmed` is true in sandbox mode; live mode shows no claim before the operator confirmed it (D-2). */
export function createSettings(options: { provider: ProviderSettings | null; claimsConfirmed: boolean }): Settings {
  const profile = options.claimsConfirmed ? defaultStoreProfile : withoutClaims(defaultStoreProfile);
  return {
    profile: async () => ({ profile, version: 1 }),
    provider: async () => options.provider,
  };
}

function withoutClaims(profile: StoreProfile): StoreProfile {
  const hidden = Object.entries(profile.claims).map(([name, claim]) => [name, { ...claim, text: '', shown: false }]);
  return { ...profile, claims: Object.fromEntries(hidden) as StoreProfile['claims'] };
}
