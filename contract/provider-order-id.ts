// The ID of an order at a provider, as the store keeps it and as a person reads it. Without zod: pages load it.

/** `p2:23501` for order 23501 of p2; unchanged for the default provider. So two providers may use the same numbers. */
export function ownId(providerId: string, id: string): string {
  return providerId === 'default' ? id : `${providerId}:${id}`;
}

/** The inverse of `ownId`. */
export function partsOf(ownedId: string): { providerId: string; id: string } {
  const [, providerId, id] = ownedId.match(/^(p\d+):(.+)$/s) ?? [];
  return providerId === undefined || id === undefined ? { providerId: 'default', id: ownedId } : { providerId, id };
}

/** "23501 (Second)": the ID that the provider gave. Its name is left out where the store has the default one only. */
export function providerOrderText(ownedId: string, providers: readonly { id: string; name: string }[]): string {
  const { providerId, id } = partsOf(ownedId);
  const isNamed = providers.length > 1 || providerId !== 'default';
  const name = isNamed ? providers.find((provider) => provider.id === providerId)?.name : undefined;
  return name === undefined ? id : `${id} (${name})`;
}
