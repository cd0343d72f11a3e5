// The set "As specified": the labels of the specification to the letter, and English where it gives none.
import { en } from '../en/set.ts';
import type { FirstTexts } from '../texts.ts';
import { links } from './links.ts';
import { orderPage } from './order.ts';
import { orderActs } from './orders.ts';
import { overview } from './overview.ts';
import { common, headings, navigation, shell, signIn } from './shell.ts';

export const specified: FirstTexts = {
  ...en,
  common,
  headings,
  navigation,
  shell,
  signIn,
  overview,
  orderPage,
  links,
  orderActs,
};
