import { expect, it } from 'vitest';
import { proposeOfferId } from './offer-id.ts';

it('D-109, D-111: the ID of a new offer is that of its kind, with a number where an offer has it', () => {
  const kind = { platform: 'tiktok', action: 'followers' } as const;
  expect(proposeOfferId(kind, new Set(['tiktok-likes']))).toBe('tiktok-followers');
  expect(proposeOfferId(kind, new Set(['tiktok-followers', 'tiktok-followers-2']))).toBe('tiktok-followers-3');
});
