// The ID of a new offer.
import type { OfferKind } from '../../../contract/offer-kinds.ts';

/** The ID of the kind, with a number from the second offer on. */
export function proposeOfferId(
  { platform, action }: Pick<OfferKind, 'platform' | 'action'>,
  taken: ReadonlySet<string>,
): string {
  const plain = `${platform}-${action}`;
  let id = plain;
  for (let number = 2; taken.has(id); number += 1) id = `${plain}-${number}`;
  return id;
}
