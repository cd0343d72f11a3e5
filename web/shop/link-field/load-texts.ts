// The texts of the link field for a page whose document does not have them: those of the checkout, which comes next.
import type { CheckoutIslandProps } from '../checkout/checkout-island.tsx';
import type { LinkFieldTexts } from './link-field-texts.ts';

/** Null without a connection. `checkout`: its path, with the query that names another offer. */
export async function loadLinkFieldTexts(checkout: string): Promise<LinkFieldTexts | null> {
  try {
    const answer = await fetch(checkout);
    // Not parsed as HTML: the policy of this page would log an error about the style in it.
    const [, json = '{}'] = / id="page-data">([^<]*)</.exec(await answer.text()) ?? [];
    const data: { island?: CheckoutIslandProps } = JSON.parse(json);
    return data.island?.words.texts.linkField ?? null;
  } catch {
    return null;
  }
}
