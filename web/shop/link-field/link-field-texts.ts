// The texts of the link field, for every page that has one.
import type { Catalogue } from '../texts/catalogue.ts';

export type LinkFieldTexts = Catalogue['checkout']['island']['linkField'];
