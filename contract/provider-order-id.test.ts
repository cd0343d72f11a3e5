import { describe, expect, it } from 'vitest';
import { ownId, partsOf, providerOrderText } from './provider-order-id.ts';

const first = { id: 'default', name: 'First' };
const second = { id: 'p2', name: 'Second' };

describe('the ID of an order at a provider', () => {
  it.each([
    ['default', '23501', '23501'],
    ['p2', '23501', 'p2:23501'],
    ['p12', 'a:b', 'p12:a:b'],
  ])('of %s: %s is kept as %s, and read back', (providerId, id, kept) => {
    expect(ownId(providerId, id)).toBe(kept);
    expect(partsOf(kept)).toEqual({ providerId, id });
  });

  it('is shown as the provider gave it, with the name of the provider where the store has several', () => {
    expect(providerOrderText('p2:23501', [first, second])).toBe('23501 (Second)');
    expect(providerOrderText('23501', [first, second])).toBe('23501 (First)');
    expect(providerOrderText('23501', [first])).toBe('23501');
  });

  it('is shown without a name until the providers are loaded', () => {
    expect([providerOrderText('p2:23501', []), providerOrderText('23501', [])]).toEqual(['23501', '23501']);
  });
});
