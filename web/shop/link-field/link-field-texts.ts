// The texts of the link field, for every page that has one.
import type { Catalogue } from '../texts/catalogue.ts';

type Texts = Catalogue['checkout']['island']['linkField'];

/** `example`, and more kinds: of an offer that is not for Instagram posts. */
export type LinkFieldTexts = Omit<Texts, 'kinds'> & {
  example?: string;
  kinds: Texts['kinds'] & Partial<Catalogue['otherLinkKinds']>;
};
