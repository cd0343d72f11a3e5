// The kinds of providers: which API a provider speaks. Without zod: used by server and pages.

export const providerKinds = ['panel-v2'] as const;

export type ProviderKind = (typeof providerKinds)[number];

/** The kind of a provider that is added without one, and at first of the API tab's provider. */
export const defaultProviderKind: ProviderKind = 'panel-v2';

export const providerKindTitles: Record<ProviderKind, string> = { 'panel-v2': 'Panel API v2' };

/** False for a kind that a newer version saved and this one does not have. */
export function isProviderKind(kind: string): kind is ProviderKind {
  return (providerKinds as readonly string[]).includes(kind);
}
